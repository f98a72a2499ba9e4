import { and, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { roles, secondFactors, userRoles, users } from "@/db/schema";
import { env } from "@/env/env";
import type { Actor, Ctx } from "@/server/kit/call/context";
import { withParts } from "@/server/permissions";
import { actorOf } from "./actor";
import { rightsIn } from "./user-role/held-role.service";

/** Who began work that goes on without their session; `actingId` is who sat there under switch-to. */
interface Began {
  actorType: Actor["kind"];
  actorId: string | null;
  actingId: string | null;
}

const staff = alias(users, "staff");

/** Whether somebody of staff could act as others at this moment. */
async function maySwitch({ db }: Ctx, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .innerJoin(userRoles, eq(userRoles.userId, staff.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(staff.id, id),
        eq(staff.status, "active"),
        eq(staff.type, "Staff"),
        sql`'switch-to.use' = any(${roles.permissions})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

async function hasFactor({ db }: Ctx, userId: string): Promise<boolean> {
  const mine = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  return (await db.$count(secondFactors, mine)) > 0;
}

async function personNow(ctx: Ctx, id: string, actingId: string | null): Promise<Actor | null> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.status, "active")));
  if (!user || (actingId && !(await maySwitch(ctx, actingId)))) return null;
  const held = await ctx.db
    .select({ permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, id));
  const isBarred = env.STAFF_SECOND_FACTOR === "required" && user.type === "Staff" && !(await hasFactor(ctx, id));
  return {
    ...actorOf(user),
    permissions: new Set(isBarred ? [] : withParts(held.flatMap(({ permissions }) => permissions))),
    ...(actingId && { actingId }),
    rightsIn: (companyId) => rightsIn(ctx, id, companyId),
  };
}

/**
 * The person who began work that goes on without their session, with the rights of this moment; null where they have none
 * any more, such as with a disabled account. Keys begin no such work.
 */
export async function callerNow(ctx: Ctx, { actorType, actorId, actingId }: Began): Promise<Actor | null> {
  if (actorType === "system") return { kind: "system", label: "system" };
  return actorType === "user" && actorId !== null ? personNow(ctx, actorId, actingId) : null;
}
