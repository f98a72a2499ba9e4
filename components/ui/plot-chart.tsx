"use client";

import { t } from "@/texts/t";
import "@mantine/charts/styles.layer.css";
import { BarsList, LineChart as MantineLineChart } from "@mantine/charts";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useActiveTooltipLabel } from "recharts";
import { formatted } from "@/server/kit/value/count.rules";
import styles from "./plot.module.css";
import {
  type Bar,
  barHeight,
  type Line,
  type Mark,
  type Point,
  plotHeight,
  pointRoom,
  type Range,
  topRoom,
  valueText,
} from "./plot.rules";

// Loaded when a plot is shown (plot.tsx): the library is larger than all else on such a screen.

interface LineChartProps {
  title: string;
  points: Point[];
  lines: Line[];
  range: Range;
  marks: Mark[];
}

/** Tells which point the mouse or the arrow keys are at; the chart's own state is known inside it only. */
function AtPoint({ tell }: { tell: (name: unknown) => void }) {
  const name = useActiveTooltipLabel();
  useEffect(() => tell(name), [name, tell]);
  return null;
}

export function LineChart({ title, points, lines, range, marks }: LineChartProps) {
  const router = useRouter();
  const [at, setAt] = useState<unknown>();
  const { bottom, top } = range;
  const text = (value: number) => valueText(value, range);
  const hasGaps = lines.some(({ values }) => values.includes(null));
  // The library's own props do not know of the label, which it hands on to the drawing.
  const named = {
    "aria-label": t("{title}. Use the arrow keys to move between points and Enter to open the list behind one.", {
      title: t(title),
    }),
  };
  // A name with a dot would be read as a path into the data.
  const data = points.map(({ name }, x) => ({
    name,
    ...Object.fromEntries(lines.map(({ values }, n) => [`line${n}`, values[x] ?? null])),
  }));
  const open = () => {
    const point = points.find(({ name }) => name === at);
    if (point) router.push(point.href);
  };
  return (
    <MantineLineChart
      className={styles.lines}
      h={plotHeight}
      data={data}
      dataKey="name"
      series={lines.map(({ label, colour }, n) => ({ name: `line${n}`, label, color: colour }))}
      valueFormatter={text}
      curveType="linear"
      connectNulls={false}
      withDots={points.length === 1 || hasGaps}
      dotProps={{ r: 2 }}
      referenceLines={marks.map(({ at, colour }) => ({ x: at, color: colour }))}
      strokeDasharray="3 3"
      tickLine="none"
      xAxisProps={{ height: pointRoom, ticks: [points[0], points.at(-1)].flatMap((point) => point?.name ?? []) }}
      yAxisProps={{
        width: 18 + Math.max(text(top).length, text(bottom).length) * 7,
        domain: [bottom, top],
        ticks: [bottom, top],
      }}
      lineChartProps={{
        ...named,
        margin: { top: topRoom, right: 6, bottom: 0, left: 0 },
        onClick: open,
      }}
      onKeyDown={({ key }) => key === "Enter" && open()}
    >
      <AtPoint tell={setAt} />
    </MantineLineChart>
  );
}

export const BarChart = ({ bars }: { bars: Bar[] }) => {
  const data = bars.map((bar) => ({
    ...bar,
    name: bar.label,
    color: bar.isQuiet ? "var(--pd-hover)" : "var(--pd-accent-soft)",
    textColor: "var(--pd-text)",
  }));
  return (
    <BarsList
      data={data}
      variant="filled"
      valueFormatter={(value) => formatted(value)}
      barHeight={barHeight - 4}
      barGap={4}
      minBarSize={2}
      classNames={{ bar: styles.bar, barLabel: styles.barLabel, barValue: styles.barValue }}
      renderBar={(shown, bar) => {
        const { href, hint } = shown as (typeof data)[number]; // what it was given
        return href ? (
          <Link href={href} prefetch={false} title={hint} className={styles.barLink}>
            {bar}
          </Link>
        ) : (
          bar
        );
      }}
    />
  );
};
