"use client";

import { useElementSize } from "@mantine/hooks";
import dynamic from "next/dynamic";
import styles from "./plot.module.css";
import { type Bar, barHeight, type Line, type Mark, type Point, plotHeight, type Range, rangeOf } from "./plot.rules";
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
 * Counts over time, each line named at its end with its last value. A point leads to the list behind it, by the mouse or
 * by the arrow keys and Enter; the same data stands in a table for a screen reader.
 */
export function LinePlot({ range, marks = [], ...props }: LinePlotProps) {
  const { ref, width } = useElementSize();
  const field = range ?? rangeOf(props.lines);
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
