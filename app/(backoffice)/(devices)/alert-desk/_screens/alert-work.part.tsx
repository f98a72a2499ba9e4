"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { useLinks } from "@/components/kit/base";
import { RecordLink } from "@/components/kit/record-link";
import { ActivityTab } from "@/components/kit/sheet/activity-tab";
import { noEvents } from "@/components/kit/sheet/event-words";
import { Facts, Lines, Section } from "@/components/kit/sheet/facts";
import { useViewer } from "@/components/kit/viewer";
import { LinePlot } from "@/components/ui/plot";
import { dayOf, minuteOf, plannedTime } from "@/components/ui/time";
import { At, LinkTo, None, Phone, Status, When } from "@/components/ui/value";
import { ruleText } from "@/server/devices/alert/alert.rules";
import {
  closeReasonWords,
  type DeskAction,
  deskStatusWords,
  mayFollow,
} from "@/server/devices/alert-desk/alert-desk.rules";
import { fieldTitle, readingWords, unitOf } from "@/server/devices/reading/reading.rules";
import { iso } from "@/texts/clock";
import { t } from "@/texts/t";
import { companies } from "../../../(companies)/companies/company.resource";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { alerts } from "../../alerts/alert.resource";
import { iotMessages } from "../../iot-messages/iot-message.resource";
import { alertDesk } from "../alert-desk.resource";
import styles from "./alert-desk.module.css";
import { type DeskAlert, useDesk } from "./alert-place.part";
import { DeskState, Due } from "./alert-state.words";
import { beforeOn } from "./alert-work.rules";

const minuteText = (at: string) => `${dayOf(at)}, ${minuteOf(at)}`;
const half = 30 * 60_000;

/** The readings around the one that raised the alert, with the value at which its rule raises it. */
function Readings({ alert }: { alert: DeskAlert }) {
  const { api, where, isStaff, pers } = useDesk();
  const links = useLinks(pers);
  const query = api.readings.useQuery({ ...where, id: alert.id });
  const { rule } = alert.alert;
  if (!rule || typeof rule.value !== "number" || typeof alert.value !== "number") return null;
  const threshold = rule.value;
  return (
    <Answer of={query}>
      {({ points }) => {
        const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
        if (known.length < 2) return <p className={styles.quiet}>{t("No messages from around that time are kept.")}</p>;
        const all = [...known, threshold];
        const room = Math.max(1, (Math.max(...all) - Math.min(...all)) * 0.1);
        const raisedIn = points.findLast(({ at }) => at <= alert.startedAt) ?? points[0];
        return (
          <LinePlot
            title="Readings around the alert"
            unit="Time"
            points={points.map(({ at }) => ({
              name: minuteText(at),
              href: isStaff
                ? iotMessages.list({
                    persSerialNumber: alert.pers.nuSerialPersNumber,
                    dtBegin: at,
                    dtEnd: iso(Date.parse(at) + half - 1),
                  })
                : links.record(alert.persId),
            }))}
            lines={[
              {
                label: fieldTitle(rule.field),
                colour: "var(--pd-accent-line)",
                values: points.map(({ value }) => value),
              },
              { label: t("Threshold"), colour: "var(--pd-bad)", values: points.map(() => threshold) },
            ]}
            range={{
              bottom: Math.floor(Math.min(...all) - room),
              top: Math.ceil(Math.max(...all) + room),
              unit: unitOf(rule.field),
            }}
            marks={raisedIn ? [{ at: minuteText(raisedIn.at), label: t("Raised"), colour: "var(--pd-warn)" }] : []}
          />
        );
      }}
    </Answer>
  );
}

