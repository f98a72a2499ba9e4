"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "@/texts/t";
import styles from "./plot.module.css";
import {
  type Bar,
  barHeight,
  type Line,
  type Mark,
  onlyPlace,
  type Point,
  plotHeight,
  type Range,
  rangeOf,
  valueText,
} from "./plot.rules";
import { LineNames } from "./plot-names";
import { PlotTable } from "./plot-table";

interface LinePlotProps {
  /** what is counted, for a screen reader */
  title: string;
  /** what a point is, such as "Week" */
  unit: string;
  /** from left to right */
  points: Point[];
  lines: Line[];
  range?: Range;
  marks?: Mark[];
}

/** The same room as the plot, so that nothing moves when it comes. */
const Room = ({ height }: { height: number }) => <div className={styles.room} style={{ height }} aria-hidden />;

const LineChart = dynamic(() => import("./plot-chart").then((charts) => charts.LineChart), {
  ssr: false,
  loading: () => <Room height={plotHeight} />,
});

/**
 * The width that there is to draw in, 0 on a tab that is not shown. Heard of before what is drawn in it hears of it, and a
 * width of 0 takes effect at once: the charts complain of one.
 */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setWidth(width);
      else flushSync(() => setWidth(0));
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** What is known where a line would be a dot in an empty field. */
function OnlyPoint({ lines, points, place, range }: Omit<LinePlotProps, "range"> & { place: number; range: Range }) {
  const known = lines.flatMap(({ label, values }) => {
    const value = values[place] ?? null;
    return value === null ? [] : t("{title}: {value}", { title: label, value: valueText(value, range) });
  });
  const point = points[place];
  return (
    <p className={styles.only}>
      {known.join(", ")} {point && <Link href={point.href}>{point.name}</Link>}
      <small>{t("A line is drawn as soon as there is a second value.")}</small>
    </p>
  );
}

/**
 * Counts over time, each line named at its end with its last value. A point leads to the list behind it, by the mouse or
 * by the arrow keys and Enter; the same data stands in a table for a screen reader.
 */
export function LinePlot({ range, marks = [], ...props }: LinePlotProps) {
  const { ref, width } = useWidth();
  const field = range ?? rangeOf(props.lines);
  const place = onlyPlace(props.lines);
  if (place !== undefined) return <OnlyPoint {...props} place={place} range={field} />;
  const named = [...new Map(marks.map((mark) => [mark.label, mark])).values()];
  return (
    <figure className={styles.plot}>
      <div className={styles.field}>
        {/* On a tab that is not shown there is no width to draw in. */}
        <div ref={ref}>
          {width > 0 ? <LineChart {...props} range={field} marks={marks} /> : <Room height={plotHeight} />}
        </div>
        <LineNames lines={props.lines} range={field} />
      </div>
      {named.length > 0 && (
        <figcaption className={styles.marks}>
          {named.map(({ label, colour }) => (
            <span key={label}>
              <i style={{ background: colour }} />
              {label}
            </span>
          ))}
        </figcaption>
      )}
      <PlotTable {...props} range={field} />
    </figure>
  );
}

const BarChart = dynamic(() => import("./plot-chart").then((charts) => charts.BarChart), { ssr: false });

/** Counts side by side, each with its name and number; one with an `href` is a link. */
export const BarPlot = ({ bars }: { bars: Bar[] }) => (
  <div style={{ minHeight: bars.length * barHeight }}>
    <BarChart bars={bars} />
  </div>
);
