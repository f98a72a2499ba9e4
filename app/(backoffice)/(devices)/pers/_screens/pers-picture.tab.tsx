"use client";

import { SegmentedControl } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { Lanes } from "@/components/ui/lanes";
import { placeOf } from "@/components/ui/lanes.rules";
import { dayOf, minuteOf } from "@/components/ui/time";
import { gapsOf, type PictureSpan, pictureSpans } from "@/server/devices/iot/iot-picture.rules";
import { readingOf } from "@/server/devices/reading/reading.rules";
import type { AppRouter } from "@/server/root";
import { iso } from "@/texts/clock";
import { t } from "@/texts/t";
import { iotMessages } from "../../iot-messages/iot-message.resource";
import { pers } from "../pers.resource";
import styles from "./pers-part.module.css";

type Picture = inferRouterOutputs<AppRouter>["iotMessages"]["picture"];

const spanWords: Record<PictureSpan, string> = {
  day: "24 hours",
  week: "7 days",
  month: "30 days",
  quarter: "90 days",
};

const colour = "var(--pd-accent-line)";
const minuteText = (at: string) => `${dayOf(at)}, ${minuteOf(at)}`;

/** What a point says, for who points at it. */
function pointText({ isHeard, batteryLevel, signal }: Picture["points"][number]): string {
  if (!isHeard) return t("no message");
  const known = [
    batteryLevel !== null && t("battery {level}", { level: readingOf("batteryLevel", batteryLevel) }),
    signal !== null && t("signal {strength}", { strength: readingOf("signal", signal) }),
  ].filter(Boolean);
  return known.length > 0 ? known.join(", ") : t("messages without battery or signal");
}

const alertText = ({ label, level, startedAt, endedAt }: Picture["alerts"][number]) => {
  const said = { label, level: level.label, start: minuteText(startedAt) };
  return endedAt === null
    ? t("{label} ({level}), open since {start}", said)
    : t("{label} ({level}), {start} to {end}", { ...said, end: minuteText(endedAt) });
};

function Drawn({ id, serial, picture }: { id: string; serial: string; picture: Picture }) {
  const { span, points, alerts, firmware } = picture;
  const { step } = pictureSpans[span];
  const first = Date.parse(points[0]?.at ?? "");
  const at = (moment: string) => placeOf(Date.parse(moment), first, step, points.length);
  const isByDay = step === pictureSpans.month.step;
  const until = (index: number) => points[index]?.at ?? iso(Date.now());
  return (
    <Lanes
      title="Battery, signal, alerts and firmware over time"
      points={points.map((point) => ({
        name: isByDay ? dayOf(point.at) : minuteText(point.at),
        text: pointText(point),
        href: iotMessages.list({
          persSerialNumber: serial,
          dtBegin: point.at,
          dtEnd: iso(Date.parse(point.at) + step - 1),
        }),
      }))}
      lines={[
        {
          label: t("Battery"),
          colour,
          values: points.map(({ batteryLevel }) => batteryLevel),
          range: { bottom: 0, top: 100, unit: "%" },
        },
        {
          label: t("Signal"),
          colour,
          values: points.map(({ signal }) => signal),
          range: { bottom: -130, top: -40, unit: "dBm" },
        },
      ]}
      gaps={gapsOf(points, step, picture.isHeardBefore).map(([from, end]) => ({
        from,
        until: end,
        text: t("No messages from {start} to {end}", { start: minuteText(until(from)), end: minuteText(until(end)) }),
      }))}
      bands={{
        label: "Alerts",
        items: alerts
          .toSorted((one, other) => other.level.rank - one.level.rank)
          .map((alert) => ({
            id: alert.id,
            from: at(alert.startedAt),
            until: alert.endedAt === null ? points.length : at(alert.endedAt),
            colour: alert.level.color,
            text: alertText(alert),
            href: pers.record(id, "alerts"),
          })),
      }}
      marks={{
        label: "Firmware",
        items: firmware.toReversed().map(({ id, version, installedAt }) => ({
          id,
          at: at(installedAt),
          name: version ?? "–",
          text: t("Firmware {version}, {when}", { version: version ?? "–", when: minuteText(installedAt) }),
        })),
      }}
    />
  );
}

/** How a device went: battery, signal, alerts, silences and firmware in one picture, over a span that has data. */
export function PersPictureSection({ id, serial }: { id: string; serial: string }) {
  const [span, setSpan] = useState<PictureSpan>("month");
  const query = trpc.iotMessages.picture.useQuery({ persId: id, span }, { placeholderData: (before) => before });
  const shown = query.data?.span ?? span;
  return (
    <Section title="How it went">
      <div className={styles.span}>
        <SegmentedControl
          size="xs"
          aria-label={t("Span")}
          data={Object.entries(spanWords).map(([value, label]) => ({ value, label: t(label) }))}
          value={shown}
          onChange={(next) => setSpan(next as PictureSpan)}
        />
        {shown !== span && !query.isPlaceholderData && (
          <span className={styles.lead}>
            {t("The chosen span has too little data: {span} are shown.", { span: t(spanWords[shown]) })}
          </span>
        )}
      </div>
      <Answer of={query}>
        {(picture) =>
          picture.isHeard ? (
            <Drawn id={id} serial={serial} picture={picture} />
          ) : (
            <p className={styles.lead}>{t("No message of the last 90 days is kept.")}</p>
          )
        }
      </Answer>
    </Section>
  );
}
