"use client";

import { vehicleBrands } from "@/app/(backoffice)/(devices)/vehicle-brands/vehicle-brand.resource";
import { RecordLink } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTypeMark } from "../../companies/_screens/link-type.words";
import { companies } from "../../companies/company.resource";
import { brandLinks } from "../brand-link.resource";
import { BrandLinkTypeForm } from "./brand-link.form";

export const BrandLinkSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={brandLinks}
    id={id}
    beside={(record) => <LinkTypeMark type={record.linkType} />}
    facts={(record) => (
      <>
        <RecordLink of={companies} id={record.companyId}>
          {record.company.name}
        </RecordLink>
        <RecordLink of={vehicleBrands} id={record.vehicleBrandId}>
          {record.vehicleBrand.name}
        </RecordLink>
      </>
    )}
    about={(record) => [
      [
        "Company",
        <RecordLink key="company" of={companies} id={record.companyId}>
          {record.company.name}
        </RecordLink>,
      ],
      [
        "Brand",
        <RecordLink key="brand" of={vehicleBrands} id={record.vehicleBrandId}>
          {record.vehicleBrand.name}
        </RecordLink>,
      ],
      "linkType",
      "grantedByCompanyId",
    ]}
    edit={(record) => <BrandLinkTypeForm record={record} />}
    remove
  />
);
