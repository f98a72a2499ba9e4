"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo } from "@/components/ui/value";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { LevelAlertForm } from "./level-alert.form";
import { LevelAlertTranslations } from "./level-alert-translations.tab";

const alertsOf = (id: string) => `/alerts?levelAlertId=${id}`;

export const LevelAlertSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="levelAlerts"
    id={id}
    one="alert level"
    objectType="level-alert"
    title={(record) => record.label}
    beside={(record) => <LevelMark level={{ label: `Rank ${record.rank}`, color: record.color }} />}
    facts={(record) => (
      <LinkTo href={alertsOf(id)}>{`${record.alertsCount} ${record.alertsCount === 1 ? "alert" : "alerts"}`}</LinkTo>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <LevelAlertForm record={record} /> },
      { key: "translations", title: "Translations", content: (record) => <LevelAlertTranslations record={record} /> },
    ]}
    fields={{ label: "Name", color: "Colour", rank: "Rank" }}
    needs="alert.write"
    remove={{
      list: "/level-alerts",
      href: (id) => `/level-alerts/${id}`,
      usedBy: (id) => ({ title: "Show its alerts", href: alertsOf(id) }),
    }}
  />
);
