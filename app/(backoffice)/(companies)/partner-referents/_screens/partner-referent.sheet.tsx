"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { counted } from "@/server/kit/count.rules";
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
    tabs={[{ key: "overview", title: "Overview", content: (record) => <PartnerReferentForm record={record} /> }]}
    remove
  />
);
