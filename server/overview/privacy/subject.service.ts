import { eq, like, or, sql } from "drizzle-orm";
import { auditLog, companyPartnerReferents, files, sessions, userCompanies, users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import type { Identity } from "./needles.rules";

/** The person whom an address belongs to, whether or not they have an account. */
export interface Subject {
  email: string;
  user?: typeof users.$inferSelect;
  identity: Identity;
  /** of the records that are about them in the audit trail */
  recordIds: string[];
}

/** Addresses that the account had before, except those that are somebody else's now. */
async function earlierEmails(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await ctx.db.execute<{ email: string }>(sql`
    select distinct lower(one) as email from ${auditLog},
      jsonb_array_elements_text(case when jsonb_typeof(changes->'email') = 'array' then changes->'email' else '[]' end) one
    where object_type = 'user' and object_id = ${userId} and one like '%@%'
      and not exists (select from ${users} where email = lower(one) and ${users.id} <> ${userId})`);
  return rows.map(({ email }) => email);
}

/** @param email lower case */
export async function subjectOf(ctx: Ctx, email: string): Promise<Subject> {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
  const [referent] = await ctx.db
    .select()
    .from(companyPartnerReferents)
    .where(eq(sql`lower(${companyPartnerReferents.email})`, email));
  const memberships = user
    ? await ctx.db.select({ id: userCompanies.id }).from(userCompanies).where(eq(userCompanies.userId, user.id))
    : [];
  const visits = user
    ? await ctx.db
        .select({ id: sessions.id })
        .from(sessions)
        .where(or(eq(sessions.userId, user.id), eq(sessions.actUserId, user.id)))
    : [];
  const named = user ?? referent;
  const emails = [email, user?.pendingEmail ?? "", ...(user ? await earlierEmails(ctx, user.id) : [])];
  return {
    email,
    user,
    identity: {
      emails: [...new Set(emails.filter(Boolean))],
      firstName: named?.firstName,
      lastName: named?.lastName,
      phoneNumber: named?.phoneNumber ?? undefined,
    },
    recordIds: [user, referent, ...memberships, ...visits].flatMap((row) => row?.id ?? []),
  };
}

/** Rows of the trail about the person, and what they did. */
export const inTrail = {
  about: ({ recordIds }: Subject) => oneOf(auditLog.objectId, recordIds),
  by: ({ user }: Subject) => (user ? or(eq(auditLog.actorId, user.id), eq(auditLog.actingForId, user.id)) : sql`false`),
};

/** Files that a person sent, or staff who had switched to them. */
export const ownedFiles = (userId: string) =>
  or(eq(files.owner, `user:${userId}`), like(files.owner, `user:${userId}:%`));
