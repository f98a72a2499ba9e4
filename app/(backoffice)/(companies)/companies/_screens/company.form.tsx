"use client";

import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { NumberField, RecordField, SelectField, SwitchField, TextField } from "@/components/kit/form/fields";
import { type FormFields, ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateCompany, EditCompany } from "@/server/companies/company/company.schema";
import { companyCategories } from "../../company-categories/company-category.resource";
import { companies } from "../company.resource";
import { companyStatusOptions } from "./company.words";

type Fields = FormFields<typeof CreateCompany>;

const Who = ({ f }: { f: Fields }) => (
  <>
    <TextField {...f.name} />
    <TextField {...f.registerNumber} help="The number in the public register." />
    <RecordField
      {...f.companyCategoryId}
      of={companyCategories}
      help="The category limits the permissions of all company roles."
    />
  </>
);

const Details = ({ f }: { f: Fields }) => (
  <>
    <TextField {...f.email} type="email" optional />
    <TextField {...f.phoneNumber} type="tel" optional />
    <TextField {...f.address} optional />
    <RecordField {...f.countryId} of={countries} optional />
    <TextField {...f.erpId} optional />
  </>
);

export const CompanyForm = ({ record }: { record?: RecordOf<"companies"> }) =>
  record ? (
    <ResourceForm of={companies} schema={EditCompany} record={record}>
      {(f) => (
        <>
          <Who f={f} />
          <SelectField
            {...f.status}
            options={companyStatusOptions}
            help="People of a disabled company immediately lose their permissions in it."
          />
          <SwitchField {...f.isVerified} />
          <NumberField {...f.maxUnaccepted} optional placeholder="500" />
          <Details f={f} />
        </>
      )}
    </ResourceForm>
  ) : (
    <ResourceForm of={companies} schema={CreateCompany} opens="people">
      {(f) => (
        <>
          <Who f={f} />
          <Details f={f} />
        </>
      )}
    </ResourceForm>
  );
