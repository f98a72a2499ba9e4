import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companies,
  companyCategories,
  companyRoleAllowManage,
  companyRoles,
  companyRoleTranslations,
  languages,
  userCompanies,
} from "@/db/schema";
import { roleName, roleWords } from "@/server/identity/user-role/company-name.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { speaking } from "@/texts/node";
import { isLanguage } from "@/texts/speech";
import { t } from "@/texts/t";
import { ceilingOf } from "./company-ceiling.service";
import { assertHolds, assertMayHold } from "./company-role.rules";
import { ListCompanyRoles, type SetCompanyRoleRights } from "./company-role.schema";
import { endBeyond, grantOwnCreation } from "./created-role.service";

const membersCount = sql<number>`(select count(*)::int from ${userCompanies}
  where ${userCompanies.companyRoleId} = ${companyRoles}.id and ${userCompanies.status} <> 'disabled')`;

const record = translatedService({
  name: "company-role",
  label: (row) => row.title,
  table: companyRoles,
  texts: companyRoleTranslations,
  parts: [
    { table: companyRoleAllowManage, parent: companyRoleAllowManage.roleManagerId },
    { table: companyRoleAllowManage, parent: companyRoleAllowManage.roleId },
  ],
  company: companyRoles.companyId,
  input: ListCompanyRoles,
  sort: {
    title: companyRoles.title,
    isDefault: companyRoles.isDefault,
    isActivated: companyRoles.isActivated,
    membersCount,
    createdAt: companyRoles.createdAt,
    updatedAt: companyRoles.updatedAt,
  },
  filters: { title: contains(companyRoles.title), roleManagerId: equals(companyRoles.roleManagerId) },
  load: async (ctx, ids) => {
    const rows = await ctx.db
      .select({
        ...getTableColumns(companyRoles),
        name: roleName,
        ceiling: companyCategories.permissions,
        membersCount,
      })
      .from(companyRoles)
      .innerJoin(companies, eq(companies.id, companyRoles.companyId))
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .leftJoin(companyRoleTranslations, roleWords)
      .where(oneOf(companyRoles.id, ids));
    return rows.map(({ ceiling, ...row }) => ({
      ...row,
      permissions: row.permissions.filter((code) => ceiling.includes(code)),
    }));
  },
});

type Values = Partial<
  Pick<typeof companyRoles.$inferInsert, "title" | "description" | "roleManagerId" | "permissions">
>;
type NewRole = Values & { title: string; translations?: { languageId: string; title: string }[] };

const firstRole = { title: "Administrator", isDefault: true } as const;

/** What the first role is called in each of the product's languages. */
async function firstTitles(ctx: Ctx) {
  const active = await ctx.db.select().from(languages).where(eq(languages.status, true));
  return active.flatMap(({ id: languageId, code: language }) =>
    isLanguage(language)
      ? [{ languageId, title: speaking({ language, timeZone: "UTC" }, () => t(firstRole.title)) }]
      : [],
  );
}

const sorted = (codes: string[]) => [...new Set(codes)].sort();

/** @throws AppError 422 for a role that is not one of this company, or the role itself */
async function assertManager(ctx: KnownCtx, companyId: string, id: string | null | undefined, itself?: string) {
  if (!id) return;
  if (id === itself) throw broken("roleManagerId", "A role does not look after itself.");
  const ofCompany = and(eq(companyRoles.id, id), eq(companyRoles.companyId, companyId));
  const [found] = await ctx.db.select({ id: companyRoles.id }).from(companyRoles).where(ofCompany);
  if (!found) throw unknownReference("roleManagerId", "company role");
}

/** The company's roles but this one. */
const othersOf = (ctx: KnownCtx, companyId: string, id?: string) =>
  ctx.db
    .select({ isDefault: companyRoles.isDefault })
    .from(companyRoles)
    .where(and(eq(companyRoles.companyId, companyId), id ? ne(companyRoles.id, id) : undefined));

