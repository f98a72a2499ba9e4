"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo, Status } from "@/components/ui/value";
import { AlertForm } from "./alert.form";
import { LevelMark, levelSource } from "./alert.words";
import { AlertTranslations } from "./alert-translations.tab";

const openOn = (id: string) => `/pers-alerts?alert=${id}&isOpen=true`;

export const AlertSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="alerts"
    id={id}
    one="alert"
    objectType="alert"
    title={(record) => record.alertLabel}
    beside={(record) => <Status tone={record.isActivated ? "ok" : "quiet"}>{record.isActivated ? "On" : "Off"}</Status>}
    facts={(record) => (
      <>
        <LevelMark level={record.levelAlert} />
        <span>{record.code}</span>
        <LinkTo href={openOn(id)}>
          {`Open on ${record.openCount.toLocaleString("en")} ${record.openCount === 1 ? "device" : "devices"}`}
        </LinkTo>
      </>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <AlertForm record={record} /> },
      { key: "translations", title: "Translations", content: (record) => <AlertTranslations record={record} /> },
    ]}
    fields={{
      alertLabel: "Label",
      code: "Code",
      levelAlertId: { title: "Level", source: levelSource },
      topicAlert: "Topic",
      groupAlert: "Group",
      rule: "Rule",
      isActivated: "Switched on",
    }}
    needs="alert.write"
    remove={{
      list: "/alerts",
      href: (id) => `/alerts/${id}`,
      usedBy: (id) => ({ title: "Show where it was raised", href: `/pers-alerts?alert=${id}` }),
    }}
  />
);
