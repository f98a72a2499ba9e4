"use client";

import { changeColumns, doorFilter } from "@/app/(backoffice)/(operations)/history/_screens/change.columns";
import { otherKinds } from "@/components/kit/audited.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import { opening } from "@/components/kit/value-text";
import { toldKinds } from "@/server/overview/audit/company-history.rules";
import { t } from "@/texts/t";
import { fleetAlerts, fleetModels } from "../fleet.resource";
import { companyHistory, teamMailTexts, teamRoles, teams } from "../team.resource";

const own: Readonly<Record<string, string>> = {
  "company-team": teams.one,
  "company-role": teamRoles.one,
  "company-mail-template": teamMailTexts.one,
  "company-pers-alert": fleetAlerts.one,
  "vehicle-model": fleetModels.one,
  company: "company",
};

const kinds = () =>
  Object.keys(toldKinds).map((value) => ({ value, label: opening(t(own[value] ?? otherKinds[value] ?? value)) }));

/** What was changed in the company, of what the person may read there. */
export const CompanyHistoryList = () => (
  <ResourceList
    of={companyHistory}
    isLive
    columns={[
      changeColumns.at,
      { key: "actorLabel", width: "180px", onPhone: true },
      changeColumns.change,
      changeColumns.door,
      changeColumns.differences,
    ]}
    filters={[
      "objectLabel",
      "memberId",
      { kind: "select", name: "kind", options: kinds() },
      { kind: "dates", name: "startDate", until: "endDate", title: "When" },
      doorFilter,
      "objectId",
    ]}
    empty="Every change in your company is listed here, with what was there before."
  />
);
