"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";
import { useAhead } from "@/components/kit/use-ahead";
import { useMay } from "@/components/kit/viewer";
import type { AlertsOf } from "../../../(backoffice)/(devices)/alert-desk/_screens/sheet-alerts.rules";
import { fleetPlace } from "./fleet-place.words";

// What is done at the desk is loaded beside the sheet, which shows without it.
const { part, ahead } = lazyParts();
const SheetAlerts = dynamic(
  part(() =>
    import("../../../(backoffice)/(devices)/alert-desk/_screens/sheet-alerts.part").then((one) => one.SheetAlerts),
  ),
  { loading: Bones },
);

/** The company's work on the alerts of what a sheet is about. */
export function FleetAlerts({ about }: { about: AlertsOf }) {
  const seesWork = useMay()(fleetPlace.of.may.read);
  useAhead(ahead);
  if (!seesWork) return null;
  return <SheetAlerts place={fleetPlace} about={about} />;
}
