"use client";

import { ChangeActions, ChangeOverview } from "@/app/(backoffice)/(operations)/history/_screens/history.sheet";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { companyHistory } from "../team.resource";

/** One change in the company: who made it, of what, and what was there before. */
export const CompanyHistorySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={companyHistory}
    id={id}
    actions={(change) => <ChangeActions change={change} />}
    overview={(change) => <ChangeOverview change={change} />}
  />
);
