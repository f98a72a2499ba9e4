"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";
import { alertDesk } from "../alert-desk.resource";

const { part, ahead } = lazyParts();
const AlertsTab = dynamic(
  part(() => import("./alerts.tab").then((tab) => tab.AlertsTab)),
  { loading: Bones },
);

/** Its script, to be loaded while nobody waits for it. */
export const riderAlertsTabAhead = ahead;

/** The tab of a person about the alerts of what they ride, for those who may see that. */
export const riderAlertsTab = (may: (permission: typeof alertDesk.may.read) => boolean) =>
  may(alertDesk.may.read)
    ? [{ key: "alerts", title: "Alerts", content: ({ id }: { id: string }) => <AlertsTab about={{ riderId: id }} /> }]
    : [];
