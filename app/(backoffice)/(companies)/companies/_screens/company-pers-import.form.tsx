"use client";

import { ImportPage } from "@/components/kit/import/import-page";
import { trpc } from "@/components/kit/trpc";
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
      title={data ? `Import PERS links of ${data.name}` : "Import PERS links"}
      help="A row without a start date is about the link that the company has now. To end a link, give its device, its type and an end date."
      back={() => tab}
    />
  );
}
