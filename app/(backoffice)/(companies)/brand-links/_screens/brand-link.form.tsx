"use client";

import { vehicleBrands } from "@/app/(backoffice)/(devices)/vehicle-brands/vehicle-brand.resource";
import { RecordField, SelectField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import {
  CreateCompanyVehicleBrandLink,
  UpdateCompanyVehicleBrandLink,
} from "@/server/companies/fleet/company-vehicle-brand-link/company-vehicle-brand-link.schema";
import { linkTypeOptions } from "../../companies/_screens/link-type.words";
import { companies } from "../../companies/company.resource";
import { brandLinks } from "../brand-link.resource";

const typeHelp = "A manufacturer builds vehicles of the brand. A subcontractor services their parts.";

export const BrandLinkForm = () => (
  <ResourceForm of={brandLinks} schema={CreateCompanyVehicleBrandLink}>
    {(f) => (
      <>
        <RecordField {...f.companyId} of={companies} />
        <RecordField {...f.vehicleBrandId} of={vehicleBrands} />
        <SelectField {...f.linkType} options={linkTypeOptions} help={typeHelp} />
      </>
    )}
  </ResourceForm>
);

/** A link keeps its company and its brand: another pair is another link. */
export const BrandLinkTypeForm = ({ record }: { record: RecordOf<"companyVehicleBrandLinks"> }) => (
  <ResourceForm of={brandLinks} schema={UpdateCompanyVehicleBrandLink} record={record}>
    {(f) => <SelectField {...f.linkType} options={linkTypeOptions} help={typeHelp} />}
  </ResourceForm>
);
