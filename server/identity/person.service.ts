import { eq, sql } from "drizzle-orm";
import { users } from "@/db/schema";
import { type Ctx, mayDo } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { hasPhone } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import type { Permission } from "@/server/permissions";

/** First and last name as people write them, for searching. */
export const fullName = sql`(${users.firstName} || ' ' || ${users.lastName})`;

/** How people are found, and told apart by those who find them. */
export const personSearch = {
  label: fullName,
  about: [users.email],
  in: [users.email, users.lastName, users.firstName],
  unique: [users.email],
  address: users.email,
  by: hasPhone(users.phoneNumber),
};

/** The rights that show people of each kind, with their addresses. */
const readers: Record<(typeof users.$inferSelect)["type"], Permission[]> = {
  Staff: ["staff.read"],
  Rider: ["rider.read", "portal-user.read"],
  "Pro Center Admin": ["portal-user.read"],
  "Pro Center Member": ["portal-user.read"],
};

/** Whether the caller may see people of this kind, with their addresses. */
export const mayReadPeople = ({ actor }: Ctx, kind: (typeof users.$inferSelect)["type"]) =>
  actor !== null && readers[kind].some((right) => mayDo(actor, right));

/** As `shownEmail`, the telephone number. */
export const shownPhone = (ctx: Ctx) => shownTo(ctx, users.phoneNumber);

/**
 * The e-mail address of a person whom another record names, such as a vehicle its rider: for callers who may read people
 * of that kind, null for all others.
 */
export const shownEmail = (ctx: Ctx) => shownTo(ctx, users.email);

function shownTo(ctx: Ctx, column: typeof users.email | typeof users.phoneNumber) {
  const kinds = users.type.enumValues.filter((kind) => mayReadPeople(ctx, kind));
  return sql<string | null>`case when ${users.type} = any(${arrayOf(kinds)}::text[]) then ${column} end`;
}

/** The row of a person; 404 where there is none. */
export async function personOf(ctx: Ctx, userId: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound();
  return user;
}
