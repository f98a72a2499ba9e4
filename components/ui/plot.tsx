"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import styles from "./plot.module.css";
import { roundTop, spread } from "./plot.rules";

interface Line {
  label: string;
  /** CSS colour */
  colour: string;
  /** one a point of `points` */
  values: number[];
  /** the list behind the line */
  href?: string;
}

interface LinePlotProps {
  /** what is counted, for a screen reader */
  title: string;
  /** what a point is, such as "Week" */
  unit: string;
  /** names of the points, from left to right */
  points: string[];
  lines: Line[];
  /** the list behind a point */
  href: string;
}

const [height, gap] = [140, 18];
const count = (value: number) => value.toLocaleString("en");

const Area = ({ title, points, lines, href, top }: Omit<LinePlotProps, "unit"> & { top: number }) => {
  const last = Math.max(1, points.length - 1);
  return (
    <div className={styles.area} style={{ height }}>
      <svg viewBox={`0 0 ${last} ${top}`} preserveAspectRatio="none" aria-hidden>
        <title>{title}</title>
        {lines.map(({ label, colour, values }) => (
          <polyline
            key={label}
            className={styles.line}
            stroke={colour}
            points={(values.length === 1 ? [...values, ...values] : values).map((v, x) => `${x},${top - v}`).join(" ")}
          />
        ))}
        {points.map((point, x) => (
          <Link key={point} href={href} prefetch={false} tabIndex={-1}>
            <rect className={styles.hit} x={x - 0.5} y={0} width={1} height={top}>
              <title>
                {[point, ...lines.map((line) => `${line.label}: ${count(line.values[x] ?? 0)}`)].join("\n")}
              </title>
            </rect>
          </Link>
        ))}
      </svg>
      <span className={styles.most} aria-hidden>
        {count(top)}
      </span>
    </div>
  );
};

const DataTable = ({ title, unit, points, lines }: Omit<LinePlotProps, "href">) => (
  <div className={styles.hidden}>
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          {lines.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point, x) => (
          <tr key={point}>
            <th scope="row">{point}</th>
            {lines.map(({ label, values }) => (
              <td key={label}>{count(values[x] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Counts over time: flat lines, each named at its end with its last value; the same data as a table for a screen reader. */
export function LinePlot(props: LinePlotProps) {
  const { points, lines } = props;
  const top = roundTop(lines.flatMap(({ values }) => values));
  const ends = lines.map(({ values }) => height - ((values.at(-1) ?? 0) / top) * height - gap / 2);
  const places = spread(ends, gap, height);
  const wide = Math.max(...lines.map(({ label, values }) => `${label} ${count(values.at(-1) ?? 0)}`.length));
  return (
    <figure className={styles.plot}>
      <div className={styles.field}>
        <Area {...props} top={top} />
        <div className={styles.names} style={{ width: `${wide * 0.45 + 1.5}em` }}>
          {lines.map(({ label, colour, values, href }, index) => {
            const words = (
              <>
                <i style={{ background: colour }} />
                <span>
                  <b>{count(values.at(-1) ?? 0)}</b> {label}
                </span>
              </>
            );
            const place = { position: "absolute", top: places[index] } as const;
            return href ? (
              <Link key={label} href={href} prefetch={false} className={styles.name} style={place}>
                {words}
              </Link>
            ) : (
              <span key={label} className={styles.name} style={place}>
                {words}
              </span>
            );
          })}
        </div>
        <div className={styles.ends} aria-hidden>
          <span>{points[0]}</span>
          {points.length > 1 && <span>{points.at(-1)}</span>}
        </div>
      </div>
      <DataTable {...props} />
    </figure>
  );
}

export interface Bar {
  key: string;
  label: ReactNode;
  value: number;
  href?: string;
  /** a rest, not a thing of its own */
  isQuiet?: boolean;
}

/** Counts side by side, each with its name and number. */
export function Bars({ bars }: { bars: Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={styles.bars}>
      {bars.map(({ key, label, value, href, isQuiet }) => {
        const content = (
          <>
            <span>{label}</span>
            <span className={styles.track} data-quiet={isQuiet || undefined} aria-hidden>
              <span style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span>{count(value)}</span>
          </>
        );
        return (
          <li key={key}>
            {href ? (
              <Link href={href} prefetch={false} className={styles.bar}>
                {content}
              </Link>
            ) : (
              <div className={styles.bar}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
