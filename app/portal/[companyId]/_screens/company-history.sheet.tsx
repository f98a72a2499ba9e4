"use client";

import { ChangeActions, ChangeOverview } from "@/app/(backoffice)/(operations)/history/_screens/history.sheet";
import { Answer } from "@/components/kit/answer";
import { PageHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { companyHistory } from "../team.resource";
import { useCompanyId } from "./company-id.hook";

/** One change in the company: who made it, of what, and what was there before. */
export function CompanyHistorySheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  return (
    <Answer of={trpc.companyAudit.get.useQuery({ companyId, id })}>
      {(change) => (
        <>
          <PageHeader title={companyHistory.title(change)} actions={<ChangeActions change={change} />} />
          <ChangeOverview change={change} />
        </>
      )}
    </Answer>
  );
}
