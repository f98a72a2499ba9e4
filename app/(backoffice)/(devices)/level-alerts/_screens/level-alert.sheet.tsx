"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo } from "@/components/ui/value";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { alerts } from "../../alerts/alert.resource";
import { levelAlerts } from "../level-alert.resource";
import { LevelAlertForm } from "./level-alert.form";
import { LevelAlertTranslations } from "./level-alert-translations.tab";

const alertsOf = (levelAlertId: string) => alerts.list({ levelAlertId });

export const LevelAlertSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={levelAlerts}
    id={id}
    beside={(record) => <LevelMark level={{ label: `Rank ${record.rank}`, color: record.color }} />}
    facts={(record) => (
      <LinkTo href={alertsOf(id)}>{`${record.alertsCount} ${record.alertsCount === 1 ? "alert" : "alerts"}`}</LinkTo>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <LevelAlertForm record={record} /> },
      { key: "translations", title: "Translations", content: (record) => <LevelAlertTranslations record={record} /> },
    ]}
    remove={() => ({ title: "Show its alerts", href: alertsOf(id) })}
  />
);