/**
 * The roles of a company (document 4.5, decisions 3). A role holds rights for companies' people within the ceiling of the
 * company's category; where the ceiling is lowered, what lies above it is cut whenever rights are read. Nobody puts a
 * right into a role, or takes one out, that they do not hold where they are.
 */
export const companyRoleService = {
  ...record,

  /** The first role of a company is its default one. */
  create: (ctx: KnownCtx, { permissions = [], ...values }: NewRole) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const companyId = companyOf(ctx);
      assertMayHold(ctx, values.title, [], permissions, await ceilingOf(ctx, companyId));
      await assertManager(ctx, companyId, values.roleManagerId);
      const isDefault = !(await othersOf(ctx, companyId)).some((role) => role.isDefault);
      const role = await record.create(ctx, { ...values, companyId, isDefault, permissions: sorted(permissions) });
      await grantOwnCreation(ctx, role);
      return role;
    }),

  /** The default role of a company; where it has none, one that holds all that its category allows. */
  first: (ctx: KnownCtx) =>
    inTransaction(ctx, async (ctx) => {
      const companyId = companyOf(ctx);
      const isDefault = and(eq(companyRoles.companyId, companyId), eq(companyRoles.isDefault, true));
      const [role] = await ctx.db.select().from(companyRoles).where(isDefault);
      if (role) return role;
      const permissions = sorted(await ceilingOf(ctx, companyId));
      const { id } = await record.create(ctx, { ...firstRole, permissions, translations: await firstTitles(ctx) });
      return record.lock(ctx, id);
    }),

  /** @throws AppError `forbidden` for rights that the caller does not hold, 422 for those above the ceiling */
  update: (ctx: KnownCtx, id: string, values: Values, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const before = await record.lock(ctx, id, ifMatch);
      await assertManager(ctx, before.companyId, values.roleManagerId, id);
      const permissions = values.permissions && sorted(values.permissions);
      if (permissions) {
        const ceiling = await ceilingOf(ctx, before.companyId);
        const held = before.permissions.filter((code) => ceiling.includes(code));
        assertMayHold(ctx, before.title, held, permissions, ceiling);
      }
      const role = await record.update(ctx, id, { ...values, permissions }, ifMatch);
      if (permissions) await endBeyond(ctx, id);
      return role;
    }),

  /** Sets the rights of several roles, all or none. @throws AppError as `update` */
  setRights: (ctx: KnownCtx, items: z.output<typeof SetCompanyRoleRights>["items"]) =>
    inTransaction(ctx, async (ctx) => {
      for (const { companyRoleId, permissions, ifMatch } of items)
        await companyRoleService.update(ctx, companyRoleId, { permissions }, ifMatch);
    }),

  /** @throws AppError `in_use` while somebody has the role, `rule_broken` for the default one while there are others */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const { title, permissions, isDefault, companyId } = await record.lock(ctx, id, ifMatch);
      assertHolds(ctx, title, permissions);
      if (isDefault && (await othersOf(ctx, companyId, id)).length > 0)
        throw broken("isDefault", "This is the company's default role. Make another one the default first.");
      await record.remove(ctx, id, ifMatch);
    }),

  restore: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const role = await record.restore(ctx, id, (ctx, { title, permissions }) => assertHolds(ctx, title, permissions));
      await endBeyond(ctx, id);
      return role;
    }),

  /**
   * A role of a company that somebody is to get: the named one, or the company's default one; null where it has none.
   * @throws AppError `unknown_reference` for a role of another company, `rule_broken` for a deactivated one
   */
  async toGive(ctx: KnownCtx, companyId: string, id: string | null | undefined) {
    const wanted = id ? eq(companyRoles.id, id) : eq(companyRoles.isDefault, true);
    const [role] = await ctx.db
      .select()
      .from(companyRoles)
      .where(and(eq(companyRoles.companyId, companyId), wanted));
    if (!role && id) throw unknownReference("companyRoleId", "company role");
    if (role && !role.isActivated)
      throw broken("companyRoleId", t("The role “{role}” is deactivated.", { role: role.title }));
    return role ?? null;
  },
};
