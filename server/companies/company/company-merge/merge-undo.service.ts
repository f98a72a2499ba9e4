import { and, eq, inArray, sql } from "drizzle-orm";
import { companyRoleAllowManage, companyRoles, companyTeams, userCompanies, users } from "@/db/schema";
import { membershipService } from "@/server/identity/membership/membership.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { audit } from "@/server/kit/record/audit";
import type { Sides } from "./merge-column.service";

/** Members whose role or team is the other company's since the two were parted: they have none until somebody gives them one. */
async function sortOutMembers(ctx: KnownCtx, { fromId, intoId }: Sides) {
  const { id, companyId, companyRoleId, companyTeamId, isAdmin } = userCompanies;
  const rows = await ctx.db
    .select({
      id,
      companyId,
      isAdmin,
      userId: users.id,
      email: users.email,
      role: companyRoles,
      team: companyTeams,
    })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .leftJoin(companyRoles, eq(companyRoles.id, companyRoleId))
    .leftJoin(companyTeams, eq(companyTeams.id, companyTeamId))
    .where(inArray(companyId, [fromId, intoId]))
    .orderBy(id);
  for (const { id, companyId, isAdmin, userId, email, role, team } of rows) {
    const own = {
      role: role?.companyId === companyId ? role : null,
      team: team?.companyId === companyId ? team : null,
    };
    if (own.role?.id === role?.id && own.team?.id === team?.id) continue;
    await membershipService.place(ctx, id, {
      companyRoleId: own.role?.id ?? null,
      companyTeamId: own.team?.id ?? null,
      isAdmin,
    });
    await audit(ctx, {
      objectType: "user",
      objectId: userId,
      objectLabel: email,
      companyId,
      action: "undo-merge",
      changes: {
        role: [role?.title ?? null, own.role?.title ?? null],
        team: [team?.name ?? null, own.team?.name ?? null],
      },
    });
  }
}

/** After two companies were parted: nothing of the one refers to roles or teams of the other. */
export async function sortOut(ctx: KnownCtx, sides: Sides) {
  await sortOutMembers(ctx, sides);
  const both = [sides.fromId, sides.intoId];
  const foreign = sql`exists (select from ${companyRoles} o where o.id = ${companyRoles.roleManagerId}
    and o.company_id <> ${companyRoles.companyId})`;
  await ctx.db
    .update(companyRoles)
    .set({ roleManagerId: null, version: sql`${companyRoles.version} + 1` })
    .where(and(inArray(companyRoles.companyId, both), foreign));
  const rules = companyRoleAllowManage;
  await ctx.db.delete(rules).where(
    and(
      inArray(rules.companyId, both),
      sql`exists (select from ${companyRoles} o where o.id in (${rules.roleManagerId}, ${rules.roleId})
          and o.company_id <> ${rules.companyId})`,
    ),
  );
}
