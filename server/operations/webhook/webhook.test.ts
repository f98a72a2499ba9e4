import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { auditLog, webhookDeliveries, webhooks } from "@/db/schema";
import { env } from "@/env/env";
import { inTransaction } from "@/server/kit/call/context";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { failure } from "@/server/kit/testing";
import { speaking } from "@/texts/node";
import { type Got, useWebhooks } from "./testing";
import { mostTries } from "./webhook.rules";
import { resealWebhooks } from "./webhook.service";
import { webhookDeliveryService } from "./webhook-delivery.service";
import { routeWebhookEvents } from "./webhook-send.service";

const { db, ctx, call, got, answer, make, work, deliveriesOf } = useWebhooks();
const tell = () =>
  inTransaction(ctx(), (ctx) =>
    tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId: "m", templateCode: "T" } }]),
  );
/** What a receiver reads of a message, by the library of the scheme. @throws where it is not signed with the secret */
const verified = (secret: string | undefined, { headers, body }: Got) =>
  new Webhook(secret ?? "").verify(body, headers as Record<string, string>) as {
    type: string;
    data: Record<string, unknown>;
  };

describe("a message", () => {
  test("is signed by the scheme, holds ids and codes, and its delivery keeps the status and no body", async () => {
    const { id, secret } = await make(["mail.failed"]);
    const { id: other } = await make(["import.done"]);
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
    const lasts = [id, other].map(async (one) => (await call().webhooks.get({ id: one })).lastStatus);
    expect(await Promise.all(lasts)).toEqual(["done", null]);
  });

  test("is not told where the transaction is rolled back, nor twice where its job runs twice", async () => {
    const { id } = await make(["mail.failed"]);
    const undone = inTransaction(ctx(), async (ctx) => {
      await tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId: "1", templateCode: "T" } }]);
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
    answer.status = 500;
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
    answer.status = 200;
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
    answer.status = 410;
    expect(await work()).toBe(0);
    expect(got).toHaveLength(1);
    expect((await deliveriesOf(id)).map(({ status, lastError }) => [status, lastError])).toEqual([
      ["fail", "The address did not accept the message."],
      ["fail", "This webhook is turned off."],
    ]);
    const inGerman = await speaking({ language: "de", timeZone: "UTC" }, () =>
      call().webhookDeliveries.list({ webhookId: id }),
    );
    expect(inGerman.items.map(({ lastError }) => lastError)).toContain("Dieser Webhook ist ausgeschaltet.");
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
    expect(opened).not.toContain(secret?.slice(6));
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
    expect(await resealWebhooks(ctx())).toBe(2); // the former one is forgotten, the present one sealed again
    expect(await resealWebhooks(ctx())).toBe(0);
    env.DATA_KEYS.splice(1, 1);
    await call().webhooks.test({ id });
    await work();
    expect(verified(next.secret, got[2] as Got).type).toBe("webhook.test");
    env.DATA_KEYS.splice(0, 1, oldest);
  });

  test("stays its own webhook's when several are sealed with the newest data key", async () => {
    const [one, two] = [await make(["mail.failed"]), await make(["mail.failed"])];
    const [oldest] = env.DATA_KEYS;
    env.DATA_KEYS.unshift({ id: "another", secret: oldest.secret });
    expect(await resealWebhooks(ctx())).toBe(2);
    for (const { id, secret } of [one, two]) {
      await call().webhooks.test({ id });
      await work();
      expect(verified(secret, got.pop() as Got).type).toBe("webhook.test");
    }
    env.DATA_KEYS.shift();
  });
});
