const keyOf = (cell: string) => `persdesk.desk-draft.${cell}`;

/** The draft of that cell, if the browser kept one. */
export function readDraft(cell: string): Record<string, string> | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(cell)) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === "string"));
  } catch {
    return undefined;
  }
}

/** Keeps what is typed in the browser until it is saved; `undefined` forgets it. A full or forbidden storage is no error. */
export function keepDraft(cell: string, draft: Record<string, string> | undefined) {
  try {
    if (draft) window.localStorage.setItem(keyOf(cell), JSON.stringify(draft));
    else window.localStorage.removeItem(keyOf(cell));
  } catch {
    // The text still stands on the screen.
  }
}
