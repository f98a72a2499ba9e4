const hour = 3_600_000;
const day = 24 * hour;

/** For how long a picture goes back, and how long each of its points lasts, in ms. */
export const pictureSpans = {
  day: { length: day, step: hour },
  week: { length: 7 * day, step: 6 * hour },
  month: { length: 30 * day, step: day },
  quarter: { length: 90 * day, step: day },
} as const;

export type PictureSpan = keyof typeof pictureSpans;
const spans = Object.keys(pictureSpans) as PictureSpan[];

/**
 * The span to show in place of the one that was asked for: a longer one where the device said nothing in it, a shorter one where
 * all that it said lies within one point of it.
 * @param newest how long ago its newest message came, and `oldest` its oldest, in ms; null where there is none
 */
export function spanWithData(asked: PictureSpan, newest: number | null, oldest: number | null): PictureSpan {
  if (newest === null || oldest === null) return asked;
  const holds = (span: PictureSpan) => newest < pictureSpans[span].length;
  if (!holds(asked)) return spans.find(holds) ?? asked;
  const isOnePoint = (span: PictureSpan) =>
    Math.min(oldest, pictureSpans[span].length) - newest < pictureSpans[span].step;
  if (!isOnePoint(asked)) return asked;
  const shorter = spans.slice(0, spans.indexOf(asked)).reverse();
  return shorter.find((span) => holds(span) && !isOnePoint(span)) ?? asked;
}

/** A gap is a silence of at least so long, in ms. */
const shortestGap = 6 * hour;

interface Heard {
  at: string;
  isHeard: boolean;
}

/**
 * Where a picture is silent: runs of points without a message, as the indexes of their first point and of the one after the
 * last. What comes before the first message of all is none; neither is a point that has only begun.
 * @param isHeardBefore whether there were messages before the first point
 */
export function gapsOf(
  points: readonly Heard[],
  step: number,
  isHeardBefore: boolean,
): [from: number, until: number][] {
  const gaps: [number, number][] = [];
  let from: number | undefined = isHeardBefore ? 0 : undefined;
  points.forEach(({ isHeard }, index) => {
    if (!isHeard) return;
    if (from !== undefined && (index - from) * step >= shortestGap) gaps.push([from, index]);
    from = index + 1;
  });
  const rest = from === undefined ? 0 : points.length - from;
  if (from !== undefined && rest > 1 && rest * step >= shortestGap) gaps.push([from, points.length]);
  return gaps;
}
