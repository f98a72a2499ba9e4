"use client";

import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { RecordField, RecordsField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateCompanyPartnerReferent } from "@/server/companies/partners/company-partner-referent/company-partner-referent.schema";
import { companies } from "../../companies/company.resource";
import { partnerReferents } from "../partner-referent.resource";

export const PartnerReferentForm = ({ record }: { record?: RecordOf<"companyPartnerReferents"> }) => (
  <ResourceForm
    of={partnerReferents}
    schema={CreateCompanyPartnerReferent}
    record={record}
    values={record ? undefined : { companyIds: [] }}
  >
    {(f) => (
      <>
        <TextField {...f.firstName} />
        <TextField {...f.lastName} />
        <TextField {...f.email} type="email" />
        <TextField {...f.phoneNumber} type="tel" optional />
        <RecordField {...f.countryId} of={countries} optional />
        <RecordsField {...f.companyIds} of={companies} known={record?.companies} optional />
      </>
    )}
  </ResourceForm>
);
