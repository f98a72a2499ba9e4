"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { TranslationsTab } from "@/components/kit/sheet/translations.tab";
import { LinkTo, OnOff } from "@/components/ui/value";
import { counted } from "@/server/kit/count.rules";
import { persAlerts } from "../../pers-alerts/pers-alert.resource";
import { alerts } from "../alert.resource";
import { AlertForm } from "./alert.form";
import { LevelMark } from "./alert.words";

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
          {`Open on ${counted(record.openCount, "device")}`}
        </LinkTo>
      </>
    )}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <AlertForm record={record} /> },
      {
        key: "translations",
        title: "Translations",
        content: (record) => (
          <TranslationsTab
            of={alerts}
            record={record}
            fields={[
              { name: "title", title: "Title" },
              { name: "description", title: "Description", long: true, optional: true },
            ]}
            source={{ title: record.alertLabel }}
          />
        ),
      },
    ]}
    remove={() => ({ title: "Show where it was raised", href: persAlerts.list({ alert: id }) })}
  />
);
