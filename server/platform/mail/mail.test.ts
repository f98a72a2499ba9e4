import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { languages, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { type LanguageCode, languageId, seedBase } from "@/seed/base";
import { inTransaction, systemCtx } from "@/server/kit/call/context";
import { DeliveryFailed, deliverMail, sweepOutbox } from "@/server/operations/mail-delivery/mail-delivery.service";
import { enqueueMail, enqueueNotifications, mostTries } from "./mail.service";
import { mailCatalogue, type TemplateCode } from "./mail-catalogue.rules";
import { MailServerAway, smtpSender } from "./mail-sender.service";
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

test("a notification names the link that ends such mails, where they can be ended", async () => {
  const mail = {
    templateCode: "NOTIFICATION",
    recipient: "a@b.demo",
    subject: "Alarm",
    text: "Fire",
    html: "<p>Fire</p>",
  };
  for (const unsubscribe of [null, "https://persdesk.demo/api/unsubscribe/x"])
    await enqueueNotifications(ctx(), [
      { ...mail, deliveryId: crypto.randomUUID(), link: null, language: "en", unsubscribe },
    ]);
  const bodies = (await db().select().from(mailLog).orderBy(mailLog.id)).map(({ body }) => body);
  expect(bodies).toEqual(["Fire", expect.stringMatching(/^Fire\n\nUnsubscribe: \S+$/)]);
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

  const away = async () => {
    const port = await refusingPort();
    const sender = smtpSender(`smtp://127.0.0.1:${port}`);
    closers.push(sender.close);
    return { port, send: sender.send };
  };
  const waiting = async (id: string) => {
    const [job] = await db().execute<{ inSeconds: number; attempts: number }>(
      sql`select extract(epoch from run_at - now())::float8 as "inSeconds", attempts from graphile_worker.jobs where key = ${`mail:${id}`}`,
    );
    return job;
  };

  test("costs no try while the mail server cannot be reached, says since when, and comes when it is back", async () => {
    const { port, send } = await away();
    const id = await enqueuePin();
    const kept: unknown[] = [];
    for (let n = 0; n < mostTries + 1; n++) {
      await deliverMail(ctx(), id, send);
      kept.push((await mailOf(id))?.unreachableSince);
    }
    expect(await mailOf(id)).toMatchObject({ status: "pending", tries: 0, sentAt: null });
    expect((await mailOf(id))?.lastError).toContain("ECONNREFUSED");
    expect(kept[0]).toBeTruthy();
    expect(new Set(kept).size).toBe(1);
    expect((await waiting(id))?.attempts).toBe(0);
    expect((await waiting(id))?.inSeconds).toBeGreaterThan(4);
    const smtp = await server({ port });
    await deliverMail(ctx(), id, smtp.send);
    expect(smtp.mails).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({ status: "done", tries: 1, lastError: null, unreachableSince: null });
  });

  test("asks a mail server that is away for one mail at a time only", async () => {
    const { port, send } = await away();
    const mail = { id: "x", from: "a@b.demo", to: "c@d.demo", subject: "s", text: "t", html: null };
    for (let n = 0; n < 5; n++) await expect(send(mail)).rejects.toThrow(MailServerAway);
    const smtp = await server({ port });
    await expect(send(mail)).rejects.toMatchObject({ until: expect.any(Number) });
    expect(smtp.mails).toEqual([]);
  });

  test("costs tries after 72 hours, and fails for good at the eighth with its reason", async () => {
    const id = await enqueuePin();
    await deliverMail(ctx(), id, (await away()).send);
    const since = (hours: number) =>
      db().execute(sql`update ${mailLog} set unreachable_since = now() - make_interval(hours => ${hours})`);
    await since(71);
    await deliverMail(ctx(), id, (await away()).send);
    expect(await mailOf(id)).toMatchObject({ tries: 0 });
    await since(73);
    const { send } = await away();
    for (let n = 1; n < mostTries; n++) await expect(deliverMail(ctx(), id, send)).rejects.toThrow("ECONNREFUSED");
    expect(await mailOf(id)).toMatchObject({ status: "pending", tries: 7 });
    await deliverMail(ctx(), id, send); // the queue has nothing left to retry
    expect(await mailOf(id)).toMatchObject({ status: "fail", tries: 8, sentAt: null });
    expect((await mailOf(id))?.lastError).toContain("ECONNREFUSED");
  });

  test.each([421, 451, 550])("costs a try where the mail server answers %i", async (code) => {
    const smtp = await server({ refuse: code });
    const id = await enqueuePin();
    await expect(deliverMail(ctx(), id, smtp.send)).rejects.toThrow(DeliveryFailed);
    expect(await mailOf(id)).toMatchObject({ status: "pending", tries: 1, unreachableSince: null });
    expect((await mailOf(id))?.lastError).toContain(`${code}`);
  });

  test.each(Object.keys(mailCatalogue) as TemplateCode[])("of %s ends where its code or link does", async (code) => {
    const { secrets, tokens } = mailCatalogue[code];
    const given = Object.fromEntries(tokens.map((name) => [name, name === "link" ? "https://persdesk.demo/x" : "1"]));
    const id = await enqueueMail(ctx(), {
      templateCode: code,
      module: "identity",
      recipient: "a@b.demo",
      tokens: given,
    });
    const ends = secrets.some((name: string) => name === "code" || name === "link");
    await db().execute(sql`update ${mailLog} set expires_at = now() where id = ${id} and expires_at is not null`);
    const smtp = await server();
    await deliverMail(ctx(), id, smtp.send);
    expect(smtp.mails).toHaveLength(ends ? 0 : 1);
    expect(await mailOf(id)).toMatchObject(
      ends ? { status: "fail", tries: 0, lastError: expect.stringContaining("expired") } : { status: "done" },
    );
  });

  test("waits for as long as its code or link works, which the mail itself says", async () => {
    const minutes = async (templateCode: TemplateCode, tokens: Record<string, string>) => {
      const id = await enqueueMail(ctx(), { templateCode, module: "identity", recipient: "a@b.demo", tokens });
      const [row] = await db().execute<{ minutes: number }>(
        sql`select extract(epoch from expires_at - created_at)::float8 / 60 as minutes from ${mailLog} where id = ${id}`,
      );
      return { minutes: row?.minutes, body: (await mailOf(id))?.body };
    };
    const code = await minutes("ACTIVATION_CODE", { code: "123456", firstName: "Ada" });
    expect(code.minutes).toBeCloseTo(10, 1);
    expect(code.body).toContain("10 minutes");
    const link = await minutes("PORTAL_USER_INVITATION", {
      email: "a@b.demo",
      firstName: "Ada",
      link: "https://x.demo/",
    });
    expect(link.minutes).toBeCloseTo(7 * 24 * 60, 1);
    expect(link.body).toContain("7 days");
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
