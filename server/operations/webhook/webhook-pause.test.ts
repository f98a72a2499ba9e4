import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { inTransaction } from "@/server/kit/call/context";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { staffCtx } from "@/server/kit/testing";
import { useWebhooks } from "./testing";
import { pauseSeconds, timeoutsToPause } from "./webhook.rules";
import { noteTimeout, webhookService } from "./webhook.service";
import { deliverWebhook } from "./webhook-send.service";

const { db, ctx, call, got, make, work, deliveriesOf } = useWebhooks();
const tell = () =>
  inTransaction(ctx(), (ctx) =>
    tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId: "m", templateCode: "T" } }]),
  );
const stateOf = async (id: string) => {
  const { timeouts, pausedUntil } = await call().webhooks.get({ id });
  return { timeouts, seconds: pausedUntil === null ? null : Math.round((Date.parse(pausedUntil) - Date.now()) / 1000) };
};

describe("a webhook whose address does not answer in time", () => {
  test("is paused after three times in a row, each time for longer, up to an hour", async () => {
    const { id } = await make(["mail.failed"]);
    const seen: (number | null)[] = [];
    for (let n = 1; n <= 40; n++) {
      await noteTimeout(ctx(), id);
      const { timeouts, seconds } = await stateOf(id);
      expect(timeouts).toBe(n);
      seen.push(seconds);
    }
    const { first, longest } = pauseSeconds;
    expect(seen.slice(0, timeoutsToPause - 1)).toEqual([null, null]);
    const pauses = seen.slice(timeoutsToPause - 1).map(Number);
    expect(pauses[0]).toBeGreaterThan(first - 5);
    expect(pauses[0]).toBeLessThanOrEqual(first);
    expect(pauses.at(-1)).toBeGreaterThan(longest - 5);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest);
  });

  test("gets nothing while it is paused, all of it afterwards, and its next answer ends the pause", async () => {
    const { id } = await make(["mail.failed"]);
    for (let n = 0; n < timeoutsToPause; n++) await noteTimeout(ctx(), id);
    await tell();
    await tell();
    expect(await work()).toBe(0);
    expect(got).toEqual([]);
    expect((await deliveriesOf(id)).map(({ status, tries }) => [status, tries])).toEqual([
      ["pending", 0],
      ["pending", 0],
    ]);
    await db().update(webhooks).set({ pausedUntil: "2026-01-01T00:00:00.000Z" }).where(eq(webhooks.id, id));
    await db().execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    expect(await work()).toBe(0);
    expect(got).toHaveLength(2);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(["done", "done"]);
    expect(await stateOf(id)).toEqual({ timeouts: 0, seconds: null });
  });

  test("is tried at once when somebody sends a test, or changes its address", async () => {
    const { id } = await make(["mail.failed"]);
    for (let n = 0; n < timeoutsToPause; n++) await noteTimeout(ctx(), id);
    await call().webhooks.test({ id });
    expect(await stateOf(id)).toEqual({ timeouts: 0, seconds: null });
    await work();
    expect(got).toHaveLength(1);
    for (let n = 0; n < timeoutsToPause; n++) await noteTimeout(ctx(), id);
    await webhookService.update(staffCtx(db()), id, { name: "Another name" });
    expect((await stateOf(id)).timeouts).toBe(timeoutsToPause);
    await webhookService.update(staffCtx(db()), id, { enabled: true });
    expect(await stateOf(id)).toEqual({ timeouts: 0, seconds: null });
  });

  test("loses what has waited for a day, and says why", async () => {
    const { id } = await make(["mail.failed"]);
    for (let n = 0; n < timeoutsToPause; n++) await noteTimeout(ctx(), id);
    await tell();
    await work();
    const [delivery] = await deliveriesOf(id);
    await db().update(webhookDeliveries).set({ createdAt: "2026-01-01T00:00:00.000Z" });
    await deliverWebhook(ctx(), delivery?.id ?? "");
    expect((await deliveriesOf(id))[0]).toMatchObject({
      status: "fail",
      lastError: "This webhook is paused, because its address does not answer.",
    });
  });
});
