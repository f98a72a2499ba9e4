type Ask = (go: () => void) => void;

const guards = new Set<Ask>();

/** Asks `ask` before the page is left, until the answer is called. */
export function guardLeaving(ask: Ask) {
  guards.add(ask);
  return () => {
    guards.delete(ask);
  };
}

/** Leaves the page by `go`, or lets the guard of unsaved work ask first. For ways out that are no links. */
export function leaveBy(go: () => void) {
  const [ask] = guards;
  if (ask) ask(go);
  else go();
}

let isReturning = false;

/** Goes back over the history entry that a guard had added. */
export function returnOverEntry() {
  isReturning = true;
  window.addEventListener(
    "popstate",
    () => {
      isReturning = false;
    },
    { once: true },
  );
  window.history.back();
}

/** Does something to the page's own history entry, once no guard's is above it. */
export function onOwnEntry(act: () => void) {
  if (isReturning) window.addEventListener("popstate", () => act(), { once: true });
  else act();
}
