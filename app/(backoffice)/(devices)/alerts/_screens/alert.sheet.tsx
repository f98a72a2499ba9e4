"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo, OnOff } from "@/components/ui/value";
import { persAlerts } from "../../pers-alerts/pers-alert.resource";
import { alerts } from "../alert.resource";
import { AlertForm } from "./alert.form";
import { LevelMark } from "./alert.words";
import { AlertTranslations } from "./alert-translations.tab";

export const AlertSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={alerts}
    id={id}
    beside={(record) => <OnOff isOn={record.isActivated} />}
    facts={(record) => (
      <>
        <LevelMark level={record.levelAlert} />
        <span>{record.code}</span>
        <LinkTo href={persAlerts.list({ alert: id, isOpen: true })}>
          {`Open on ${record.openCount.toLocaleString("en")} ${record.openCount === 1 ? "device" : "devices"}`}
        </LinkTo>
      </>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <AlertForm record={record} /> },
      { key: "translations", title: "Translations", content: (record) => <AlertTranslations record={record} /> },
    ]}
    remove={() => ({ title: "Show where it was raised", href: persAlerts.list({ alert: id }) })}
  />
);
