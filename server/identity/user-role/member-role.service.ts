import { asc, eq, getTableColumns } from "drizzle-orm";
import { companies, companyRoles, companyRoleTranslations, users } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { oneOf } from "@/server/kit/list/list-filters";
import { audit } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { ownActor } from "../actor";
import { membershipService } from "../membership/membership.service";
import { roleName, roleWords } from "./company-name.service";
import { lockGrants } from "./reach.service";
import { allMembershipsOf } from "./user-membership.service";
import { beyond } from "./user-role.rules";

/**
 * The role that somebody has in each of their companies. Giving or taking one needs every right of it, also those above
 * the ceiling, because the ceiling may rise.
 */
export const memberRoleService = {
  async list(ctx: KnownCtx, userId: string) {
    const memberships = await allMembershipsOf(ctx, userId);
    const companyIds = memberships.map(({ company }) => company.id);
    const all = await ctx.db
      .select({ ...getTableColumns(companyRoles), title: roleName })
      .from(companyRoles)
      .leftJoin(companyRoleTranslations, roleWords)
      .where(oneOf(companyRoles.companyId, companyIds))
      .orderBy(asc(companyRoles.title), asc(companyRoles.id));
    const rolesOf = (companyId: string) =>
      all
        .filter((role) => role.companyId === companyId)
        .map(({ id, title, permissions, isActivated }) => {
          const reason = isActivated ? beyond(ctx.actor, permissions) : t("This role is deactivated.");
          return { id, title, reason };
        });
    return {
      items: memberships.map(({ company: { id: companyId, name: companyName }, companyStatus, ceiling, ...one }) => ({
        ...one,
        companyId,
        companyName,
        roles: rolesOf(companyId),
      })),
    };
  },

  /** Gives a member a role of their company, or none. @throws AppError `forbidden` with the reason, `rule_broken` for another company's role */
  set: (ctx: KnownCtx, userCompanyId: string, companyRoleId: string | null, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const actor = ownActor(ctx);
      await lockGrants(ctx);
      const membership = await membershipService.lock(ctx, userCompanyId);
      assertVersion(membership, ifMatch);
      const { userId, companyId } = membership;
      if (membership.companyRoleId === companyRoleId) return memberRoleService.list(ctx, userId);
      const known = await ctx.db.select().from(companyRoles).where(eq(companyRoles.companyId, companyId));
      const wanted = known.find((role) => role.id === companyRoleId);
      if (companyRoleId && !wanted) throw broken("companyRoleId", "This company has no such role.");
      if (wanted && !wanted.isActivated)
        throw broken("companyRoleId", t("The role “{role}” is deactivated.", { role: wanted.title }));
      const former = known.find((role) => role.id === membership.companyRoleId);
      for (const role of [wanted, former]) {
        const reason = role && beyond(actor, role.permissions);
        if (reason) throw new AppError("forbidden", `${role.title}: ${t(reason)}`);
      }
      await membershipService.setRole(ctx, userCompanyId, companyRoleId);
      const [named] = await ctx.db
        .select({ email: users.email, company: companies.name })
        .from(users)
        .innerJoin(companies, eq(companies.id, companyId))
        .where(eq(users.id, userId));
      const entry = { objectType: "user", objectId: userId, objectLabel: named?.email, companyId };
      const changes = {
        [`role in ${named?.company}`]: [former?.title ?? null, wanted?.title ?? null] as [unknown, unknown],
      };
      await audit(ctx, { ...entry, action: "set-company-role", changes });
      return memberRoleService.list(ctx, userId);
    }),
};
