import { and, count, eq } from "drizzle-orm";
import { deskAssignments, deskComments } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";

/** Who works on these texts in a language, and how many comments each has. */
export async function workOn(ctx: Ctx, resource: string, ids: string[], languageId: string) {
  const of = (table: typeof deskAssignments | typeof deskComments) =>
    and(eq(table.resource, resource), oneOf(table.textId, ids), eq(table.languageId, languageId));
  const [given, said] = await Promise.all([
    ctx.db
      .select({ textId: deskAssignments.textId, assigneeId: deskAssignments.assigneeId })
      .from(deskAssignments)
      .where(of(deskAssignments)),
    ctx.db
      .select({ textId: deskComments.textId, n: count() })
      .from(deskComments)
      .where(of(deskComments))
      .groupBy(deskComments.textId),
  ]);
  return {
    assignees: new Map(given.map(({ textId, assigneeId }) => [textId, assigneeId])),
    comments: new Map(said.map(({ textId, n }) => [textId, n])),
  };
}
