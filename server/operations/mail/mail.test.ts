import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { languages, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { type LanguageCode, languageId, seedBase } from "@/seed/base";
import { inTransaction, systemCtx } from "@/server/kit/context";
import { enqueueMail, mostTries } from "./mail.service";
import { DeliveryFailed, deliverMail, sweepOutbox } from "./mail-delivery.service";
import { smtpSender } from "./mail-sender.service";
import { startSmtpServer } from "./testing";

const { db } = useDatabase();
const ctx = () => systemCtx("test");
const closers: (() => unknown)[] = [];

const mailOf = async (id: string) => (await db().select().from(mailLog).where(eq(mailLog.id, id)))[0];
const jobs = async () =>
  (await db().execute<{ key: string }>(sql`select key from graphile_worker.jobs order by id`)).map((job) => job.key);
const enqueuePin = (recipient = "rider@persdesk.demo") =>
  enqueueMail(ctx(), {
    templateCode: "ACTIVATION_PIN",
    module: "devices",
    recipient,
    tokens: { serial: "PC2-2611-<1>", pin: "904211" },
  });

async function server(options?: Parameters<typeof startSmtpServer>[0]) {
  const smtp = await startSmtpServer(options);
  const sender = smtpSender(smtp.url);
  closers.push(sender.close, smtp.close);
  return { ...smtp, send: sender.send };
}

async function refusingPort() {
  const smtp = await startSmtpServer();
  await smtp.close();
  return smtp.port;
}

async function makeDefault(code: LanguageCode) {
  await db().update(languages).set({ isDefault: false });
  await db()
    .update(languages)
    .set({ isDefault: true })
    .where(eq(languages.id, languageId(code)));
}

beforeAll(() => seedBase(db()));
beforeEach(async () => {
  await db().delete(mailLog);
  await makeDefault("en");
  await db().execute(
    sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0`,
  );
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

describe("the outbox", () => {
  test("holds the mail and its job, or, after a rollback, neither", async () => {
    const id = await enqueuePin();
    expect(await jobs()).toEqual([`mail:${id}`]);
    await expect(
      inTransaction(ctx(), async (inner) => {
        await enqueueMail(inner, {
          templateCode: "PASSWORD_CHANGED",
          module: "identity",
          recipient: "x@y.demo",
          tokens: { firstName: "Ada" },
        });
        throw new Error("the cause failed");
      }),
    ).rejects.toThrow("the cause failed");
    expect(await jobs()).toEqual([`mail:${id}`]);
    expect(await db().select().from(mailLog)).toHaveLength(1);
  });

  test("is written in the recipient's language, in the default one where none is said", async () => {
    await makeDefault("de");
    const tokens = { firstName: "Ada" };
    const mail = { templateCode: "PASSWORD_CHANGED", module: "identity", recipient: "a@b.demo", tokens } as const;
    const french = await enqueueMail(ctx(), { ...mail, languageId: languageId("fr") });
    const usual = await enqueueMail(ctx(), mail);
    expect((await mailOf(french))?.subject).toBe("Votre mot de passe a été modifié");
    expect((await mailOf(usual))?.subject).toBe("Ihr Passwort wurde geändert");
  });
});

describe("delivery", () => {
  test("hands the rendered mail over once, with the mail's id, and forgets its secret", async () => {
    const smtp = await server();
    const id = await enqueuePin();
    expect((await mailOf(id))?.body).not.toContain("904211");
    await deliverMail(ctx(), id, smtp.send);
    await deliverMail(ctx(), id, smtp.send);
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.messageId).toBe(`<${id}@persdesk>`);
    expect(mail?.text).toContain("PC2-2611-<1> is 904211.");
    expect(mail?.html).toContain("PC2-2611-&lt;1&gt; is <strong>904211</strong>.");
    expect(await mailOf(id)).toMatchObject({ status: "done", tries: 1, lastError: null, secrets: null });
    expect((await mailOf(id))?.sentAt).toBeTruthy();
  });

  test("after a refused connection is tried again and succeeds", async () => {
    const port = await refusingPort();
    const sender = smtpSender(`smtp://127.0.0.1:${port}`);
    closers.push(sender.close);
    const id = await enqueuePin();
    await expect(deliverMail(ctx(), id, sender.send)).rejects.toThrow(DeliveryFailed);
    expect(await mailOf(id)).toMatchObject({ status: "pending", tries: 1, sentAt: null });
    expect((await mailOf(id))?.lastError).toContain("ECONNREFUSED");
    const smtp = await server({ port });
    await deliverMail(ctx(), id, sender.send);
    expect(smtp.mails).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({ status: "done", tries: 2, lastError: null });
  });

  test("fails for good at the eighth try, and keeps the reason", async () => {
    const sender = smtpSender(`smtp://127.0.0.1:${await refusingPort()}`);
    closers.push(sender.close);
    const id = await enqueuePin();
    for (let n = 1; n < mostTries; n++)
      await expect(deliverMail(ctx(), id, sender.send)).rejects.toThrow("ECONNREFUSED");
    expect(await mailOf(id)).toMatchObject({ status: "pending", tries: 7 });
    await deliverMail(ctx(), id, sender.send); // the queue has nothing left to retry
    expect(await mailOf(id)).toMatchObject({ status: "fail", tries: 8, sentAt: null });
    expect((await mailOf(id))?.lastError).toContain("ECONNREFUSED");
  });

  test("without a mail server leaves the mail pending and says so", async () => {
    const id = await enqueuePin();
    await deliverMail(ctx(), id, null);
    expect(await mailOf(id)).toMatchObject({ status: "pending", tries: 0, sentAt: null });
    expect((await mailOf(id))?.lastError).toMatch(/sending is off/i);
  });

  test("is done by one of two workers that are at it together", async () => {
    const smtp = await server({ hold: () => new Promise((go) => setTimeout(go, 150)) });
    const id = await enqueuePin();
    await Promise.all([1, 2, 3].map(() => deliverMail(ctx(), id, smtp.send)));
    expect(smtp.mails).toHaveLength(1);
  });

  test("puts no line of a token into the headers", async () => {
    const smtp = await server();
    const id = await enqueueMail(ctx(), {
      templateCode: "ACTIVATION_PIN",
      module: "devices",
      recipient: "rider@persdesk.demo",
      tokens: { serial: "X\r\nBcc: thief@evil.demo", pin: "1" },
    });
    await deliverMail(ctx(), id, smtp.send);
    expect(smtp.mails[0]?.bcc).toBeUndefined();
    expect(smtp.mails[0]?.subject).toBe("Activation PIN of X Bcc: thief@\u200cevil.\u200cdemo");
  });
});

