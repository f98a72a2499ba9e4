/** A part of a screen that comes by a script of its own, such as `() => import("./palette")`. */
export type Part = () => Promise<unknown>;
/** Calls once the browser has nothing else to do; what it gives back calls it off. */
export type WhenIdle = (run: () => void) => () => void;

/**
 * Loads parts one after the other, each in an idle moment of its own. One that fails is left: it is asked for again when
 * somebody opens it, who then sees why.
 * @returns stops before the next one
 */
export function loadAhead(parts: readonly Part[], whenIdle: WhenIdle): () => void {
  const [first, ...others] = parts;
  if (!first) return () => undefined;
  let isStopped = false;
  let stop = whenIdle(async () => {
    await first().catch(() => undefined);
    if (!isStopped) stop = loadAhead(others, whenIdle);
  });
  return () => {
    isStopped = true;
    stop();
  };
}
