"use client";

import { SegmentedControl } from "@mantine/core";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Answer } from "@/components/kit/answer";
import { ScreenHeader } from "@/components/kit/page-header";
import { RecordLink } from "@/components/kit/record-link";
import { Section } from "@/components/kit/sheet/facts";
import { PlainTable } from "@/components/ui/plain-table";
import { LinePlot } from "@/components/ui/plot";
import { dayOf } from "@/components/ui/time";
import { None } from "@/components/ui/value";
import { formatted, measured, percentText } from "@/server/kit/value/count.rules";
import { beginningOf, endOfDay } from "@/texts/clock";
import { t } from "@/texts/t";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { alerts } from "../../alerts/alert.resource";
import { persAlerts } from "../../pers-alerts/pers-alert.resource";
import styles from "./alert-figures.module.css";
import { periods, weeksOf } from "./alert-figures.rules";
import { type DeskPlace, DeskProvider, useDesk } from "./alert-place.part";

const day = 86_400_000;

/** Minutes for people: "12 min", "5.4 h", "3.2 d". */
function Lasting({ minutes }: { minutes: number | null }) {
  if (minutes === null) return <None />;
  if (minutes < 90) return measured(minutes, "min", 0);
  return minutes < 48 * 60 ? measured(minutes / 60, "h", 1) : measured(minutes / 1440, t("d"), 1);
}

const columns = {
  weeks: [
    ["week", "Week"],
    ["level.name", "Level"],
    ["raised", "Raised"],
    ["closed", "Closed"],
    ["medianToAcknowledge", "Median to acknowledge, minutes"],
    ["p90ToAcknowledge", "90% acknowledged within, minutes"],
    ["medianToClose", "Median to close, minutes"],
    ["p90ToClose", "90% closed within, minutes"],
  ],
  rules: [
    ["name", "Rule"],
    ["level.name", "Level"],
    ["closed", "Closed"],
    ["falseAlarms", "False alarms"],
    ["share", "Share"],
  ],
} as const;

const formats = { csv: "Export as CSV", xlsx: "Export as Excel", raw: "Export as JSON" } as const;

/** The ways to the files of a table, as it is shown. */
function Files({ of, weeks }: { of: keyof typeof columns; weeks: number }) {
  const desk = useDesk();
  const { router } = desk.of;
  const shown = columns[of].map(([path, title]) => `${path}=${encodeURIComponent(t(title))}`).join(",");
  const href = (format: string) =>
    `/api/export/${router}.${of}?${new URLSearchParams({ ...desk.where, format, columns: shown, weeks: String(weeks) })}`;
  return (
    <p className={styles.files}>
      {Object.entries(formats).map(([format, title]) => (
        <a key={format} href={href(format)} download>
          {t(title)}
        </a>
      ))}
    </p>
  );
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function Weeks({ weeks }: { weeks: number }) {
  const { api, where, at, isStaff } = useDesk();
  const query = api.weeks.rows.useQuery({ ...where, weeks });
  return (
    <Answer of={query}>
      {({ items }) => {
        const names = [...new Set(items.map(({ week }) => week))].sort();
        const of = (name: string) => items.filter(({ week }) => week === name);
        const sunday = (week: string) => new Date(Date.parse(week) + 6 * day).toISOString().slice(0, 10);
        const listOf = (week: string) =>
          isStaff ? persAlerts.list({ startDate: beginningOf(week), endDate: endOfDay(sunday(week)) }) : at;
        if (items.length === 0)
          return <p className={styles.quiet}>{t("Nothing was raised or closed in these weeks.")}</p>;
        return (
          <>
            <LinePlot
              title="Alerts that were raised and closed, by week"
              unit="Week"
              points={names.map((name) => ({ name: dayOf(name), href: listOf(name) }))}
              lines={[
                {
                  label: t("Raised"),
                  colour: "var(--pd-warn)",
                  values: names.map((name) => sum(of(name).map(({ raised }) => raised))),
                },
                {
                  label: t("Closed"),
                  colour: "var(--pd-accent-line)",
                  values: names.map((name) => sum(of(name).map(({ closed }) => closed))),
                },
              ]}
            />
            <Files of="weeks" weeks={weeks} />
            <PlainTable
              heads={[
                "Week",
                "Level",
                "Raised",
                "Closed",
                "Median to acknowledge",
                "90% acknowledged within",
                "Median to close",
                "90% closed within",
              ]}
              className={styles.numbers}
            >
              {items.map((row) => (
                <tr key={`${row.week} ${row.level.id}`}>
                  <td>{dayOf(row.week)}</td>
                  <td>
                    <LevelMark level={row.level} />
                  </td>
                  <td>{formatted(row.raised)}</td>
                  <td>{formatted(row.closed)}</td>
                  <td>
                    <Lasting minutes={row.medianToAcknowledge} />
                  </td>
                  <td>
                    <Lasting minutes={row.p90ToAcknowledge} />
                  </td>
                  <td>
                    <Lasting minutes={row.medianToClose} />
                  </td>
                  <td>
                    <Lasting minutes={row.p90ToClose} />
                  </td>
                </tr>
              ))}
            </PlainTable>
          </>
        );
      }}
    </Answer>
  );
}

function Rules({ weeks }: { weeks: number }) {
  const { api, where, isStaff } = useDesk();
  const query = api.rules.rows.useQuery({ ...where, weeks });
  return (
    <Answer of={query}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.quiet}>{t("No alert was closed in these weeks.")}</p>
        ) : (
          <>
            <Files of="rules" weeks={weeks} />
            <PlainTable heads={["Rule", "Level", "Closed", "False alarms", "Share"]} className={styles.numbers}>
              {items.map(({ alertId, name, level, closed, falseAlarms, share }) => (
                <tr key={alertId}>
                  <td>
                    {isStaff ? (
                      <RecordLink of={alerts} id={alertId}>
                        {name}
                      </RecordLink>
                    ) : (
                      name
                    )}
                  </td>
                  <td>
                    <LevelMark level={level} />
                  </td>
                  <td>{formatted(closed)}</td>
                  <td>{formatted(falseAlarms)}</td>
                  <td>{percentText(share)}</td>
                </tr>
              ))}
            </PlainTable>
          </>
        )
      }
    </Answer>
  );
}

function Figures({ heading }: { heading: string }) {
  const path = usePathname();
  const router = useRouter();
  const weeks = weeksOf(useSearchParams().get("weeks"));
  return (
    <>
      <ScreenHeader of={{ heading }} />
      <SegmentedControl
        size="xs"
        className={styles.period}
        aria-label={t("Period")}
        value={String(weeks)}
        onChange={(chosen) => router.replace(`${path}?weeks=${chosen}`)}
        data={periods.map((count) => ({
          value: String(count),
          label: t("{count, plural, one {# week} other {# weeks}}", { count }),
        }))}
      />
      <Section title="By week">
        <Weeks weeks={weeks} />
      </Section>
      <Section title="False alarms by rule">
        <Rules weeks={weeks} />
      </Section>
    </>
  );
}

/** What a desk did, by week and level, and which rules raise false alarms. */
export const AlertFigures = ({ place, heading }: { place: DeskPlace; heading: string }) => (
  <DeskProvider place={place}>
    <Figures heading={heading} />
  </DeskProvider>
);
