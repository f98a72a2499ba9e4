import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { mailLog, sessions, users } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { newestFirst, olderThan, type Place, type TimeLine } from "@/server/kit/record/time-line";

/** The sign-ins that are still known: sessions are forgotten some time after they ended. */
async function signInsOf(ctx: KnownCtx, userId: string, before: Place | undefined, limit: number) {
  const rows = await ctx.db
    .select({ id: sessions.id, at: sessions.createdAt, kind: sessions.kind, app: sessions.keyPlatformTech })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.actUserId),
        inArray(sessions.kind, ["browser", "api"]),
        olderThan(before, sessions.createdAt, sessions.id),
      ),
    )
    .orderBy(newestFirst(sessions.createdAt, sessions.id))
    .limit(limit);
  return rows.map(({ id, at, kind, app }) => ({
    id,
    at,
    kind: "sign-in",
    what: kind === "browser" ? "signed-in-browser" : "signed-in-app",
    about: null,
    facts: { app },
  }));
}

/** The mails to the address that a person has now. */
async function mailsOf(ctx: KnownCtx, userId: string, before: Place | undefined, limit: number) {
  const rows = await ctx.db
    .select({ id: mailLog.id, at: mailLog.createdAt, subject: mailLog.subject, status: mailLog.status })
    .from(mailLog)
    .where(
      and(
        sql`${mailLog.recipient} = (select ${users.email} from ${users} where ${users.id} = ${userId})`,
        olderThan(before, mailLog.createdAt, mailLog.id),
      ),
    )
    .orderBy(newestFirst(mailLog.createdAt, mailLog.id))
    .limit(limit);
  return rows.map(({ id, at, subject, status }) => ({
    id,
    at,
    kind: "mail",
    what: `mail-${status}`,
    about: { id, label: subject },
    facts: {},
  }));
}

/** Whom a member of staff switched to; who switched to a person stands among that person's changes. */
async function switchesOf(ctx: KnownCtx, userId: string, before: Place | undefined, limit: number) {
  const person = alias(users, "person");
  const rows = await ctx.db
    .select({
      id: sessions.id,
      at: sessions.createdAt,
      reason: sessions.reason,
      person: { id: person.id, label: sql<string>`${person.firstName} || ' ' || ${person.lastName}` },
    })
    .from(sessions)
    .innerJoin(person, eq(person.id, sessions.userId))
    .where(and(eq(sessions.actUserId, userId), olderThan(before, sessions.createdAt, sessions.id)))
    .orderBy(newestFirst(sessions.createdAt, sessions.id))
    .limit(limit);
  return rows.map(({ id, at, reason, person }) => ({
    id,
    at,
    kind: "switch",
    what: "switched-to",
    about: person,
    facts: { reason },
  }));
}

/** What happens to a person's account, and what they did with it, for the time line of their sheet. */
export const userTimeLine: TimeLine = {
  changes: [
    { kind: "rights", actions: ["set-roles", "set-company-role"] },
    { kind: "switch", actions: ["switch-to"] },
  ],
  sources: [
    { kind: "sign-in", load: signInsOf },
    { kind: "mail", may: "mail-log.read", load: mailsOf },
    { kind: "switch", may: "portal-user.read", load: switchesOf },
  ],
};
