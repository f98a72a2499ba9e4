import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { levelAlerts, persAlertNotices, persAlerts } from "@/db/schema";
import { env } from "@/env/env";
import { companiesThatHear } from "@/server/identity/portal-user/company-default.service";
import { readerOf } from "@/server/identity/recipient/reader.service";
import { recipientService } from "@/server/identity/recipient/recipient.service";
import { membersWithRight, staffWithRights } from "@/server/identity/user-role/right-holder.service";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { putInInbox } from "@/server/notification/request/inbox-message.service";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { onClock } from "@/texts/clock";
import { speaking } from "@/texts/node";
import { t } from "@/texts/t";
import { alertDeskService } from "./alert-desk.service";
import { namedAlerts, newsHours, noticeMinutes } from "./alert-notice.rules";

// Who hears that an alert is overdue, or that nobody has it any more (ADR 136). What there is to hear is a row for each person;
// a person's rows go out together, in one message of the bell and one mail, and not again for a while.

/** The job that looks every minute what somebody is to hear. */
export const noticeTask = "tell-alerts";
const inBatch = 1000;

const { persAlertId, companyId, userId, kind, at, toldAt } = persAlertNotices;

/** An alert as a message names it. */
interface Named {
  id: string;
  deskStatus: string;
  assignee: { id: string } | null;
  dueAt: string | null;
  levelRank: number;
  alert: { name: string };
  pers: { nuSerialPersNumber: string };
}

/** The people of one desk who hear of its alerts. */
export interface Audience {
  /** null for staff */
  companyId: string | null;
  app: "BACKOFFICE_WEB" | "PORTAL_WEB";
  /** the page of its desk */
  path: string;
  module: "devices" | "pro-center";
  /** those of these alerts that the desk still has, for who reads there */
  load: (ctx: KnownCtx, ids: string[]) => Promise<Named[]>;
}

const staff: Audience = {
  companyId: null,
  app: "BACKOFFICE_WEB",
  path: "/alert-desk",
  module: "devices",
  load: alertDeskService.load,
};

/** Staff who hear of alerts that nobody has. */
export async function escalationOfStaff(ctx: KnownCtx) {
  const people = await staffWithRights(ctx, ["pers-alert.escalation", "pers-alert.read"]);
  return people.filter(({ rights }) => rights.length === 2).map(({ id }) => id);
}

/** People of a company who hear of alerts that nobody there has; nobody where the company did not ask to hear. */
export async function escalationOfCompany(ctx: KnownCtx, companyId: string) {
  if (!(await companiesThatHear(ctx)).includes(companyId)) return [];
  const readers = (await membersWithRight(ctx, companyId, "company-alert.read")).map(({ id }) => id);
  const holders = await membersWithRight(ctx, companyId, "company-alert.escalation");
  return holders.flatMap(({ id }) => (readers.includes(id) ? [id] : []));
}

/**
 * Notes who is to hear of overdue alerts, once for each alert and due time.
 * @param overdue rows of `id, assignee_id, due_at`
 * @param holders who hears where nobody has it
 * @returns how many alerts it were
 */
export const noteOverdue = (ctx: KnownCtx, of: string | null, overdue: SQL, holders: string[]): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockName(ctx, "alert-notices");
    const rows = await ctx.db.execute<{ id: string }>(sql`
      with late as materialized (
        select * from (${overdue}) as late where not exists (select from ${persAlertNotices} n
          where n.pers_alert_id = late.id and n.company_id is not distinct from ${of}::uuid and n.kind = 'overdue' and n.at = late.due_at)
          and (late.assignee_id is not null or ${holders.length > 0})
        order by late.due_at, late.id limit ${inBatch}
      ), noted as (
        insert into ${persAlertNotices} (id, pers_alert_id, company_id, user_id, kind, at, created_at)
        select gen_random_uuid(), late.id, ${of}::uuid, person.id, 'overdue', late.due_at, now()
        from late cross join lateral unnest(case when late.assignee_id is null then ${arrayOf(holders)}::uuid[]
          else array[late.assignee_id] end) as person (id)
        returning pers_alert_id
      ) select distinct pers_alert_id as id from noted`);
    return rows.length;
  });

/** As long as there are overdue alerts that nobody heard of. */
export async function noteAllOverdue(ctx: KnownCtx, of: string | null, overdue: SQL, holders: string[]) {
  for (;;) if ((await noteOverdue(ctx, of, overdue, holders)) < inBatch) return;
}

/** From the index of the queue, level by level. */
const overdueOfStaff = sql`select p.id, p.assignee_id, p.due_at from (select distinct rank from ${levelAlerts}) l
  cross join lateral (select id, assignee_id, due_at from ${persAlerts} where desk_status <> 'closed' and level_rank = l.rank
    and due_at <= now() and due_at > now() - ${newsHours} * interval '1 hour') p`;

