import type { PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/kit/call/context";

/** A translation that was written or taken away. */
export interface WrittenText {
  parentId: string;
  languageId: string;
}

type Look = (ctx: Ctx, written: WrittenText[]) => Promise<void>;

const looks = new Map<PgTable, Look>();

/** Who looks at each text of a table that is written, in the transaction of the write. */
export function lookAtTexts(table: PgTable, look: Look): void {
  looks.set(table, look);
}

/** Call it behind each write of a table's texts, within its transaction. */
export async function textsWritten(ctx: Ctx, table: PgTable, written: WrittenText[]): Promise<void> {
  if (written.length > 0) await looks.get(table)?.(ctx, written);
}