/** What was done before on the same device. */
function Before({ alert, hrefOf }: { alert: DeskAlert; hrefOf: (id: string) => string }) {
  const { api, where } = useDesk();
  const query = api.rows.useQuery({ ...where, ...beforeOn(alert.persId) });
  return (
    <Answer of={query}>
      {({ items }) => {
        const others = items.filter(({ id }) => id !== alert.id).slice(0, 6);
        if (others.length === 0)
          return <p className={styles.quiet}>{t("No other alert was raised on this device.")}</p>;
        return (
          <ul className={styles.before}>
            {others.map((other) => (
              <li key={other.id}>
                <Link href={hrefOf(other.id)} prefetch={false}>
                  {other.alert.name}
                </Link>{" "}
                <When at={other.startedAt} />
                <small>
                  {other.deskStatus === "closed" && other.closeReason
                    ? t("{reason}, {name}", {
                        reason: t(closeReasonWords[other.closeReason]),
                        name: other.closedBy?.name ?? t("Nobody"),
                      })
                    : t(deskStatusWords[other.deskStatus])}
                  {other.closeNote && `: ${other.closeNote}`}
                </small>
              </li>
            ))}
          </ul>
        );
      }}
    </Answer>
  );
}

interface ActionsProps {
  alert: DeskAlert;
  act: (action: DeskAction) => void;
  takeOrLeave: () => void;
}

/** What can be done to it, each with its key. */
export function DeskActions({ alert, act, takeOrLeave }: ActionsProps) {
  const { id: me } = useViewer();
  const { write } = useDesk();
  const can = (action: DeskAction) => mayFollow(action, alert.deskStatus);
  const button = (key: string, label: string, onClick: () => void, isFirst = false) => (
    <Button variant={isFirst ? "filled" : "default"} onClick={onClick}>
      {label}
      <kbd aria-hidden>{key}</kbd>
    </Button>
  );
  return (
    <div className={styles.actions}>
      <Allowed needs={write}>
        {can("acknowledge") && button("a", t("Acknowledge"), () => act("acknowledge"), true)}
        {can("close") && button("c", t("Close"), () => act("close"), !can("acknowledge"))}
        {can("assign") && button("m", alert.assignee?.id === me ? t("Give back") : t("Take"), takeOrLeave)}
        {can("snooze") && button("s", t("Snooze"), () => act("snooze"))}
        {can("assign") && (
          <Button variant="default" onClick={() => act("assign")}>
            {t("Assign")}
          </Button>
        )}
        {can("reopen") && button("r", t("Reopen"), () => act("reopen"), true)}
      </Allowed>
    </div>
  );
}

