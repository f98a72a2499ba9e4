"use client";

import { RecordLinks } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { counted } from "@/server/kit/count.rules";
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
        <span>{counted(record.companies.length, "company", "companies")}</span>
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
