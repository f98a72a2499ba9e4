import type { IncomingHttpHeaders } from "node:http";
import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  alerts,
  auditLog,
  companies,
  levelAlerts,
  mailLog,
  notificationDeliveries,
  pers,
  persAlerts,
  webhookDeliveries,
  webhooks,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { makeFitted, makePartners, makeWorkspace } from "@/server/companies/company-partner/testing";
import { inTransaction, systemCtx } from "@/server/kit/context";
import { importsEnded } from "@/server/kit/import/run-import";
import { failure, staffCtx } from "@/server/kit/testing";
import type { WebhookEventCode } from "@/server/kit/webhook-event.rules";
import { tellWebhooks } from "@/server/kit/webhook-events";
import { lineOf, settleAll } from "@/server/notification/delivery/delivery-claim.service";
import { deliverMail } from "@/server/operations/mail/mail-delivery.service";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { prepareNotificationSamples } from "@/server/testing/notification-samples";
import { startOutside } from "@/server/testing/outside";
import { mostTries } from "./webhook.rules";
import { resealWebhooks } from "./webhook.service";
import { webhookDeliveryService } from "./webhook-delivery.service";
import { deliverWebhook, routeWebhookEvents } from "./webhook-send.service";

const { db } = useDatabase();
const ctx = () => systemCtx("test");
const call = (rights?: Permission[]) => appRouter.createCaller(staffCtx(db(), rights));

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}
const got: Got[] = [];
let status = 204;
let receiver: Awaited<ReturnType<typeof startOutside>>;

beforeAll(async () => {
  await seedBase(db());
  receiver = await startOutside((req, res) => {
    let body = "";
    req
      .on("data", (part) => {
        body += part;
      })
      .on("end", () => {
        got.push({ headers: req.headers, body });
        res.writeHead(status).end("what it says is not kept");
      });
  }, true);
  env.OUTBOUND_ALLOWED.push(receiver.origin);
});
afterAll(async () => {
  env.OUTBOUND_ALLOWED.splice(env.OUTBOUND_ALLOWED.indexOf(receiver.origin), 1);
  await receiver.close();
});
beforeEach(async () => {
  await db().delete(webhookDeliveries);
  await db().delete(webhooks);
  await db().execute(
    sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0`,
  );
  got.length = 0;
  status = 204;
});

const make = (events: WebhookEventCode[], companyId?: string) =>
  call().webhooks.create({ name: `Hook ${crypto.randomUUID()}`, url: `${receiver.origin}/hook`, events, companyId });

interface Job extends Record<string, unknown> {
  id: string;
  task: string;
  payload: { deliveryId: string };
}

/** Runs what is queued, as a worker does. @returns how many failed */
async function work(): Promise<number> {
  let failed = 0;
  for (;;) {
    const jobs = await db().execute<Job>(sql`
      select j.id::text as id, t.identifier as task, payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`);
    if (jobs.length === 0) return failed;
    for (const { id, task, payload } of jobs) {
      await db().execute(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`);
      if (task === "route-webhook-events") await routeWebhookEvents(ctx(), payload);
      else if (task === "deliver-webhook")
        await deliverWebhook(ctx(), payload.deliveryId).catch(() => {
          failed++;
        });
    }
  }
}

const deliveriesOf = (webhookId: string) =>
  db().select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId)).orderBy(webhookDeliveries.id);
const tell = () =>
  inTransaction(ctx(), (ctx) =>
    tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId: "m", templateCode: "T" } }]),
  );
/** What a receiver reads of a message, by the library of the scheme. @throws where it is not signed with the secret */
const verified = (secret: string, { headers, body }: Got) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    data: Record<string, unknown>;
  };