/** Notes that nobody has these alerts any more, for the holders of escalation; in the transaction that took them. */
export const noteUnassigned = (ctx: KnownCtx, of: string | null, ids: string[], people: string[]) =>
  ctx.db.execute(sql`
    insert into ${persAlertNotices} (id, pers_alert_id, company_id, user_id, kind, at, created_at)
    select gen_random_uuid(), alert.id, ${of}::uuid, person.id, 'unassigned', now(), now()
    from unnest(${arrayOf(ids)}::uuid[]) as alert (id) cross join unnest(${arrayOf(people)}::uuid[]) as person (id)
    on conflict do nothing`);

type Waiting = Pick<typeof persAlertNotices.$inferSelect, "persAlertId" | "kind" | "at">;

/** How an alert stands that somebody is to hear of; undefined where it does not stand so any more. */
function lineOf(alert: Named, notice: Waiting): string | undefined {
  if (alert.deskStatus === "closed") return undefined;
  const named = { alert: alert.alert.name, serial: alert.pers.nuSerialPersNumber };
  if (notice.kind === "unassigned")
    return alert.assignee ? undefined : t("{alert}, {serial}: nobody has it any more", named);
  if (alert.dueAt === null || Date.parse(alert.dueAt) !== Date.parse(notice.at)) return undefined;
  return t("{alert}, {serial}: due since {time}", {
    ...named,
    time: onClock(notice.at).slice(0, 16).replace("T", " "),
  });
}

/** The waiting notices of a person as lines, the gravest first. */
async function linesOf(ctx: KnownCtx, { load }: Audience, waiting: Waiting[]) {
  const alerts = await load(ctx, [...new Set(waiting.map(({ persAlertId }) => persAlertId))]);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const lines = waiting.flatMap((notice) => {
    const alert = byId.get(notice.persAlertId);
    const line = alert && lineOf(alert, notice);
    return alert && line ? [{ id: alert.id, line, rank: alert.levelRank, ...notice }] : [];
  });
  return lines.sort((a, b) => a.rank - b.rank || a.at.localeCompare(b.at));
}

/** Tells one person all that waits for them at a desk, unless they heard something a short while ago. */
const tell = (ctx: KnownCtx, audience: Audience, person: string): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    await lockName(ctx, `alert-notices ${person}`);
    const { app, path, module } = audience;
    const theirs = eq(userId, person);
    const isLately = sql`exists (select from ${persAlertNotices} n where n.user_id = ${person}
      and n.told_at > now() - ${noticeMinutes} * interval '1 minute')`;
    const ofDesk = audience.companyId === null ? isNull(companyId) : eq(companyId, audience.companyId);
    const waiting = await ctx.db
      .update(persAlertNotices)
      .set({ toldAt: sql`now()` })
      .where(and(theirs, ofDesk, isNull(toldAt), sql`not ${isLately}`))
      .returning({ persAlertId, kind, at });
    const reader = await readerOf(ctx, person);
    const [recipient] = reader ? await recipientService.recipientsOf(ctx, [reader.email]) : [];
    if (!reader || !recipient || waiting.length === 0) return false;
    const choice = recipient.optins[app];
    return speaking(reader.manner, async () => {
      const lines = await linesOf(ctx, audience, waiting);
      const [first] = lines;
      if (!first) return false;
      const more = lines.length - namedAlerts;
      const named = lines.slice(0, namedAlerts).map(({ line }) => line);
      const view = lines.some(({ kind }) => kind === "overdue") ? "overdue" : "nobodys";
      const link = new URL(lines.length === 1 ? `${path}/${first.id}` : `${path}?view=${view}`, env.APP_URL).href;
      const alerts = [...named, ...(more > 0 ? [t("and {count} more", { count: more })] : [])].join("\n");
      const { email, firstName, languageId } = reader;
      const title = t("{count, plural, one {An alert needs you} other {# alerts need you}}", { count: lines.length });
      await putInInbox(ctx, { email, keyPlatformTech: app, title, content: first.line, link, languageId });
      const tokens = { firstName, count: String(lines.length), alerts, link };
      if (choice?.emailNotifications ?? recipient.defaults.emailNotifications)
        await enqueueMail(ctx, { templateCode: "ALERT_NOTICES", recipient: email, module, tokens, languageId });
      return true;
    });
  });

/** Tells everybody at a desk what waits for them. @returns how many people */
export async function tellWaiting(ctx: KnownCtx, audience: Audience): Promise<number> {
  const ofDesk = audience.companyId === null ? isNull(companyId) : eq(companyId, audience.companyId);
  const people = await ctx.db
    .selectDistinct({ userId })
    .from(persAlertNotices)
    .where(and(ofDesk, isNull(toldAt)));
  let told = 0;
  for (const { userId } of people) if (await tell(ctx, audience, userId)) told += 1;
  return told;
}

/** Has staff hear of alerts that are overdue, and of those that nobody has any more. @returns how many people heard */
export async function tellStaff(ctx: KnownCtx): Promise<number> {
  await noteAllOverdue(ctx, null, overdueOfStaff, await escalationOfStaff(ctx));
  return tellWaiting(ctx, staff);
}

/** Notices that are older than any that could come again. @returns how many went */
export async function purgeNotices(ctx: KnownCtx): Promise<number> {
  const { count } = await ctx.db.execute(
    sql`delete from ${persAlertNotices} where created_at < now() - interval '7 days'`,
  );
  return count;
}
