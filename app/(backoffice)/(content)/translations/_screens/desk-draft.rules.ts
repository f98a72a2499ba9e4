/** A translation that is typed but not saved; `base` is what stood there when the typing began. */
export interface Draft {
  texts: Record<string, string>;
  base: Record<string, string>;
}

const keyOf = (cell: string) => `persdesk.desk-draft.${cell}`;

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");

/** The draft of that cell, if the browser kept one. */
export function readDraft(cell: string): Draft | undefined {
  try {
    const { texts, base } = Object(JSON.parse(window.localStorage.getItem(keyOf(cell)) ?? "null"));
    return isTexts(texts) && isTexts(base) ? { texts, base } : undefined;
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