describe("a message", () => {
  test("is signed by the scheme, holds ids and codes, and its delivery keeps the status and no body", async () => {
    const { id, secret } = await make(["mail.failed"]);
    await tell();
    expect(await work()).toBe(0);
    expect(got).toHaveLength(1);
    const [first] = got as [Got];
    expect(verified(secret, first)).toMatchObject({ type: "mail.failed", data: { mailId: "m", templateCode: "T" } });
    expect(() => verified("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", first)).toThrow();
    const [delivery] = await deliveriesOf(id);
    expect(first.headers["webhook-id"]).toBe(delivery?.id);
    expect(delivery).toMatchObject({ status: "done", tries: 1, responseStatus: 204, lastError: null });
    expect(JSON.stringify(await call().webhookDeliveries.rows({}))).not.toContain("what it says");
  });

  test("is not told where the transaction is rolled back, nor twice where its job runs twice", async () => {
    const { id } = await make(["mail.failed"]);
    const undone = inTransaction(ctx(), async (ctx) => {
      await tellWebhooks(ctx, [{ event: "mail.failed", data: {} }]);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(await work()).toBe(0);
    expect(await deliveriesOf(id)).toEqual([]);
    const event = { id: crypto.randomUUID(), at: new Date().toISOString(), event: "mail.failed", data: {} };
    await Promise.all([1, 2].map(() => routeWebhookEvents(ctx(), { events: [event] })));
    await work();
    expect([(await deliveriesOf(id)).length, got.length]).toEqual([1, 1]);
  });

  test("costs nothing where nobody asks for it", async () => {
    await make(["import.done"]);
    await tell();
    expect(await db().execute(sql`select 1 from graphile_worker.jobs`)).toHaveLength(0);
  });

  test("that fails is tried again, then given up, and can be sent again under the same id", async () => {
    const { id } = await make(["mail.failed"]);
    status = 500;
    await tell();
    expect(await work()).toBe(1);
    const [delivery] = await deliveriesOf(id);
    const deliveryId = delivery?.id ?? "";
    expect(delivery).toMatchObject({
      status: "pending",
      tries: 1,
      responseStatus: 500,
      lastError: "The address did not accept the message.",
    });
    expect(await webhookDeliveryService.queueLost(ctx())).toBe(0); // not before a minute
    await db()
      .update(webhookDeliveries)
      .set({ tries: mostTries - 1, updatedAt: "2026-01-01T00:00:00.000Z" });
    expect(await webhookDeliveryService.queueLost(ctx())).toBe(1);
    expect(await webhookDeliveryService.queueLost(ctx())).toBe(0); // its job waits
    expect(await work()).toBe(0);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "fail", tries: mostTries });
    status = 200;
    await call().webhookDeliveries.sendAgain({ id: deliveryId });
    expect((await failure(call().webhookDeliveries.sendAgain({ id: deliveryId }))).status).toBe(422);
    await work();
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "done", tries: 1 });
    expect(new Set(got.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([deliveryId]));
    await webhookDeliveryService.purge(ctx());
    expect(await deliveriesOf(id)).toHaveLength(1);
    await db().update(webhookDeliveries).set({ createdAt: "2026-01-01T00:00:00.000Z" });
    expect(await webhookDeliveryService.purge(ctx())).toBe(1);
  });

  test("to an address that is gone turns the webhook off; nothing is sent to one that is off", async () => {
    const { id } = await make(["mail.failed"]);
    await tell();
    await tell();
    status = 410;
    expect(await work()).toBe(0);
    expect(got).toHaveLength(1);
    expect((await deliveriesOf(id)).map(({ status, lastError }) => [status, lastError])).toEqual([
      ["fail", "The address did not accept the message."],
      ["fail", "This webhook is turned off."],
    ]);
    expect((await call().webhooks.get({ id })).enabled).toBe(false);
    expect((await failure(call().webhooks.test({ id }))).status).toBe(422);
    await tell();
    await work();
    expect(await deliveriesOf(id)).toHaveLength(2);
  });

  test("goes to no address inside the network", async () => {
    const { id } = await make(["mail.failed"]);
    await db().update(webhooks).set({ url: "http://127.0.0.1:1/" });
    await tell();
    expect(await work()).toBe(1);
    expect((await deliveriesOf(id))[0]).toMatchObject({
      responseStatus: null,
      lastError: "Only https addresses are asked.",
    });
    const local = { name: "x", url: "https://10.0.0.1/hook", events: ["mail.failed" as const] };
    expect((await failure(call().webhooks.create(local))).errors?.[0]?.path).toBe("url");
  });
});

