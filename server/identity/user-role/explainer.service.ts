import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { groupBy } from "@/server/kit/value/group.rules";
import { moduleCodes } from "@/server/permission-modules.rules";
import { isPermission, permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";
import { type HeldRole, heldRolesOf } from "./held-role.service";
import { missingOf } from "./missing-right.service";

const order = Object.keys(moduleCodes);
const nameOf = (code: string) => (isPermission(code) ? permissionCatalogue[code] : { label: code, module: "" });

/** Each right of these roles once per company, with the roles it comes from; rights that are cut off are kept apart. */
function explained(held: HeldRole[]) {
  const grants = held.flatMap((role) => [
    ...role.permissions.map((permission) => ({ permission, role, isCut: false })),
    ...role.cut.map((permission) => ({ permission, role, isCut: true })),
  ]);
  const rights = groupBy(grants, ({ permission, role }) => `${role.company?.id ?? ""} ${permission}`);
  return [...rights.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { permission, role, isCut } = first;
    const { label, module } = nameOf(permission);
    return {
      permission,
      label: t(label),
      module,
      cutBy: isCut && role.company ? role.company.category : null,
      company: role.company && { id: role.company.id, name: role.company.name },
      through: all.map(({ role: { roleId, role, isCompanyRole } }) => ({ roleId, role, isCompanyRole })),
    };
  });
}

/** Why somebody may do something: from the same rows that each request reads, with the roles they come from. */
export const explainerService = {
  /**
   * What this person can do, and through which role, by module, and what they cannot do, and why; company roles count in
   * their company only.
   */
  async whatCan(ctx: KnownCtx, userId: string) {
    const [user] = await ctx.db
      .select({ status: users.status, type: users.type })
      .from(users)
      .where(eq(users.id, userId));
    if (!user) throw notFound();
    const items = explained(await heldRolesOf(ctx, [userId])).sort(
      (a, b) =>
        (a.company?.name ?? "").localeCompare(b.company?.name ?? "") ||
        order.indexOf(a.module) - order.indexOf(b.module) ||
        a.permission.localeCompare(b.permission),
    );
    const missing = await missingOf(ctx, { id: userId, type: user.type }, items);
    return { isActive: user.status === "active", items, missing };
  },
};
