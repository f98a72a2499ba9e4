"use client";

import { RecordLink } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { LinkTo, None, OnOff } from "@/components/ui/value";
import { ruleText } from "@/server/devices/alert/alert.rules";
import { t } from "@/texts/t";
import { levelAlerts } from "../../level-alerts/level-alert.resource";
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
          {t("{count, plural, one {Open on # device} other {Open on # devices}}", { count: record.openCount })}
        </LinkTo>
      </>
    )}
    about={(record) => [
      "alertLabel",
      { copy: "code" },
      [
        "Level",
        <RecordLink key="level" of={levelAlerts} id={record.levelAlertId}>
          {record.levelAlert.name}
        </RecordLink>,
      ],
      "topicAlert",
      "groupAlert",
      ["Raised when", record.rule ? ruleText(record.rule) : <None key="rule" />],
      "minutesToReopen",
      "isActivated",
    ]}
    edit={(record) => <AlertForm record={record} />}
    tabs={[
      translationsTab(
        alerts,
        [
          { name: "title", title: "Title" },
          { name: "description", title: "Description", long: true, optional: true },
        ],
        (record) => ({ title: record.alertLabel }),
      ),
    ]}
    remove={() => ({ title: "Show alerts", href: persAlerts.list({ alert: id }) })}
  />
);