describe("the sweep", () => {
  const age = () => db().execute(sql`update platform.mail_log set created_at = now() - interval '5 minutes'`);

  test("queues what has lost its job, and nothing else", async () => {
    const lost = await enqueuePin("lost@persdesk.demo");
    await db().execute(sql`select graphile_worker.remove_job(${`mail:${lost}`})`);
    const waiting = await enqueuePin("waiting@persdesk.demo");
    const done = await enqueuePin("done@persdesk.demo");
    await db().update(mailLog).set({ status: "done" }).where(eq(mailLog.id, done));
    await db().execute(sql`select graphile_worker.remove_job(${`mail:${done}`})`);
    expect(await sweepOutbox(ctx())).toBe(0); // not old enough to be sure
    await age();
    expect(await sweepOutbox(ctx())).toBe(1);
    expect((await jobs()).sort()).toEqual([`mail:${lost}`, `mail:${waiting}`].sort());
    expect(await sweepOutbox(ctx())).toBe(0);
  });

  test("takes over from a worker that died, not from one that is at it", async () => {
    const id = await enqueuePin();
    await age();
    await db().execute(
      sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '5 minutes'`,
    );
    await db().transaction(async (tx) => {
      await tx.select().from(mailLog).where(eq(mailLog.id, id)).for("update"); // as a delivery under way holds it
      expect(await sweepOutbox(ctx())).toBe(0);
    });
    expect(await sweepOutbox(ctx())).toBe(1);
    const [ready] = await db().execute(
      sql`select count(*)::int as n from graphile_worker.jobs where locked_at is null and key = ${`mail:${id}`}`,
    );
    expect(ready?.n).toBe(1);
  });
});
