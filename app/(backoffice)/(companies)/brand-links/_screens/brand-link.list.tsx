"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import { LinkTypeMark, linkTypeOptions } from "../../companies/_screens/link-type.words";
import { companies } from "../../companies/company.resource";
import { brandLinks } from "../brand-link.resource";

export const BrandLinkList = () => (
  <ResourceList
    of={brandLinks}
    columns={[
      { key: "company.name", sort: true },
      { key: "vehicleBrand.name", sort: true, width: "200px" },
      { key: "linkType", sort: true, width: "150px", cell: (row) => <LinkTypeMark type={row.linkType} /> },
      {
        key: "grantedByCompanyId",
        width: "170px",
        hidden: true,
        cell: (row) => (
          <RecordLink of={companies} id={row.grantedByCompanyId}>
            A company
          </RecordLink>
        ),
      },
      ...stampColumns,
    ]}
    filters={["name", "companyId", "vehicleBrandId", { kind: "select", name: "linkType", options: linkTypeOptions }]}
    empty="A brand link says which company makes the vehicles of a brand, or services what is built into them."
  />
);
