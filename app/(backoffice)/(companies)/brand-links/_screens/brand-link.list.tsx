"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Mark } from "@/components/ui/value";
import { LinkTypeMark, linkTypeOptions } from "../../companies/_screens/link-type.words";
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
        width: "120px",
        cell: (row) => <Mark value={row.grantedByCompanyId !== null} title="Handed over by a company" />,
      },
      ...stampColumns,
    ]}
    filters={["name", "companyId", "vehicleBrandId", { kind: "select", name: "linkType", options: linkTypeOptions }]}
    empty="A brand link shows which company builds the vehicles of a brand or services their parts."
  />
);
