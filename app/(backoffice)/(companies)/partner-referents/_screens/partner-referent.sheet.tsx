"use client";

import { RecordLinks } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { t } from "@/texts/t";
import { companies } from "../../companies/company.resource";
import { partnerReferents } from "../partner-referent.resource";
import { PartnerReferentForm } from "./partner-referent.form";

export const PartnerReferentSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={partnerReferents}
    id={id}
    facts={(record) => (
      <>
        <span>{record.email}</span>
        <span>{t("{count, plural, one {# company} other {# companies}}", { count: record.companies.length })}</span>
      </>
    )}
    about={(record) => [
      "firstName",
      "lastName",
      { copy: "email" },
      { copy: "phoneNumber" },
      "countryId",
      ["Companies", <RecordLinks key="companies" of={companies} records={record.companies} />],
    ]}
    edit={(record) => <PartnerReferentForm record={record} />}
    remove
  />
);
