import { sql } from "drizzle-orm";
import type { KnownCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { countOfList } from "@/server/kit/list/list-rights";
import { listViewService } from "./list-view.service";

/** Views are counted up to so many records. */
const upTo = 1000;
/** Who looks at tabs does not wait longer for their numbers. */
const patienceMs = 250;

/** How many records these views of a list have; those that the caller does not see, and that take too long, are missing. */
export async function countViews(ctx: KnownCtx, list: string, ids: readonly string[]) {
  const { views } = await listViewService.of(ctx, list);
  const items: { id: string; count: number }[] = [];
  for (const { id, query } of views.filter((view) => ids.includes(view.id))) {
    const count = await counted(ctx, list, query);
    if (count !== undefined) items.push({ id, count });
  }
  return { upTo, items };
}

/** Undefined for what takes too long, and for filters that the list refuses, as in a view that an older release made. */
async function counted(ctx: KnownCtx, list: string, query: Readonly<Record<string, string>>) {
  try {
    return await ctx.db.transaction(
      async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', ${String(patienceMs)}, true)`);
        return countOfList({ ...ctx, db: tx, inTransaction: true }, list, query, upTo);
      },
      { accessMode: "read only" },
    );
  } catch (error) {
    const { status, code } = toAppError(error);
    if (status < 500 || code === "unavailable") return undefined;
    throw error;
  }
}
