import { sql } from "drizzle-orm";
import {
  companyMergeParts,
  companyMerges,
  idempotencyKeys,
  idempotentCalls,
  invitations,
  loginAttempts,
  mailLinks,
  mailLog,
  rateLimits,
  refreshTokens,
  routineLog,
  secondFactors,
  sessions,
  userCodes,
} from "@/db/schema";
import { purgeNotices } from "@/server/devices/alert-desk/alert-notice.service";
import { endIdleSessions } from "@/server/identity/session/session-end.service";
import { signInEventService } from "@/server/identity/sign-in-event/sign-in-event.service";
import { userService } from "@/server/identity/user/user.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { purgeSenders } from "@/server/notification/sender/sender-report.service";

/** Ended sessions are kept that long, for investigations. */
const sessionDays = 30;

/**
 * Ends sessions that are idle, so that their devices get no pushes, and deletes what is not needed any more: ended
 * sessions with their tokens, spent refresh tokens, stored answers of idempotent requests, counters of calls and failed
 * logins, codes, invitations, short links, what merges of companies kept for their undo once that is over, authenticators
 * never confirmed, secrets of mails that were never delivered, changes of an address that nobody confirmed, successful runs
 * of routines after 90 days, used-up jobs, notices of alerts after seven days, figures of senders after 30 days.
 * @returns how many rows went
 */
export async function purgeExpired(ctx: KnownCtx): Promise<number> {
  const statements = [
    sql`delete from ${sessions} where least(expires_at, revoked_at) < now() - make_interval(days => ${sessionDays})`,
    sql`delete from ${refreshTokens} where expires_at < now()`,
    sql`delete from ${idempotencyKeys} where created_at < now() - interval '24 hours'`,
    sql`delete from ${idempotentCalls} where created_at < now() - interval '24 hours'`,
    sql`delete from ${companyMergeParts} p using ${companyMerges} m
        where m.id = p.merge_id and (m.undo_until < now() or m.undone_at is not null)`,
    sql`delete from ${rateLimits} where resets_at < now()`,
    sql`delete from ${userCodes} where expires_at < now()`,
    sql`delete from ${invitations} where expires_at < now()`,
    sql`delete from ${mailLinks} where expires_at < now()`,
    sql`delete from ${secondFactors} where confirmed_at is null and created_at < now() - interval '1 day'`,
    sql`delete from ${loginAttempts} where last_at < now() - interval '1 day'`,
    sql`update ${mailLog} set secrets = null where secrets is not null and status = 'fail' and updated_at < now() - interval '7 days'`,
    sql`delete from ${routineLog} where status = 'done' and started_at < now() - interval '90 days'`,
    sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
        where locked_at is null and attempts >= max_attempts and updated_at < now() - interval '7 days' having count(*) > 0`,
  ];
  let purged =
    (await userService.dropExpiredEmails(ctx)) +
    (await purgeSenders(ctx)) +
    (await endIdleSessions(ctx)) +
    (await signInEventService.purge(ctx)) +
    (await purgeNotices(ctx));
  for (const statement of statements) purged += (await ctx.db.execute(statement)).count;
  return purged;
}
