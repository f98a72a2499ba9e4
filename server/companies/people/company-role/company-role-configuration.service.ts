import { eq } from "drizzle-orm";
import { companyRoles } from "@/db/schema";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { companyOf } from "@/server/kit/list/scope";
import { manyOf } from "@/server/kit/record/many-service";
import { t } from "@/texts/t";
import { assertHolds } from "./company-role.rules";
import { companyRoleService } from "./company-role.service";
import { ListCompanyRoleConfigurations } from "./company-role-configuration.schema";

interface Configuration {
  companyRoleId: string;
  isActivated?: boolean;
  isDefault?: boolean;
}
type Role = typeof companyRoles.$inferSelect;

const many = manyOf(companyRoleService);

const list = listService({
  table: companyRoles,
  company: companyRoles.companyId,
  input: ListCompanyRoleConfigurations,
  sort: {
    title: companyRoles.title,
    isActivated: companyRoles.isActivated,
    isDefault: companyRoles.isDefault,
    createdAt: companyRoles.createdAt,
    updatedAt: companyRoles.updatedAt,
  },
  filters: {},
  load: (ctx, ids) =>
    ctx.db
      .select({
        id: companyRoles.id,
        companyRoleId: companyRoles.id,
        isActivated: companyRoles.isActivated,
        isDefault: companyRoles.isDefault,
      })
      .from(companyRoles)
      .where(oneOf(companyRoles.id, ids)),
});

/** What each role of the company is to be; one that becomes the default takes the place of the one before. */
function configured(roles: Role[], items: Configuration[]) {
  const isMoved = items.some(({ isDefault }) => isDefault);
  return roles.map((role) => {
    const { isActivated = role.isActivated, isDefault = role.isDefault && !isMoved } =
      items.find(({ companyRoleId }) => companyRoleId === role.id) ?? {};
    return { role, isActivated, isDefault };
  });
}

function assertKnownOnce(roles: Role[], items: Configuration[]) {
  for (const [index, { companyRoleId }] of items.entries()) {
    const path = `items.${index}.companyRoleId`;
    if (!roles.some(({ id }) => id === companyRoleId)) throw unknownReference(path, "company role");
    if (items.findIndex((item) => item.companyRoleId === companyRoleId) < index)
      throw broken(path, "This role is in the list twice.");
  }
}

/** Which roles of a company count, and which one is its default (document 4.5, decisions 8, Matrices). */
export const companyRoleConfigurationService = {
  ...list,

  /**
   * Sets what is given; the rest stays. A deactivated role gives no rights from the next request on.
   * @throws AppError 422 where there is not exactly one default afterwards, or it is deactivated; `forbidden` for a role
   * with a right that the caller does not hold
   */
  updateAll: (ctx: KnownCtx, items: Configuration[]) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const { id } = companyRoles;
      const ids = await ctx.db
        .select({ id })
        .from(companyRoles)
        .where(eq(companyRoles.companyId, companyOf(ctx)));
      const roles = await many.lockMany(
        ctx,
        ids.map((row) => row.id),
      );
      assertKnownOnce(roles, items);
      const all = configured(roles, items);
      const [first, ...others] = all.filter(({ isDefault }) => isDefault);
      if (!first || others.length) throw broken("items", "A company has exactly one default role.");
      if (!first.isActivated)
        throw broken("items", t("The default role “{role}” stays activated.", { role: first.role.title }));
      for (const { role, isActivated, isDefault } of all)
        if (isActivated !== role.isActivated || (isDefault && !role.isDefault))
          assertHolds(ctx, role.title, role.permissions);
      const edits = all.map(({ role, isActivated, isDefault }) => ({
        id: role.id,
        values: { isActivated, isDefault },
        action: "configure",
      }));
      // The former default goes first, because there is never a second one.
      await many.updateMany(
        ctx,
        edits.filter(({ values }) => !values.isDefault),
      );
      await many.updateMany(
        ctx,
        edits.filter(({ values }) => values.isDefault),
      );
    }),
};
