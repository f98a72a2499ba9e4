"use client";

import Link from "next/link";
import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { t } from "@/texts/t";
import styles from "./lanes.module.css";
import { named, pathOf } from "./lanes.rules";
import { type Line, lastOf, type Range, valueText } from "./plot.rules";

interface Props {
  /** what is shown, for a screen reader */
  title: string;
  /** from left to right: when, what is known of it, and the list behind it */
  points: { name: string; text: string; href: string }[];
  lines: (Line & { range: Range })[];
  /** without data, in points */
  gaps: { from: number; until: number; text: string }[];
  /** what lasted for a time, in points */
  bands: {
    label: string;
    items: { id: string; from: number; until: number; colour: string; text: string; href: string }[];
  };
  /** what happened at a moment, in points */
  marks: { label: string; items: { id: string; at: number; name: string; text: string }[] };
}

/** The arrow keys walk through the points, of which one can be reached by the tab key. */
function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by === undefined) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>("[data-point]")];
  all[all.indexOf(document.activeElement as HTMLElement) + by]?.focus();
}

/**
 * Several things over the same time, one below the other: lines, what lasted, and what happened. Drawn by the browser from what
 * the server sends, without a library. A point leads to the list behind it.
 */
export function Lanes({ title, points, lines, gaps, bands, marks }: Props) {
  const [at, setAt] = useState<number>();
  const count = points.length;
  const left = (place: number): CSSProperties => ({ left: `${(place / count) * 100}%` });
  const across = (from: number, until: number): CSSProperties => ({
    ...left(from),
    width: `${((until - from) / count) * 100}%`,
  });
  const hasName = named(marks.items.map((mark) => mark.at / count));
  const shown = at === undefined ? undefined : points[at];
  return (
    <figure className={styles.figure} aria-label={t(title)}>
      <div className={styles.lanes}>
        <div className={styles.behind} aria-hidden>
          {gaps.map(({ from, until, text }) => (
            <i key={from} className={styles.gap} style={across(from, until)} title={text} />
          ))}
          {marks.items.map(({ id, at }) => (
            <i key={id} className={styles.mark} style={left(at)} />
          ))}
        </div>
        {lines.map((line) => (
          <div key={line.label} className={styles.lane}>
            <div className={styles.label}>
              <span>{line.label}</span>
              <b>{valueText(lastOf(line), line.range)}</b>
            </div>
            <svg className={styles.line} viewBox={`0 0 ${count} 100`} preserveAspectRatio="none" aria-hidden>
              <path d={pathOf(line.values, line.range)} style={{ stroke: line.colour }} />
            </svg>
          </div>
        ))}
        {marks.items.length > 0 && (
          <div className={styles.lane}>
            <div className={styles.label}>{t(marks.label)}</div>
            <div className={styles.names}>
              {marks.items.map(
                ({ id, at, name, text }, index) =>
                  hasName[index] && (
                    <span key={id} style={left(at)} title={text}>
                      {name}
                    </span>
                  ),
              )}
            </div>
          </div>
        )}
        {bands.items.length > 0 && (
          <div className={styles.lane}>
            <div className={styles.label}>{t(bands.label)}</div>
            <div className={styles.bands}>
              {bands.items.map(({ id, from, until, colour, text, href }) => (
                <Link
                  key={id}
                  href={href}
                  prefetch={false}
                  title={text}
                  aria-label={text}
                  style={{ ...across(from, until), background: colour }}
                />
              ))}
            </div>
          </div>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links within are what is pressed */}
        <div className={styles.points} onKeyDown={onKeyDown} onPointerLeave={() => setAt(undefined)}>
          {points.map(({ name, text, href }, index) => (
            <Link
              key={name}
              data-point
              href={href}
              prefetch={false}
              tabIndex={index === count - 1 ? 0 : -1}
              aria-label={`${name}: ${text}`}
              onPointerEnter={() => setAt(index)}
              onFocus={() => setAt(index)}
              onBlur={() => setAt(undefined)}
            />
          ))}
        </div>
      </div>
      <figcaption className={styles.caption}>
        {shown ? (
          <span>
            <b>{shown.name}</b> {shown.text}
          </span>
        ) : (
          <>
            <span>{points[0]?.name}</span>
            {gaps.length > 0 && <span className={styles.legend}>{t("No messages")}</span>}
            <span>{points.at(-1)?.name}</span>
          </>
        )}
      </figcaption>
    </figure>
  );
}
