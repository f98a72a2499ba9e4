"use client";

import { otherKinds } from "@/components/kit/audited.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import { wordOf } from "@/components/kit/resource";
import { Differing, Done } from "@/components/kit/sheet/latest-changes";
import { opening } from "@/components/kit/value-text";
import { When } from "@/components/ui/value";
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

const doors = Object.entries({ screen: "Screen", rest: "API", job: "Background" }).map(([value, label]) => ({
  value,
  label,
}));

/** What was changed in the company, of what the person may read there. */
export const CompanyHistoryList = () => (
  <ResourceList
    of={companyHistory}
    isLive
    columns={[
      { key: "at", sort: true, width: "140px", cell: (row) => <When at={row.at} /> },
      { key: "actorLabel", width: "180px", onPhone: true },
      {
        key: "action",
        isLong: true,
        onPhone: true,
        export: ["action", "objectType", "objectLabel"],
        cell: (row) => (
          <>
            <Done entry={row} />
            <Differing entry={row} />
          </>
        ),
      },
      { key: "door", width: "120px", cell: ({ door }) => wordOf(companyHistory, "door").values?.[door] ?? door },
      { key: "differences", hidden: true },
    ]}
    filters={[
      "objectLabel",
      "memberId",
      { kind: "select", name: "kind", options: kinds() },
      { kind: "dates", name: "startDate", until: "endDate", title: "When" },
      { kind: "select", name: "door", options: doors },
      "objectId",
    ]}
    empty="Every change in your company is listed here, with what was there before."
  />
);