/** How the other parties stand with it: to a company, staff; to staff, the companies that began to work on it. */
function Others({ alert: { staff, companyDesks = [] } }: { alert: DeskAlert }) {
  if (staff) {
    const reason = staff.closeReason ? t(closeReasonWords[staff.closeReason]) : "";
    if (staff.state === "waiting") return null;
    return (
      <p className={styles.quiet}>
        {staff.state === "working" && t("Persdesk is working on it.")}
        {staff.state === "closed" &&
          (reason ? t("Closed by Persdesk: {reason}", { reason }) : t("Closed by Persdesk."))}
      </p>
    );
  }
  if (companyDesks.length === 0) return null;
  return (
    <Section title="At companies">
      <ul className={styles.before}>
        {companyDesks.map(({ company, deskStatus, assignee, closeReason }) => (
          <li key={company.id}>
            <RecordLink of={companies} id={company.id}>
              {company.name}
            </RecordLink>{" "}
            <DeskState status={deskStatus} />
            <small>
              {[assignee?.name, closeReason && t(closeReasonWords[closeReason])].filter(Boolean).join(" · ")}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** How often it came back, and how soon the last time. */
export function cameBack({ occurrences, backAfterMinutes }: DeskAlert): string {
  const times = t("{count, plural, one {# time} other {# times}}", { count: occurrences - 1 });
  if (backAfterMinutes === null) return times;
  const last = t("came back after {minutes, plural, one {# min} other {# min}}", { minutes: backAfterMinutes });
  return `${times}, ${last}`;
}

/** How the work on it stands. */
const workFacts = (alert: DeskAlert): [string, ReactNode][] => [
  ["Assigned to", alert.assignee?.name ?? <None key="assignee" />],
  ...(alert.snoozedUntil ? ([["Snoozed until", plannedTime(alert.snoozedUntil)]] satisfies [string, ReactNode][]) : []),
  ...(alert.deskStatus === "closed"
    ? ([
        ["Closed", <When key="closed" at={alert.closedAt} />],
        ["Closed by", alert.closedBy?.name ?? <None key="closer" />],
        ["Reason", alert.closeReason ? t(closeReasonWords[alert.closeReason]) : <None key="reason" />],
        ["Note", alert.closeNote ? <Lines key="note">{alert.closeNote}</Lines> : <None key="note" />],
      ] satisfies [string, ReactNode][])
    : []),
];

/** One alert: what happened, where, who is concerned, and what was done. */
export function AlertWork({ alert, hrefOf }: { alert: DeskAlert; hrefOf: (id: string) => string }) {
  const { pers, vehicles, riders, isStaff, Notes } = useDesk();
  const { rule } = alert.alert;
  return (
    <>
      <Section title="What happened">
        <p className={styles.rule}>
          {rule ? t("Raised when {rule}.", { rule: ruleText(rule) }) : t("Its rule reads no messages any more.")}{" "}
          {alert.value !== null && readingWords(alert.alert.field, alert.value)}
        </p>
        <Facts
          facts={[
            ["Raised", <At key="raised" at={alert.startedAt} />],
            ...(alert.occurrences > 1 ? [["Came back", cameBack(alert)] satisfies [string, ReactNode]] : []),
            ["Ended", alert.endedAt ? <At key="ended" at={alert.endedAt} /> : t("Open")],
            ...workFacts(alert),
          ]}
        />
        {!alert.isJudged && <p className={styles.quiet}>{t("Its rule is off: messages no longer end it.")}</p>}
        <Readings alert={alert} />
      </Section>
      <Others alert={alert} />
      <Section title="Where and who">
        <Facts
          facts={[
            [
              "PERS device",
              <RecordLink key="pers" of={pers} id={alert.persId}>
                {alert.pers.nuSerialPersNumber}
              </RecordLink>,
            ],
            ["Model", alert.pers.model],
            ["Firmware", alert.pers.firmwareVersion ?? <None key="firmware" />],
            [
              "Vehicle",
              <RecordLink key="vehicle" of={vehicles} id={alert.vehicle?.id}>
                {alert.vehicle && `${alert.vehicle.name}, ${alert.vehicle.brand}`}
              </RecordLink>,
            ],
            [
              "Rider",
              <RecordLink key="rider" of={riders} id={alert.rider?.id}>
                {alert.rider && `${alert.rider.firstName} ${alert.rider.lastName}`}
              </RecordLink>,
            ],
            ["Telephone", <Phone key="phone" number={alert.rider?.phoneNumber ?? null} />],
            [
              "Company",
              <RecordLink key="company" of={companies} id={alert.company?.id}>
                {alert.company?.name}
              </RecordLink>,
            ],
            [
              "Rule",
              <RecordLink key="rule" of={alerts} id={alert.alertId}>
                {alert.alert.name}
              </RecordLink>,
            ],
          ]}
        />
        {isStaff && <LinkTo href={pers.record(alert.persId, "messages")}>{t("Show its messages")}</LinkTo>}
      </Section>
      <Section title="Before on this device">
        <Before alert={alert} hrefOf={hrefOf} />
      </Section>
      {Notes && <Notes id={alert.id} />}
      {isStaff && (
        <Section title="Activity">
          <ActivityTab of={alertDesk} record={alert} words={noEvents} />
        </Section>
      )}
    </>
  );
}

/** Its head: what it is, how grave, how it stands, when it is due. */
export const AlertHead = ({ alert }: { alert: DeskAlert }) => (
  <div className={styles.head}>
    <h2>{alert.alert.name}</h2>
    <LevelMark level={alert.alert.levelAlert} />
    <DeskState status={alert.deskStatus} />
    {!alert.isJudged && <Status tone="quiet">{t("No longer judged")}</Status>}
    <Due alert={alert} />
  </div>
);
