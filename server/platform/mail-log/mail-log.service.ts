import { and, count, eq, inArray, isNotNull, min, sql } from "drizzle-orm";
import { mailLog } from "@/db/schema";
import { momentOrNull } from "@/db/schema/moment";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { lastDaysFilter, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { pictureAsPng } from "@/server/platform/file/picture.service";
import { mailStates } from "@/server/platform/mail/mail.rules";
import { queueDelivery } from "@/server/platform/mail/mail.service";
import { logoCid } from "@/server/platform/mail/mail-layout.rules";
import { isSealed, masked } from "@/server/platform/mail/mail-template.rules";
import { sayKept } from "@/texts/kept";
import { ListMailLogs } from "./mail-log.schema";

type Stored = typeof mailLog.$inferSelect;
const shown = ({ secrets, html, logo, ...mail }: Stored) => ({
  ...mail,
  subject: masked(mail.subject),
  body: masked(mail.body),
  lastError: mail.lastError && sayKept(mail.lastError),
});

const list = listService({
  table: mailLog,
  scope: "global",
  counted: "all",
  load: async (ctx, ids) => (await ctx.db.select().from(mailLog).where(oneOf(mailLog.id, ids))).map(shown),
  input: ListMailLogs,
  sort: {
    createdAt: mailLog.createdAt,
    sentAt: mailLog.sentAt,
    status: mailLog.status,
    recipient: mailLog.recipient,
    subject: mailLog.subject,
    templateCode: mailLog.templateCode,
    sender: mailLog.sender,
    module: mailLog.module,
    tries: mailLog.tries,
  },
  filters: {
    status: equals(mailLog.status),
    ...setFilters("status", mailLog.status, "text"),
    ...lastDaysFilter("sentAt", mailLog.sentAt),
    ...lastDaysFilter("createdAt", mailLog.createdAt),
    sentFrom: since(mailLog.sentAt),
    sentTo: until(mailLog.sentAt),
    templateCode: contains(mailLog.templateCode),
    subject: contains(mailLog.subject),
    recipient: contains(mailLog.recipient),
    sender: contains(mailLog.sender),
    module: contains(mailLog.module),
  },
});

const crud = recordService(list, { name: "mail-log", label: (row) => masked(row.subject) });

const many = manyOf(crud);

const dropped = "It was dropped after the database was recovered, for it may have been sent before.";

/** Why a mail cannot be sent again; undefined where it can. */
function obstacle(mail: Stored): string | undefined {
  if (!mailStates.next(mail.status).includes("pending")) return "Only a mail that failed can be sent again.";
  if (mail.expiresAt && Date.parse(mail.expiresAt) <= Date.now())
    return "The code or link in this mail has expired. Make a new one instead.";
  const gone = !mail.secrets && isSealed(mail.subject + mail.body);
  return gone ? "The code in this mail is too old and was deleted. Make a new one instead." : undefined;
}

/** Puts mails back into the outbox, with all their tries. */
async function requeue(ctx: KnownCtx, mails: { id: string; status: Stored["status"]; ifMatch?: string }[]) {
  for (const { status } of mails) mailStates.assert("status", status, "pending");
  const values = { status: "pending", tries: 0, lastError: null } as const;
  await many.updateMany(
    ctx,
    mails.map(({ id, ifMatch }) => ({ id, ifMatch, values, action: "send-again" })),
  );
  await queueDelivery(
    ctx,
    mails.map(({ id }) => id),
  );
}

/** The mail log: what was mailed, to whom, and with what result (document 4.15). Codes and PINs in it are masked. */
export const mailLogService = {
  ...list,

  /** One mail with its rendered HTML. */
  async sheet(ctx: KnownCtx, id: string) {
    const [mail] = await ctx.db
      .select()
      .from(mailLog)
      .where(inArray(mailLog.id, [id]));
    if (!mail) throw notFound();
    const picture = mail.logo ? await pictureAsPng(mail.logo) : null;
    const logo = picture && `data:image/png;base64,${picture.toString("base64")}`;
    return { ...shown(mail), html: mail.html && masked(mail.html).replaceAll(logoCid, logo ?? "") };
  },

  /** Whether mails wait for a mail server that cannot be reached, how many, and since when. */
  async outage(ctx: KnownCtx) {
    const [found] = await ctx.db
      .select({ since: min(mailLog.unreachableSince), waiting: count() })
      .from(mailLog)
      .where(and(eq(mailLog.status, "pending"), isNotNull(mailLog.unreachableSince)));
    return { since: momentOrNull(found?.since ?? null), waiting: found?.waiting ?? 0 };
  },

  /** Gives up every mail that waits, without telling anybody that it failed; it can be sent again while its code works. */
  async dropWaiting(ctx: KnownCtx) {
    const mails = await ctx.db
      .select()
      .from(mailLog)
      .where(eq(mailLog.status, "pending"))
      .orderBy(mailLog.id)
      .for("update");
    for (const { status } of mails) mailStates.assert("status", status, "fail");
    const values = { status: "fail", lastError: dropped, unreachableSince: null } as const;
    await many.updateMany(
      ctx,
      mails.map(({ id }) => ({ id, values, action: "drop" })),
    );
    return mails;
  },

  /** Puts a failed mail back into the outbox, with all its tries; any other is 422. */
  sendAgain: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const mail = await crud.lock(ctx, id);
      const reason = obstacle(mail);
      if (reason) throw broken("status", reason);
      await requeue(ctx, [{ id, status: mail.status, ifMatch }]);
      return crud.get(ctx, id);
    }),

  /** The same for many; those that cannot be sent again are skipped and counted. */
  sendManyAgain: (ctx: KnownCtx, ids: string[]) =>
    inTransaction(ctx, async (ctx) => {
      const wanted = new Set(ids);
      const good = (await many.lockMany(ctx, [...wanted])).filter((mail) => !obstacle(mail));
      await requeue(
        ctx,
        good.map(({ id, status }) => ({ id, status })),
      );
      return { queued: good.length, skipped: wanted.size - good.length };
    }),
};

/**
 * Forgets a person: mails to them that wait are dropped, and of those that went out only that they did stays.
 * @param pseudonym the address that stands in place of theirs
 */
export async function forgetMailsTo(ctx: Ctx, emails: string[], pseudonym: string) {
  const theirs = oneOf(sql`lower(${mailLog.recipient})`, emails, "text");
  const waiting = await ctx.db.execute(sql`delete from ${mailLog} where ${theirs} and ${mailLog.status} = 'pending'`);
  const sent = await ctx.db
    .update(mailLog)
    .set({ recipient: pseudonym, subject: "–", body: "–", html: null, secrets: null, lastError: null })
    .where(theirs)
    .returning({ id: mailLog.id });
  return { waiting: waiting.count, sent: sent.length };
}