describe("a secret", () => {
  test("is shown once, sealed with the newest data key, and both sign while one follows the other", async () => {
    const { id, secret } = await make(["mail.failed"]);
    const stored = async () => (await db().select().from(webhooks))[0];
    const opened = Buffer.from((await stored())?.secretSealed ?? "", "base64").toString("latin1");
    expect(opened.startsWith(`${env.DATA_KEYS[0].id}:`)).toBe(true);
    expect(opened).not.toContain(secret.slice(6));
    expect(JSON.stringify([await call().webhooks.get({ id }), await call().webhooks.rows({})])).not.toMatch(
      /whsec|ealed/,
    );
    const next = await call().webhooks.rotateSecret({ id, overlap: "1h" });
    await call().webhooks.test({ id });
    await work();
    for (const one of [secret, next.secret]) expect(verified(one, got[0] as Got).type).toBe("webhook.test");
    await db().update(webhooks).set({ formerUntil: "2026-01-01T00:00:00.000Z" });
    await call().webhooks.test({ id });
    await work();
    expect(() => verified(secret, got[1] as Got)).toThrow();
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(trail.map(({ action }) => action)).toEqual(["create", "rotate-secret", "test", "test"]);
    expect(JSON.stringify(trail)).not.toMatch(/whsec|ealed/);

    const [oldest] = env.DATA_KEYS;
    env.DATA_KEYS.unshift({ id: "another", secret: oldest.secret });
    expect(await resealWebhooks(ctx())).toBe(2); // the former one is forgotten, the present one sealed anew
    expect(await resealWebhooks(ctx())).toBe(0);
    env.DATA_KEYS.splice(1, 1);
    await call().webhooks.test({ id });
    await work();
    expect(verified(next.secret, got[2] as Got).type).toBe("webhook.test");
    env.DATA_KEYS.splice(0, 1, oldest);
  });
});

