/** A translation that is typed but not saved; `base` is what stood there when the typing began. */
export interface Draft {
  text: string;
  base: string;
}

const keyOf = (cell: string) => `persdesk.label-draft.${cell}`;

/** The draft of that cell, if the browser kept one. */
export function readDraft(cell: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(cell)) ?? "null");
    const { text, base } = (kept ?? {}) as Partial<Draft>;
    return typeof text === "string" && typeof base === "string" ? { text, base } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed in the browser until it is saved; `undefined` forgets it. A full or forbidden storage is no error. */
export function keepDraft(cell: string, draft: Draft | undefined) {
  try {
    if (draft) window.localStorage.setItem(keyOf(cell), JSON.stringify(draft));
    else window.localStorage.removeItem(keyOf(cell));
  } catch {
    // The text still stands on the screen.
  }
}
