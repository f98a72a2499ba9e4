import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { viewMails as table, userOptins, users } from "@/db/schema";
import { env } from "@/env/env";
import { ownActor } from "@/server/identity/actor";
import { callerNow } from "@/server/identity/caller-now.service";
import { optinOf, storeOptin } from "@/server/identity/portal-user/optin.service";
import { readerOf } from "@/server/identity/recipient/reader.service";
import { enterCompany } from "@/server/kit/call/admission";
import { attempt } from "@/server/kit/call/attempt";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken, toAppError } from "@/server/kit/call/errors";
import { countOfList } from "@/server/kit/list/list-rights";
import { formatted } from "@/server/kit/value/count.rules";
import { putInInbox } from "@/server/notification/request/inbox-message.service";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { speaking } from "@/texts/node";
import { t } from "@/texts/t";
import type { SetViewMail } from "./list-view.schema";
import { listViewService } from "./list-view.service";

// What people get by mail on Mondays: how many records a view of theirs has (ADR 140).

type Row = typeof table.$inferSelect;

/** How many views a person gets by mail at the most. */
const most = 10;
/** The local hour of a Monday from which they go out. */
const fromHour = 7;

const placeOf = ({ company }: KnownCtx) => (company ? eq(table.companyId, company.id) : isNull(table.companyId));
const appOf = (companyId: string | null | undefined) => (companyId ? "PORTAL_WEB" : "BACKOFFICE_WEB");
const now = () => new Date().toISOString();
/** It was not mailed on this Monday, and not chosen since the day before. */
const isOld = (at: string) => sql`${table.lastAt} < ${at}::timestamptz - interval '2 days'`;

/** The views of a list that the caller gets by mail. */
export async function mailedViews(ctx: KnownCtx, list: string): Promise<string[]> {
  if (ctx.actor.kind !== "user") return [];
  const rows = await ctx.db
    .select({ id: table.viewId })
    .from(table)
    .where(and(eq(table.userId, ctx.actor.id), placeOf(ctx), eq(table.list, list)));
  return rows.map(({ id }) => id);
}

/**
 * Has the caller get a view by mail on Mondays, or no longer. Who chooses one has their weekly report turned on.
 * @throws AppError `forbidden` under switch-to, and for a view or a list that they do not see; 422 for the eleventh
 */
export async function setViewMail(ctx: KnownCtx, { list, viewId, at, isMailed }: z.output<typeof SetViewMail>) {
  const { id: userId, email } = ownActor(ctx);
  const mine = and(eq(table.userId, userId), placeOf(ctx), eq(table.list, list), eq(table.viewId, viewId));
  await inTransaction(ctx, async (ctx) => {
    if (!isMailed) return void (await ctx.db.delete(table).where(mine));
    await lockName(ctx, `view-mails ${userId}`);
    const { query } = await listViewService.seen(ctx, list, viewId);
    const lastTotal = await countOfList(ctx, list, query);
    if ((await ctx.db.$count(table, and(eq(table.userId, userId), sql`not (${mine})`))) >= most)
      throw broken("viewId", "You get ten views by mail already. Turn one off first.");
    await ctx.db
      .insert(table)
      .values({ userId, companyId: ctx.company?.id, list, viewId, at, lastTotal, lastAt: now() })
      .onConflictDoNothing();
    const app = appOf(ctx.company?.id);
    if (!(await optinOf(ctx, userId, app))?.weeklyReport)
      await storeOptin(ctx, { id: userId, email }, app, { weeklyReport: true });
  });
}

/** The view with its number for who gets it, as they are now; undefined where they see it no more. */
async function contentOf(ctx: KnownCtx, { userId, companyId, list, viewId }: Row) {
  const actor = await callerNow(ctx, { actorType: "user", actorId: userId, actingId: null });
  if (!actor) return undefined;
  const tried = await attempt({ ...ctx, actor }, async (ctx: KnownCtx) => {
    const here = companyId ? await enterCompany(ctx, { permission: "member", company: "companyId" }, companyId) : ctx;
    const { name, query } = await listViewService.seen(here, list, viewId);
    return { name, total: await countOfList(here, list, query) };
  });
  if ("done" in tried) return tried.done;
  if (toAppError(tried.error).status < 500) return undefined;
  throw tried.error;
}

function changeOf(before: number, total: number): string {
  if (total === before) return t("as many as last time");
  const by = formatted(Math.abs(total - before));
  return total > before
    ? t("{count} more than last time", { count: by })
    : t("{count} fewer than last time", { count: by });
}

/** Mails one view, or says that it is mailed no more. @returns whether anything was sent */
const mailOne = (ctx: KnownCtx, id: string, at: string): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.id, id), isOld(at)))
      .for("update", { skipLocked: true });
    const reader = row && (await readerOf(ctx, row.userId));
    if (!row || !reader) return false;
    const { email, firstName, languageId, manner } = reader;
    return speaking(manner, async () => {
      const found = await contentOf(ctx, row);
      if (!found) {
        await ctx.db.delete(table).where(eq(table.id, id));
        await putInInbox(ctx, {
          email,
          keyPlatformTech: appOf(row.companyId),
          title: t("A view is no longer mailed to you"),
          content: t("It was deleted, or you may no longer see it."),
          link: new URL("/", env.APP_URL).href,
          languageId,
        });
        return true;
      }
      const { name, total } = found;
      await ctx.db.update(table).set({ lastTotal: total, lastAt: at }).where(eq(table.id, id));
      const change = changeOf(row.lastTotal, total);
      const link = new URL(`${row.at}?view=${row.viewId}`, env.APP_URL).href;
      const tokens = { firstName, view: name, total: formatted(total), change, link };
      const module = row.companyId ? "pro-center" : "devices";
      await enqueueMail(ctx, { templateCode: "VIEW_REPORT", recipient: email, module, tokens, languageId });
      return true;
    });
  });

/**
 * Mails the views whose people have Monday morning and want their weekly report.
 * @param at the instant that it is
 * @returns how many were sent
 * @throws the first fault, behind the others
 */
export async function mailViews(ctx: KnownCtx, at = now()): Promise<number> {
  const due = await ctx.db.execute<{ id: string }>(sql`
    select ${table.id} from ${table} join ${users} on ${users.id} = ${table.userId}
      join ${userOptins} on ${userOptins.userId} = ${users.id} and ${userOptins.platformTechKey} =
        case when ${table.companyId} is null then 'BACKOFFICE_WEB' else 'PORTAL_WEB' end
      cross join lateral (select ${at}::timestamptz at time zone coalesce(${users.timeZone}, 'UTC') as time) here
    where ${userOptins.weeklyReport} and ${userOptins.emailNotifications} and ${isOld(at)}
      and extract(isodow from here.time) = 1 and extract(hour from here.time) >= ${fromHour}
    order by ${table.userId}, ${table.id}`);
  // What is wrong with one view leaves the others mailed.
  const faults: unknown[] = [];
  let sent = 0;
  for (const { id } of due) {
    const isSent = await mailOne(ctx, id, at).catch((fault) => {
      faults.push(fault);
      return false;
    });
    if (isSent) sent += 1;
  }
  if (faults.length > 0) throw faults[0];
  return sent;
}
