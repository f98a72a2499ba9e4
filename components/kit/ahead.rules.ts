/** Loads a part of a screen that comes by a script of its own. */
type Loader<Part> = () => Promise<Part>;
/** Calls once the browser has nothing else to do; what it gives back calls it off. */
export type WhenIdle = (run: () => void) => () => void;

/**
 * A promise that calls at once. React shows a part at once whose promise does so; one that it has to wait for, and be it
 * for a moment, it shows 300 ms after what stands there meanwhile.
 */
const given = <Value>(value: Value): Promise<Value> =>
  // biome-ignore lint/suspicious/noThenProperty: it is meant to be taken for a promise
  ({ then: (use: (value: Value) => unknown) => given(use(value)) }) as Promise<Value>; // React calls `then` alone

/**
 * The parts of a screen that are loaded when somebody opens them, or ahead of that.
 * @returns `part` for each, around what `dynamic` of Next is given: `dynamic(part(() => import("./palette")…))`; `ahead`
 * for `useAhead`, which loads them in the order in which they were declared
 */
export function lazyParts() {
  const ahead: Loader<unknown>[] = [];
  function part<Part>(load: Loader<Part>): Loader<Part> {
    let here: Promise<Part> | undefined;
    const loader = () =>
      here ??
      load().then((loaded) => {
        here = given(loaded);
        return loaded;
      });
    ahead.push(loader);
    return loader;
  }
  return { part, ahead };
}

/**
 * Loads parts one after the other, each in an idle moment of its own. One that fails is left: it is asked for again when
 * somebody opens it, who then sees why.
 * @returns stops before the next one
 */
export function loadAhead(parts: readonly Loader<unknown>[], whenIdle: WhenIdle): () => void {
  const [first, ...others] = parts;
  if (!first) return () => undefined;
  let isStopped = false;
  let stop = whenIdle(async () => {
    try {
      await first();
    } catch {}
    if (!isStopped) stop = loadAhead(others, whenIdle);
  });
  return () => {
    isStopped = true;
    stop();
  };
}
