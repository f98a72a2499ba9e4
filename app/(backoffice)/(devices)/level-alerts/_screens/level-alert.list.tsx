"use client";

import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { alerts } from "../../alerts/alert.resource";
import { levelAlerts } from "../level-alert.resource";

export const LevelAlertList = () => (
  <ResourceList
    of={levelAlerts}
    columns={[
      { key: "name", sort: "label", width: "200px", cell: (row) => <LevelMark level={row} /> },
      { key: "rank", edit: "number", sort: true, align: "right", width: "90px" },
      {
        key: "alertsCount",
        align: "right",
        width: "100px",
        cell: (row) => <LinkTo href={alerts.list({ levelAlertId: row.id })}>{String(row.alertsCount)}</LinkTo>,
      },
      {
        key: "missingLanguageIds",
        cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
      },
      ...stampColumns,
    ]}
    filters={["label"]}
    empty="A level defines how severe an alert is. Create one before adding alert rules."
  />
);
