"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { LinkTo } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { alerts } from "../../alerts/alert.resource";
import { levelAlerts } from "../level-alert.resource";
import { LevelAlertForm } from "./level-alert.form";

const alertsOf = (levelAlertId: string) => alerts.list({ levelAlertId });

export const LevelAlertSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={levelAlerts}
    id={id}
    beside={(record) => <LevelMark level={{ name: t("Rank {rank}", { rank: record.rank }), color: record.color }} />}
    facts={(record) => (
      <LinkTo href={alertsOf(id)}>
        {t("{count, plural, one {# alert} other {# alerts}}", { count: record.alertsCount })}
      </LinkTo>
    )}
    about={(record) => [
      "label",
      "rank",
      "minutesToAcknowledge",
      "minutesToClose",
      ["Colour", <LevelMark key="color" level={{ name: record.color, color: record.color }} />],
      [
        "Alerts",
        <LinkTo key="alerts" href={alertsOf(id)}>
          {formatted(record.alertsCount)}
        </LinkTo>,
      ],
    ]}
    edit={(record) => <LevelAlertForm record={record} />}
    tabs={[translationsTab(levelAlerts, [{ name: "label", title: "Name" }], (record) => ({ label: record.label }))]}
    remove={() => ({ title: "Show alert rules", href: alertsOf(id) })}
  />
);
