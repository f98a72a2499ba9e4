/** Whether everything is tried (SCALE=long, `npm run test:long`), or each thing once. */
export const isLong = process.env.SCALE === "long";

/** How long a test waits for what comes by itself, in ms: a process that starts on a busy machine takes its time. */
export const patienceMs = 60_000;

/**
 * How much of a soak, a fault series, a sample or a matrix a run holds: enough to see each thing happen, or all of it. For
 * a time that is promised: what a busy machine may take, or the promise.
 */
export const scaled = (small: number, long: number): number => (isLong ? long : small);

/**
 * How often each of `count` things is tried: `long` times where everything is tried, or so often that all of them together
 * are tried about `total` times, so that a run takes no longer with more of them.
 */
export const shared = (total: number, count: number, long: number): number =>
  scaled(Math.max(4, Math.round(total / count)), long);
