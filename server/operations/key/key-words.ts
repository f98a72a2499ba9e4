import type { KeyUse } from "@/server/kit/secret/key-use";

/** "3 webhooks and 2 authenticators"; not a text: said to operators in a terminal. */
export const listed = (uses: Pick<KeyUse, "what" | "rows">[]) =>
  uses
    .filter(({ rows }) => rows > 0)
    .map(({ what, rows }) => `${rows} ${what}`)
    .join(", ");
