type Ask = (go: () => void) => void;

const guards = new Set<Ask>();

/** Asks `ask` before the page is left, until the answer is called. */
export function guardLeaving(ask: Ask) {
  guards.add(ask);
  return () => {
    guards.delete(ask);
  };
}

/** Leaves the page by `go`, or lets whoever guards unsaved work ask first. For ways out that are no links. */
export function leaveBy(go: () => void) {
  const [ask] = guards;
  if (ask) ask(go);
  else go();
}
