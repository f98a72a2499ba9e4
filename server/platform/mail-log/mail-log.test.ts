import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { mailTexts } from "@/seed/mail-texts";
import { AppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { renderMail } from "@/server/platform/mail/mail-template.rules";
import { appRouter } from "@/server/root";
import { mailLogService } from "./mail-log.service";

const dress = { language: "en" };
const { db } = useDatabase();
const ctx = () => staffCtx(db());
const list = async (filters: object) => (await mailLogService.list(ctx(), { limit: 100, ...filters })).items;
const subjects = async (filters: object) => (await list(filters)).map((mail) => mail.subject).sort();

const base = { body: "Hello", sender: "Persdesk <no-reply@persdesk.local>", templateCode: "PASSWORD_CHANGED" };
const rows = [
  {
    subject: "A 100% sure",
    recipient: "ada@persdesk.demo",
    module: "identity",
    status: "done",
    sentAt: "2026-03-01T00:00:00.000Z",
  },
  {
    subject: "B plain",
    recipient: "bob_1@velora.demo",
    module: "devices",
    status: "done",
    sentAt: "2026-03-01T23:59:59.999Z",
    templateCode: "ACTIVATION_PIN",
  },
  {
    subject: "C late",
    recipient: "bobx1@velora.demo",
    module: "identity",
    status: "done",
    sentAt: "2026-03-02T00:00:00.000Z",
    sender: "Velora <hi@velora.demo>",
  },
  {
    subject: "D broken",
    recipient: "dan@nordrad.demo",
    module: "identity",
    status: "fail",
    lastError: "550 no such box",
    tries: 8,
  },
  { subject: "E waits", recipient: "eve@nordrad.demo", module: "identity", status: "pending" },
] as const;

beforeAll(async () => {
  await db()
    .insert(mailLog)
    .values(rows.map((row) => ({ ...base, ...row })));
});

describe("the list", () => {
  test.each([
    [{ status: "fail" }, ["D broken"]],
    [{ subject: "100%" }, ["A 100% sure"]],
    [{ recipient: "BOB_1" }, ["B plain"]],
    [{ sender: "velora" }, ["C late"]],
    [{ module: "devi" }, ["B plain"]],
    [{ templateCode: "pin" }, ["B plain"]],
    [{ sentFrom: "2026-03-01", sentTo: "2026-03-01" }, ["A 100% sure", "B plain"]],
    [{ sentFrom: "2026-03-01T00:00:00.001Z" }, ["B plain", "C late"]],
    [{ sentTo: "2026-03-01T23:59:59.999Z" }, ["A 100% sure", "B plain"]],
    [{ sentFrom: "2026-03-02T01:00:00+01:00" }, ["C late"]],
    [{ status: "done", module: "identity" }, ["A 100% sure", "C late"]],
  ])("filters by %j", async (filters, expected) => {
    expect(await subjects(filters)).toEqual(expected);
  });

  test("refuses a status that there is not", async () => {
    const caller = appRouter.createCaller(ctx());
    await expect(caller.mailLogs.list({ status: "lost" as never })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("sorts by the sent date, those never sent included", async () => {
    const sorted = await list({ sortBy: "sentAt:asc" });
    expect(sorted.map((mail) => mail.subject[0])).toEqual(["A", "B", "C", ...sorted.slice(3).map((m) => m.subject[0])]);
    expect(sorted).toHaveLength(5);
  });

  test("never shows a PIN, nor the fields that hold it", async () => {
    const pin = renderMail("ACTIVATION_PIN", mailTexts.ACTIVATION_PIN.en, { serial: "PC2-1", pin: "778899" }, dress);
    const [mail] = await db()
      .insert(mailLog)
      .values({ ...base, ...pin, recipient: "pin@persdesk.demo", module: "devices" })
      .returning();
    const shown = [...(await list({ recipient: "pin@" })), await mailLogService.sheet(ctx(), mail?.id ?? "")];
    expect(JSON.stringify(shown)).not.toContain("778899");
    expect(shown[0]?.body).toContain("is ••••••.");
    expect(shown[0]).not.toHaveProperty("secrets");
    await db().delete(mailLog).where(eq(mailLog.recipient, "pin@persdesk.demo"));
  });
});

describe("sending again", () => {
  const one = async (subject: string) => (await db().select().from(mailLog).where(eq(mailLog.subject, subject)))[0];
  const failed = async (extra: Partial<typeof mailLog.$inferInsert> = {}) => {
    const [row] = await db()
      .insert(mailLog)
      .values({
        ...base,
        subject: "Z",
        recipient: "z@z.demo",
        module: "identity",
        status: "fail",
        tries: 8,
        lastError: "x",
        ...extra,
      })
      .returning();
    return row?.id ?? "";
  };
  const jobs = async (id: string) =>
    (await db().execute(sql`select 1 from graphile_worker.jobs where key = ${`mail:${id}`}`)).length;

  test("puts a failed mail back with all its tries, queues it and is audited", async () => {
    const id = await failed();
    const mail = await mailLogService.sendAgain(ctx(), id, '"1"');
    expect(mail).toMatchObject({ status: "pending", tries: 0, lastError: null, version: 2 });
    expect(await jobs(id)).toBe(1);
    const [entry] = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(entry).toMatchObject({ action: "send-again", actorLabel: "Tess Ter", objectType: "mail-log" });
    expect(entry?.changes).toEqual({ status: ["fail", "pending"], tries: [8, 0], lastError: ["x", null] });
  });

  test.each(["A 100% sure", "E waits"])("is refused for a mail that did not fail: %s", async (subject) => {
    const mail = await one(subject);
    const again = mailLogService.sendAgain(ctx(), mail?.id ?? "");
    await expect(again).rejects.toMatchObject({ code: "rule_broken", status: 422 });
    expect((await one(subject))?.version).toBe(mail?.version);
  });

  test("is refused when the code or link in it has expired, and says when mails wait for a server that is away", async () => {
    const id = await failed({ expiresAt: new Date(Date.now() - 1000).toISOString() });
    await expect(mailLogService.sendAgain(ctx(), id)).rejects.toThrow("has expired");
    expect(await mailLogService.outage(ctx())).toEqual({ since: null, waiting: 0 });
    const since = "2026-03-01T10:00:00.000Z";
    await failed({ status: "pending", unreachableSince: since });
    await failed({ status: "pending", unreachableSince: "2026-03-01T11:00:00.000Z" });
    await failed({ unreachableSince: "2026-02-01T11:00:00.000Z" });
    const caller = appRouter.createCaller(ctx());
    expect(await caller.mailLogs.outage()).toEqual({ since, waiting: 2 });
    await db().delete(mailLog).where(eq(mailLog.subject, "Z"));
  });

  test("is refused when the PIN in it is gone, and when the mail was changed meanwhile", async () => {
    const { secrets, ...gone } = renderMail(
      "ACTIVATION_PIN",
      mailTexts.ACTIVATION_PIN.en,
      {
        serial: "PC2-1",
        pin: "778899",
      },
      dress,
    );
    await expect(mailLogService.sendAgain(ctx(), await failed(gone))).rejects.toThrow("too old");
    await expect(mailLogService.sendAgain(ctx(), await failed(), '"7"')).rejects.toBeInstanceOf(AppError);
    const kept = await failed({ ...gone, secrets });
    expect(await mailLogService.sendAgain(ctx(), kept)).toMatchObject({ status: "pending" });
  });

  test("of many skips those that did not fail", async () => {
    const [first, second, done] = [await failed(), await failed(), (await one("A 100% sure"))?.id ?? ""];
    const unknown = "01900000-0000-7000-8000-000000000000";
    expect(await mailLogService.sendManyAgain(ctx(), [first, second, second, done, unknown])).toEqual({
      queued: 2,
      skipped: 2,
    });
    expect([await jobs(first), await jobs(second), await jobs(done)]).toEqual([1, 1, 0]);
  });

  test("needs the right to", async () => {
    const caller = appRouter.createCaller(staffCtx(db(), ["mail-log.read"]));
    const id = await failed();
    await expect(caller.mailLogs.sendAgain({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(caller.mailLogs.sendManyAgain({ ids: [id] })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
