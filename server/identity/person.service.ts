import { eq, sql } from "drizzle-orm";
import { users } from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";

/** First and last name as people write them, for searching. */
export const fullName = sql`(${users.firstName} || ' ' || ${users.lastName})`;

/** How people are found, and told apart by those who find them. */
export const personSearch = {
  label: fullName,
  detail: users.email,
  in: [users.email, users.lastName, users.firstName],
};

/** The row of a person; 404 where there is none. */
export async function personOf(ctx: Ctx, userId: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound();
  return user;
}
