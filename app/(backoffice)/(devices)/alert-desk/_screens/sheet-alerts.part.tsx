"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { Section } from "@/components/kit/sheet/facts";
import { useAhead } from "@/components/kit/use-ahead";
import { useMay, useViewer } from "@/components/kit/viewer";
import { LinkTo, When } from "@/components/ui/value";
import { type DeskAction, mayFollow } from "@/server/devices/alert-desk/alert-desk.rules";
import { t } from "@/texts/t";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { useDeskActions } from "./alert-action.hook";
import type { Deed } from "./alert-action.words";
import { type DeskAlert, type DeskPlace, DeskProvider, useDesk } from "./alert-place.part";
import { DeskState, Due } from "./alert-state.words";
import styles from "./sheet-alerts.module.css";
import { type AlertsOf, closedAlertsOf, openAlertsOf } from "./sheet-alerts.rules";

// A dialog is loaded beside the sheet, before somebody asks for it.
const { part, ahead } = lazyParts();
const AssignDialog = dynamic(part(() => import("./alert-ask.part").then((one) => one.AssignDialog)));
const CloseDialog = dynamic(part(() => import("./alert-ask.part").then((one) => one.CloseDialog)));
const SnoozeDialog = dynamic(part(() => import("./alert-ask.part").then((one) => one.SnoozeDialog)));

type Asking = { action: "snooze" | "close" | "assign"; alert: DeskAlert };

interface RowProps {
  alert: DeskAlert;
  /** on a sheet of something else, the device is named */
  withDevice: boolean;
  act: (deed: Deed) => void;
  ask: (asking: Asking) => void;
}

function AlertRow({ alert, withDevice, act, ask }: RowProps) {
  const { at, write } = useDesk();
  const { id: me } = useViewer();
  const isMine = alert.assignee?.id === me;
  const button = (action: DeskAction, label: string, onClick: () => void) =>
    mayFollow(action, alert.deskStatus) && (
      <Button size="compact-sm" variant="default" onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <LevelMark level={alert.alert.levelAlert} />
        <Link href={`${at}/${alert.id}`} prefetch={false}>
          {alert.alert.name}
        </Link>
        <DeskState status={alert.deskStatus} />
        <Due alert={alert} />
      </div>
      <p className={styles.about}>
        {[withDevice ? alert.pers.nuSerialPersNumber : null, alert.assignee?.name ?? t("Nobody")]
          .filter((word) => word !== null)
          .join(" · ")}{" "}
        · <When at={alert.startedAt} />
      </p>
      <div className={styles.actions}>
        <Allowed needs={write}>
          {button("acknowledge", t("Acknowledge"), () => act({ action: "acknowledge" }))}
          {button("assign", isMine ? t("Give back") : t("Take"), () =>
            act({ action: "assign", userId: isMine ? null : me }),
          )}
          {button("snooze", t("Snooze"), () => ask({ action: "snooze", alert }))}
          {button("assign", t("Assign"), () => ask({ action: "assign", alert }))}
          {button("close", t("Close"), () => ask({ action: "close", alert }))}
          {button("reopen", t("Reopen"), () => act({ action: "reopen" }))}
        </Allowed>
      </div>
    </li>
  );
}

function Alerts({ about }: { about: AlertsOf }) {
  const { api, where, at } = useDesk();
  const router = useRouter();
  const [asking, setAsking] = useState<Asking>();
  useAhead(ahead);
  const act = useDeskActions(
    (id) => router.push(`${at}/${id}`),
    () => undefined,
  );
  const open = api.rows.useQuery({ ...where, ...openAlertsOf(about) });
  const closed = api.rows.useQuery({ ...where, ...closedAlertsOf(about) });
  const row = (alert: DeskAlert) => (
    <AlertRow
      key={alert.id}
      alert={alert}
      withDevice={!("persId" in about)}
      act={(deed) => void act([alert], deed)}
      ask={setAsking}
    />
  );
  const dialog = {
    onClose: () => setAsking(undefined),
    onDone: (deed: Deed) => {
      setAsking(undefined);
      if (asking) void act([asking.alert], deed);
    },
  };
  return (
    <>
      <Section title="Alerts that need work">
        <Answer of={open}>
          {({ items, hasMore }) => (
            <>
              {items.length === 0 && <p className={styles.about}>{t("None.")}</p>}
              <ul className={styles.rows} aria-label={t("Alerts that need work")}>
                {items.map(row)}
              </ul>
              {hasMore && <LinkTo href={at}>{t("There are more at the alert desk")}</LinkTo>}
            </>
          )}
        </Answer>
      </Section>
      {closed.data && closed.data.items.length > 0 && (
        <Section title="Closed last">
          <ul className={styles.rows}>{closed.data.items.map(row)}</ul>
        </Section>
      )}
      {asking?.action === "snooze" && <SnoozeDialog {...dialog} />}
      {asking?.action === "close" && <CloseDialog {...dialog} />}
      {asking?.action === "assign" && <AssignDialog {...dialog} />}
    </>
  );
}

/** The alerts of a device, of a vehicle, or of who rides it, as work: with what is done at the desk. For who sees that. */
export function SheetAlerts({ place, about }: { place: DeskPlace; about: AlertsOf }) {
  const may = useMay();
  if (!may(place.of.may.read)) return null;
  return (
    <DeskProvider place={place}>
      <Alerts about={about} />
    </DeskProvider>
  );
}
