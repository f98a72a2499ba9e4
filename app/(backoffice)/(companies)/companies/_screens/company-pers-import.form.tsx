"use client";

import { ImportPage } from "@/components/kit/import/import-page";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { companies } from "../company.resource";
import { companyPersLinks } from "./company-pers-link.words";

/** Links many PERS devices to one company by a file. */
export function CompanyPersImport({ id }: { id: string }) {
  const { data } = trpc.companies.get.useQuery({ id });
  const tab = companies.record(id, "pers");
  return (
    <ImportPage
      of={{
        ...companyPersLinks,
        router: "companyPersLinks",
        one: "PERS link",
        record: () => tab,
        within: { companyId: id },
      }}
      title={data ? t("Import PERS links of {company}", { company: data.name }) : "Import PERS links"}
      help="A row without a start date refers to the company's current link. To end a link, enter its device, its type and an end date."
      back={() => tab}
    />
  );
}
