import { sql } from "drizzle-orm";
import { roles, userRoles, users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { withParts } from "@/server/permissions";

/** A person of staff as they are now. */
export interface StaffStanding {
  name: string;
  /** an account that is staff's and not disabled */
  isActive: boolean;
  permissions: ReadonlySet<string>;
}

/** How these people of staff stand at this moment, by their ids; who is not there any more is left out. */
export async function staffStanding(ctx: Ctx, userIds: string[]): Promise<Map<string, StaffStanding>> {
  if (userIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      id: users.id,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      isActive: sql<boolean>`(${users.status} = 'active' and ${users.type} = 'Staff')`,
      permissions: sql<string | null>`(select string_agg(array_to_string(r.permissions, ','), ',')
        from ${userRoles} ur join ${roles} r on r.id = ur.role_id where ur.user_id = backoffice.users.id)`,
    })
    .from(users)
    .where(sql`${users.id} = any(${arrayOf(userIds)}::uuid[])`);
  return new Map(
    rows.map(({ id, name, isActive, permissions }) => [
      id,
      { name, isActive, permissions: new Set(withParts(permissions?.split(",") ?? [])) },
    ]),
  );
}
