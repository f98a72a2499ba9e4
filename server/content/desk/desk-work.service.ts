import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { deskAssignments, deskComments, users } from "@/db/schema";
import { fullName } from "@/server/identity/person.service";
import { staffWithRights } from "@/server/identity/user-role/right-holder.service";
import { assertMay } from "@/server/kit/call/admission";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import type { AssignDesk, CommentDesk } from "@/server/kit/desk/desk.schema";
import { findTexts } from "@/server/kit/desk/desk-list";
import { type DeskSource, type FoundText, sourceOf, sourcesFor } from "@/server/kit/desk/desk-source";
import { type At, findText, trailOf } from "@/server/kit/desk/desk-text";
import { audit } from "@/server/kit/record/audit";

const mostComments = 200;
const mostCounted = 1000;

interface Told {
  source: DeskSource;
  found: FoundText;
  languageId: string;
}

/** Writes into the trail of a text what was said or done about it. */
async function tell(ctx: KnownCtx, { source, found, languageId }: Told, action: string, change: [unknown, unknown]) {
  const { objectId, nameOf } = await trailOf(ctx, source, found, languageId);
  const what = action === "assign" ? "assignee" : "comment";
  const changes = { [nameOf(what)]: change };
  await audit(ctx, { objectType: source.name, objectId, objectLabel: found.name, action, changes });
}

/** A text that the caller may work on. @throws AppError 403, 404 */
async function workable(ctx: KnownCtx, { resource, id, languageId }: At): Promise<Told> {
  const source = sourceOf(ctx.actor, resource);
  assertMay(ctx, { permission: source.may.write });
  return { source, found: await findText(ctx, source, id), languageId };
}

const ofCell = (table: typeof deskAssignments | typeof deskComments, { resource, id, languageId }: At) =>
  and(eq(table.resource, resource), eq(table.textId, id), eq(table.languageId, languageId));

const nameOf = async (ctx: Ctx, id: string | undefined) => {
  if (id === undefined) return null;
  const [person] = await ctx.db
    .select({ name: sql<string>`${fullName}` })
    .from(users)
    .where(eq(users.id, id));
  return person?.name ?? null;
};

async function commentsWhere(ctx: KnownCtx, where: SQL | undefined) {
  const rows = await ctx.db
    .select({
      id: deskComments.id,
      content: deskComments.content,
      createdAt: deskComments.createdAt,
      author: sql<string>`${fullName}`,
      authorId: deskComments.authorId,
    })
    .from(deskComments)
    .innerJoin(users, eq(users.id, deskComments.authorId))
    .where(where)
    .orderBy(asc(deskComments.id))
    .limit(mostComments);
  const own = ctx.actor.kind === "user" ? ctx.actor.id : undefined;
  return rows.map(({ authorId, ...row }) => ({ ...row, isOwn: authorId === own }));
}

/** What people say of texts at the translation desk, and who works on which. */
export const deskWorkService = {
  /** Staff to whom texts can be given, with the resources of the caller that each may write. */
  async people(ctx: KnownCtx) {
    const sources = sourcesFor(ctx.actor);
    const people = await staffWithRights(ctx, [...new Set(sources.map(({ may }) => may.write))]);
    return people.map(({ id, name, rights }) => ({
      id,
      name,
      resources: sources.filter(({ may }) => rights.includes(may.write)).map((source) => source.name),
    }));
  },

  /**
   * Gives texts to a person, or takes them back; all or none.
   * @throws AppError 422 for somebody who may not write one of them
   */
  assign: (ctx: KnownCtx, { cells, assigneeId }: z.output<typeof AssignDesk>) =>
    inTransaction(ctx, async (ctx) => {
      const people = assigneeId === null ? [] : await deskWorkService.people(ctx);
      const person = people.find(({ id }) => id === assigneeId);
      let assigned = 0;
      for (const cell of cells) {
        const told = await workable(ctx, cell);
        if (assigneeId !== null && !person?.resources.includes(cell.resource))
          throw broken("assigneeId", "This person may not edit these texts.");
        const [before] = await ctx.db.select().from(deskAssignments).where(ofCell(deskAssignments, cell)).for("update");
        if ((before?.assigneeId ?? null) === assigneeId) continue;
        const { resource, id: textId, languageId } = cell;
        if (assigneeId === null) await ctx.db.delete(deskAssignments).where(ofCell(deskAssignments, cell));
        else
          await ctx.db
            .insert(deskAssignments)
            .values({ resource, textId, languageId, assigneeId })
            .onConflictDoUpdate({
              target: [deskAssignments.resource, deskAssignments.textId, deskAssignments.languageId],
              set: { assigneeId, updatedAt: new Date().toISOString() },
            });
        await tell(ctx, told, "assign", [await nameOf(ctx, before?.assigneeId), person?.name ?? null]);
        assigned++;
      }
      return { assigned };
    }),

  /** The comments on a text in a language, the oldest first. */
  async comments(ctx: KnownCtx, cell: At) {
    await findText(ctx, sourceOf(ctx.actor, cell.resource), cell.id);
    return commentsWhere(ctx, ofCell(deskComments, cell));
  },

  comment: (ctx: KnownCtx, { content, ...cell }: z.output<typeof CommentDesk>) =>
    inTransaction(ctx, async (ctx) => {
      const { actor } = ctx;
      if (actor.kind !== "user") throw new AppError("forbidden", "Only people write comments.");
      const told = await workable(ctx, cell);
      const { resource, id: textId, languageId } = cell;
      const [made] = await ctx.db
        .insert(deskComments)
        .values({ resource, textId, languageId, content, authorId: actor.id })
        .returning({ id: deskComments.id });
      await tell(ctx, told, "comment", [null, content]);
      const [comment] = await commentsWhere(ctx, eq(deskComments.id, made?.id ?? ""));
      if (!comment) throw notFound();
      return comment;
    }),

  /** @throws AppError 403 for a comment of somebody else */
  removeComment: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const [row] = await ctx.db.select().from(deskComments).where(eq(deskComments.id, id)).for("update");
      if (!row) throw notFound();
      const told = await workable(ctx, { resource: row.resource, id: row.textId, languageId: row.languageId });
      if (ctx.actor.kind !== "user" || ctx.actor.id !== row.authorId)
        throw new AppError("forbidden", "Only its author may delete this comment.");
      await ctx.db.delete(deskComments).where(eq(deskComments.id, id));
      await tell(ctx, told, "remove-comment", [row.content, null]);
    }),

  /** How many texts that were given to the caller are not done, by language. */
  async own(ctx: KnownCtx) {
    if (ctx.actor.kind !== "user") return [];
    const assigneeId = ctx.actor.id;
    const given = await ctx.db
      .selectDistinct({ languageId: deskAssignments.languageId })
      .from(deskAssignments)
      .where(eq(deskAssignments.assigneeId, assigneeId));
    const sources = sourcesFor(ctx.actor);
    const counted = async (languageId: string, show: "missing" | "review") => {
      const asked = { languageId, assigneeId, show };
      return (await findTexts(ctx, sources, asked, { skip: 0, take: mostCounted })).length;
    };
    return Promise.all(
      given.map(async ({ languageId }) => ({
        languageId,
        missing: await counted(languageId, "missing"),
        review: await counted(languageId, "review"),
      })),
    );
  },
};
