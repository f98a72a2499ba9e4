"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { Answer } from "@/components/kit/answer";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { LinePlot } from "@/components/ui/plot";
import type { Mark } from "@/components/ui/plot.rules";
import { dayOf } from "@/components/ui/time";
import type { AppRouter } from "@/server/root";
import { dayOnClock, endOfDay, startOfDay } from "@/texts/clock";
import { t } from "@/texts/t";
import { iotMessages } from "../../iot-messages/iot-message.resource";
import styles from "./pers-part.module.css";

type Day = inferRouterOutputs<AppRouter>["iotMessages"]["readingsByDay"]["days"][number];

/** What is marked on the plots, by what the time line calls it. */
const marked: Record<string, Omit<Mark, "at">> = {
  "alert-raised": { label: "Alert raised", colour: "var(--pd-bad)" },
  "firmware-installed": { label: "Firmware installed", colour: "var(--pd-accent-line)" },
  "vehicle-joined": { label: "Assigned to a vehicle", colour: "var(--pd-info)" },
  "vehicle-left": { label: "Removed from a vehicle", colour: "var(--pd-info)" },
};

/** The days of the last 50 events, each kind once a day. */
function useMarks(persId: string, days: Day[]): Mark[] {
  const line = trpc.timeLine.of.useQuery({
    objectType: "pers",
    objectId: persId,
    kinds: ["alert", "firmware", "vehicle"],
    limit: 50,
  });
  const shown = new Set(days.map(({ day }) => day));
  const marks = (line.data?.items ?? []).flatMap((item) => {
    const mark = item.type === "event" ? marked[item.what] : undefined;
    const day = dayOnClock(item.at);
    return mark && shown.has(day) ? [{ ...mark, label: t(mark.label), at: dayOf(day) }] : [];
  });
  return [...new Map(marks.map((mark) => [`${mark.at} ${mark.label}`, mark])).values()];
}

function Plots({ persId, serial, days }: { persId: string; serial: string; days: Day[] }) {
  const marks = useMarks(persId, days);
  const points = days.map(({ day }) => ({
    name: dayOf(day),
    href: iotMessages.list({
      persSerialNumber: serial,
      dtBegin: startOfDay(day),
      dtEnd: endOfDay(day),
    }),
  }));
  const common = { unit: "Day", points, marks };
  return (
    <div className={styles.plots}>
      <LinePlot
        {...common}
        title="Battery at the end of each day"
        lines={[
          {
            label: t("Battery"),
            colour: "var(--pd-accent-line)",
            values: days.map(({ batteryLevel }) => batteryLevel),
          },
        ]}
        range={{ bottom: 0, top: 100, unit: "%" }}
      />
      <LinePlot
        {...common}
        title="Signal at the end of each day"
        lines={[{ label: t("Signal"), colour: "var(--pd-accent-line)", values: days.map(({ signal }) => signal) }]}
        range={{ bottom: -130, top: -40, unit: "dBm" }}
      />
    </div>
  );
}

/** How battery and signal went over the last 30 days, with what happened to the device meanwhile. */
export const PersReadingsSection = ({ id, serial }: { id: string; serial: string }) => (
  <Section title="Battery and signal, last 30 days">
    <Answer of={trpc.iotMessages.readingsByDay.useQuery({ persId: id })}>
      {({ days }) =>
        days.some(({ batteryLevel, signal }) => batteryLevel !== null || signal !== null) ? (
          <Plots persId={id} serial={serial} days={days} />
        ) : (
          <p className={styles.lead}>{t("No message in the last 30 days reported battery or signal.")}</p>
        )
      }
    </Answer>
  </Section>
);