describe("who gets what", () => {
  const seenBy = async (webhookId: string) =>
    (await deliveriesOf(webhookId)).map(({ event, data }) => [event, data.persId ?? data.companyLinkId]).sort();

  test("staff get all, a company what its own devices and partners do, a disabled one nothing", async () => {
    const [maker, dealer, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER"),
      await makeWorkspace(db(), "MANUFACTURER"),
    ];
    const [mine, foreign] = [await makeFitted(db(), maker.companyId, 1), await makeFitted(db(), other.companyId, 1)];
    const all: WebhookEventCode[] = ["pers-alert.opened", "pers-alert.closed", "company-partner.accepted"];
    const [staffs, makers, dealers, disabled] = [
      await make(all),
      await make(all, maker.companyId),
      await make(all, dealer.companyId),
      await make(all, other.companyId),
    ];
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, other.companyId));
    const [level] = await db().insert(levelAlerts).values({ label: "Grave", color: "#e03131", rank: 1 }).returning();
    await db()
      .insert(alerts)
      .values({
        code: "LOW",
        alertLabel: "Low",
        topicAlert: "Battery",
        groupAlert: "Energy",
        levelAlertId: level?.id ?? "",
        rule: { field: "batteryLevel", operator: "<", value: 20 },
      });
    const report = (serial: string | undefined, batteryLevel: number, minute: number) => ({
      messageId: crypto.randomUUID(),
      persSerialNumber: serial,
      iotMessageType: "status",
      payload: { batteryLevel },
      sentAt: new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString(),
    });
    const messages = [mine, foreign].flatMap(([one]) => [report(one?.serial, 5, 0), report(one?.serial, 90, 1)]);
    await call().iotMessages.ingest({ messages });
    const link = await makePartners(maker, dealer, "dealers");
    await work();
    const [a, b] = [mine[0]?.id, foreign[0]?.id];
    expect(await db().select().from(persAlerts)).toHaveLength(2);
    const ofMine = [
      ["company-partner.accepted", link],
      ["pers-alert.closed", a],
      ["pers-alert.opened", a],
    ];
    const ofForeign = [
      ["pers-alert.closed", b],
      ["pers-alert.opened", b],
    ];
    expect(await seenBy(staffs.id)).toEqual([...ofMine, ...ofForeign].sort());
    expect(await seenBy(makers.id)).toEqual(ofMine);
    expect(await seenBy(dealers.id)).toEqual([["company-partner.accepted", link]]);
    expect(await seenBy(disabled.id)).toEqual([]);
  });

  test("what gave up is told: an e-mail, a notification, and what ends with its rule", async () => {
    const { id } = await make(["mail.failed", "notification-delivery.failed", "pers-alert.closed"]);
    const mail = { templateCode: "T", subject: "S", recipient: "r@r.demo", sender: "s@s.demo", module: "m", body: "B" };
    const [row] = await db()
      .insert(mailLog)
      .values({ ...mail, tries: 7 })
      .returning();
    await deliverMail(ctx(), row?.id ?? "", () => Promise.reject(new Error("no")));
    await prepareNotificationSamples(db());
    const [delivery] = await db().update(notificationDeliveries).set({ status: "pending" }).returning();
    await settleAll(ctx(), [{ id: delivery?.id ?? "", status: "failed", line: lineOf("failed") }]);
    await settleAll(ctx(), [{ id: delivery?.id ?? "", status: "failed", line: lineOf("failed") }]); // it has moved on
    const [alert] = await db().select().from(alerts);
    const [device] = await db().select().from(pers);
    const open = { alertId: alert?.id ?? "", persId: device?.id ?? "", startedAt: "2026-01-01T00:00:00.000Z" };
    await db().insert(persAlerts).values(open);
    await call().alerts.update({ id: open.alertId, isActivated: false });
    await work();
    const told = (await deliveriesOf(id)).map(({ event, data }) => [
      event,
      data.mailId ?? data.deliveryId ?? data.persId,
    ]);
    expect(told).toEqual([
      ["mail.failed", row?.id],
      ["notification-delivery.failed", delivery?.id],
      ["pers-alert.closed", open.persId],
    ]);
  });

  test("an import that is done is told, with its counts", async () => {
    const { id } = await make(["import.done"]);
    const { companyId } = await makeWorkspace(db(), "FLEET");
    const theirs = await make(["import.done"], companyId);
    const csv = "Kind,Number,ERP id,Name,Category\ncompany,HOOK-1,H-1,Hook GmbH,FLEET\n";
    const file = { name: "erp.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(csv)) };
    const plan = await call().erpSync.imports.preview({ fileName: file.name, file, options: {} });
    await call().erpSync.imports.confirm({ id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    await work();
    const [told] = await deliveriesOf(id);
    expect(told?.data).toMatchObject({ importId: plan.id, importer: "erp-sync", created: 1, errors: 0 });
    expect(await deliveriesOf(theirs.id)).toEqual([]);
  });

  test("an event is asked for by who may see what it is about, and a company's by events of companies", async () => {
    const may: Permission[] = ["webhook.read", "webhook.write", "pers.read"];
    const hook = { name: "x", url: `${receiver.origin}/hook` };
    expect((await failure(call(may).webhooks.create({ ...hook, events: ["mail.failed"] }))).status).toBe(403);
    const { id } = await call(may).webhooks.create({ ...hook, events: ["pers-alert.opened"] });
    expect((await failure(call(may).webhooks.update({ id, events: ["mail.failed"] }))).status).toBe(403);
    const theirs = await make(["mail.failed"]);
    expect((await failure(call(may).webhooks.update({ id: theirs.id, url: `${receiver.origin}/mine` }))).status).toBe(
      403,
    );
    expect((await failure(call(may).webhooks.rotateSecret({ id: theirs.id, overlap: "none" }))).status).toBe(403);
    expect(await call(may).webhooks.update({ id: theirs.id, enabled: false })).toMatchObject({ enabled: false });
    const { companyId } = await makeWorkspace(db(), "FLEET");
    const wrong = await failure(call().webhooks.create({ ...hook, events: ["mail.failed"], companyId }));
    expect([wrong.status, wrong.errors?.[0]?.path]).toEqual([422, "events"]);
  });
});
