import { inArray } from "drizzle-orm";
import { mailLog } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { broken, notFound } from "@/server/kit/errors";
import { contains, equals, oneOf, since, until } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { queueDelivery } from "@/server/operations/mail/mail.service";
import { isSealed, masked } from "@/server/operations/mail/mail-template.rules";
import { ListMailLogs } from "./mail-log.schema";

type Stored = typeof mailLog.$inferSelect;
const shown = ({ secrets, html, ...mail }: Stored) => ({
  ...mail,
  subject: masked(mail.subject),
  body: masked(mail.body),
});

const list = listService({
  table: mailLog,
  scope: "global",
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

/** What keeps a mail from being sent again; undefined where nothing does. */
function obstacle(mail: Stored): string | undefined {
  if (mail.status !== "fail") return "Only a mail that failed can be sent again.";
  const gone = !mail.secrets && isSealed(mail.subject + mail.body);
  return gone ? "The code in this mail is too old and was deleted. Make a new one instead." : undefined;
}

async function requeue(ctx: KnownCtx, mail: Stored, ifMatch?: string) {
  const again = { status: "pending", tries: 0, lastError: null } as const;
  const row = await crud.update(ctx, mail.id, again, ifMatch, "send-again");
  await queueDelivery(ctx, [mail.id]);
  return row;
}

/** The mail log: what was mailed, to whom, and how it went (document 4.15). Codes and PINs in it are masked. */
export const mailLogService = {
  ...crud,

  /** One mail with its rendered HTML. */
  async sheet(ctx: KnownCtx, id: string) {
    const [mail] = await ctx.db
      .select()
      .from(mailLog)
      .where(inArray(mailLog.id, [id]));
    if (!mail) throw notFound();
    return { ...shown(mail), html: mail.html && masked(mail.html) };
  },

  /** Puts a failed mail back into the outbox, with all its tries; any other is 422. */
  sendAgain: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const mail = await crud.lock(ctx, id);
      const reason = obstacle(mail);
      if (reason) throw broken("status", reason);
      return requeue(ctx, mail, ifMatch);
    }),

  /** The same for many; those that cannot be sent again are skipped and counted. */
  sendManyAgain: (ctx: KnownCtx, ids: string[]) =>
    inTransaction(ctx, async (ctx) => {
      const wanted = [...new Set(ids)].sort(); // locked in one order, so that two such calls cannot block each other
      const mails = await ctx.db
        .select()
        .from(mailLog)
        .where(inArray(mailLog.id, wanted))
        .orderBy(mailLog.id)
        .for("update");
      const good = mails.filter((mail) => !obstacle(mail));
      for (const mail of good) await requeue(ctx, mail);
      return { queued: good.length, skipped: wanted.length - good.length };
    }),
};
