import { and, asc, eq, getTableColumns, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { companyRoles, roles, listViews as table, userCompanies, userRoles } from "@/db/schema";
import { ownActor } from "@/server/identity/actor";
import { type Ctx, inTransaction, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { Id } from "@/server/kit/call/wire";
import { equals, oneOf } from "@/server/kit/list/list-filters";
import { mayReadList } from "@/server/kit/list/list-rights";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { removableFor } from "@/server/kit/record/removable";
import { type BuiltInView, builtInViews } from "./built-in-view.rules";
import { type CreateListView, ListListViews, type ListView, type UpdateListView } from "./list-view.schema";
import { settingOf } from "./person-setting.service";

type Row = typeof table.$inferSelect;
type View = z.output<typeof ListView>;
type Share = Pick<Row, "share" | "roleId">;

/** How many views of one list a person may have. */
const most = 100;

const personOf = ({ actor }: KnownCtx) => (actor.kind === "user" ? actor : undefined);

/** The roles that a person holds where the views stand: in the company, or in the backoffice. */
const heldRoles = ({ company }: KnownCtx, userId: string) =>
  company
    ? sql`(select ${userCompanies.companyRoleId} from ${userCompanies} where ${userCompanies.userId} = ${userId}
        and ${userCompanies.companyId} = ${company.id} and ${userCompanies.status} = 'active')`
    : sql`(select ${userRoles.roleId} from ${userRoles} where ${userRoles.userId} = ${userId})`;

/** A person's own views, those of their roles, and those of everybody; of the company, or of staff. */
function scope(ctx: KnownCtx): SQL {
  const place = ctx.company ? eq(table.companyId, ctx.company.id) : isNull(table.companyId);
  if (ctx.actor.kind === "system") return sql`${place}`;
  const person = personOf(ctx);
  if (!person || (!ctx.company && person.type !== "Staff")) return sql`false`;
  const theirs = or(
    eq(table.ownerId, person.id),
    eq(table.share, "everybody"),
    and(eq(table.share, "role"), sql`${table.roleId} in ${heldRoles(ctx, person.id)}`),
  );
  return sql`${and(place, theirs)}`;
}

const list = listService({
  table,
  scope,
  input: ListListViews,
  sort: { name: table.name, createdAt: table.createdAt },
  filters: { list: equals(table.list) },
  load: (ctx: Ctx, ids: string[]) => ctx.db.select(getTableColumns(table)).from(table).where(oneOf(table.id, ids)),
});
const crud = recordService(list, { name: "list-view", label: ({ name }) => name });

const mayShare = ({ actor, company }: KnownCtx) =>
  company ? company.rights.has("team-preference.write") : mayDo(actor, "list-view.share");

/** What only its owner sees is its owner's; what others see is of those who may share. */
const mayEdit = (ctx: KnownCtx, { share, ownerId }: Pick<Row, "share" | "ownerId">) =>
  !personOf(ctx)?.actingId && (share === "mine" ? personOf(ctx)?.id === ownerId : mayShare(ctx));

const shown = (ctx: KnownCtx, { ownerId, companyId: _, ...row }: Row): View => ({
  ...row,
  isOwn: personOf(ctx)?.id === ownerId,
  isBuiltIn: false,
  mayEdit: mayEdit(ctx, { share: row.share, ownerId }),
});

const born = new Date(0).toISOString();
const builtIn = ({ id, list, name, query }: BuiltInView): View => ({
  id,
  list,
  name: name(),
  query,
  share: "everybody",
  roleId: null,
  isOwn: false,
  isBuiltIn: true,
  mayEdit: false,
  createdAt: born,
  updatedAt: born,
  version: 1,
});

/** @throws AppError `forbidden` for a list that the caller does not read here, whether there is one of that name or not */
function assertReads(ctx: KnownCtx, list: string) {
  if (!mayReadList(ctx, list)) throw new AppError("forbidden", "You may not see this list.");
}

function assertEdits(ctx: KnownCtx, row: Pick<Row, "share" | "ownerId">) {
  if (!mayEdit(ctx, row)) throw new AppError("forbidden", "Only those who may share views change a shared one.");
}

const rolesHere = ({ db, company }: KnownCtx) =>
  company
    ? db
        .select({ id: companyRoles.id, name: companyRoles.title })
        .from(companyRoles)
        .where(eq(companyRoles.companyId, company.id))
        .orderBy(asc(companyRoles.title), asc(companyRoles.id))
    : db
        .select({ id: roles.id, name: roles.name })
        .from(roles)
        .where(eq(roles.groupCode, "BACKOFFICE"))
        .orderBy(asc(roles.name), asc(roles.id));

/**
 * Who shall see it. A role is one of this company, or of the backoffice.
 * @throws AppError `forbidden` for who may not share; 422 for a role that is not one of these
 */
async function sharedAs(ctx: KnownCtx, { share, roleId }: Share): Promise<Share> {
  if (share === "mine") return { share, roleId: null };
  if (!mayShare(ctx)) throw new AppError("forbidden", "You may keep views for yourself, and not share them.");
  if (share === "everybody") return { share, roleId: null };
  if (!roleId) throw broken("roleId", "Choose the role that sees it.");
  if (!(await rolesHere(ctx)).some(({ id }) => id === roleId)) throw unknownReference("roleId", "role");
  return { share, roleId };
}

/** Whether it is the id of a row, and not the name of a view of the product. */
const isStored = (id: string) => Id.safeParse(id).success;

const noSettings = { opensOn: null, pinned: [], opened: [], layout: {} };

/** Lists as people make them their own: views with names, and what is remembered of how somebody has a list. */
export const listViewService = {
  /** The views of a list that the caller sees, those of the product first, and how they have the list. */
  async of(ctx: KnownCtx, list: string) {
    assertReads(ctx, list);
    const rows = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.list, list), crud.of.reach(ctx)))
      .orderBy(asc(table.name), asc(table.id))
      .limit(1000);
    const settings = await settingOf<typeof noSettings>(ctx, `list:${list}`);
    return {
      views: [...builtInViews.filter((view) => view.list === list).map(builtIn), ...rows.map((row) => shown(ctx, row))],
      settings: { ...noSettings, ...settings },
      mayShare: mayShare(ctx),
      removed: removableFor(ctx, list)?.kind ?? null,
    };
  },

  /** All views that the caller sees, of the lists that they read here. */
  async every(ctx: KnownCtx) {
    const rows = await ctx.db
      .select()
      .from(table)
      .where(crud.of.reach(ctx))
      .orderBy(asc(table.name), asc(table.id))
      .limit(1000);
    const views = [...builtInViews.map(builtIn), ...rows.map((row) => shown(ctx, row))];
    return { items: views.filter(({ list }) => mayReadList(ctx, list)) };
  },

  /** The roles that a view can be shared with. */
  async roles(ctx: KnownCtx) {
    return { items: mayShare(ctx) ? await rolesHere(ctx) : [] };
  },

  create(ctx: KnownCtx, { list, name, query, share = "mine", roleId = null }: z.output<typeof CreateListView>) {
    const { id: ownerId, type } = ownActor(ctx);
    assertReads(ctx, list);
    if (!ctx.company && type !== "Staff") throw new AppError("forbidden");
    return inTransaction(ctx, async (ctx) => {
      const owned = await ctx.db.$count(table, and(eq(table.list, list), eq(table.ownerId, ownerId)));
      if (owned >= most) throw broken("name", "You have 100 views of this list. Delete one first.");
      const row = await crud.create(ctx, {
        list,
        name,
        query,
        ownerId,
        companyId: ctx.company?.id,
        ...(await sharedAs(ctx, { share, roleId })),
      });
      return shown(ctx, row);
    });
  },

  update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdateListView>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await crud.lock(ctx, id, ifMatch);
      assertEdits(ctx, before);
      const { share = before.share, roleId = before.roleId, ...rest } = values;
      if (share === "mine" && before.ownerId !== personOf(ctx)?.id)
        throw broken("share", "Only who made it can keep it for themselves.");
      const isShared = values.share !== undefined || values.roleId !== undefined;
      const shares = isShared ? await sharedAs(ctx, { share, roleId }) : {};
      return shown(ctx, await crud.update(ctx, id, { ...rest, ...shares }, ifMatch));
    }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      assertEdits(ctx, await crud.lock(ctx, id, ifMatch));
      await crud.remove(ctx, id, ifMatch);
    }),

  restore: async (ctx: KnownCtx, id: string) => shown(ctx, await crud.restore(ctx, id, assertEdits)),

  /** A view of a list that the caller sees. @throws AppError `forbidden` for the list; 404 for the view */
  async seen(ctx: KnownCtx, list: string, id: string): Promise<View> {
    assertReads(ctx, list);
    const own = builtInViews.find((view) => view.list === list && view.id === id);
    if (own) return builtIn(own);
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(and(oneOf(table.id, [id].filter(isStored)), eq(table.list, list), crud.of.reach(ctx)));
    if (!row) throw notFound();
    return shown(ctx, row);
  },

  /** The names of the views with these ids that the caller sees, in the reader's language. */
  async named(ctx: KnownCtx, ids: readonly string[]) {
    const stored = ids.filter(isStored);
    const rows = await ctx.db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(and(oneOf(table.id, stored), crud.of.reach(ctx)));
    const names = builtInViews.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name()] as const);
    return new Map([...names, ...rows.map(({ id, name }) => [id, name] as const)]);
  },
};
