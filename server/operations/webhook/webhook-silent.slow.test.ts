import { expect, test } from "vitest";
import { isLong, scaled } from "@/db/testing/scale";
import { env } from "@/env/env";
import { inTransaction } from "@/server/kit/call/context";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { startRunner } from "@/server/overview/routine/runner.service";
import { useWebhooks } from "./testing";
import { timeoutsToPause } from "./webhook.rules";

const { ctx, call, got, make } = useWebhooks();

test("sixteen silent receivers stop no other webhook, and are paused", { timeout: 240_000 }, async () => {
  const runner = await startRunner({ connectionString: env.DATABASE_URL, send: null });
  try {
    await make(["mail.failed"]);
    /** Seconds from an event to its message. */
    const once = async () => {
      const before = got.filter((one) => one.body.includes("mail.failed")).length;
      const begun = performance.now();
      await inTransaction(ctx(), (ctx) =>
        tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId: "m", templateCode: "T" } }]),
      );
      await expect
        .poll(() => got.filter((one) => one.body.includes("mail.failed")).length, { interval: 10, timeout: 60_000 })
        .toBe(before + 1);
      return (performance.now() - begun) / 1000;
    };
    const alone: number[] = [];
    for (let n = 0; n < scaled(3, 5); n++) alone.push(await once());
    const counts = { created: 1, updated: 0, unchanged: 0, errors: 0 };
    const imported = (importId: string) => ({ importId, importer: "pers", companyId: null, ...counts });
    const silent: { id: string }[] = [];
    for (let n = 0; n < 16; n++) silent.push(await make(["import.done"], undefined, `/silent/${n}`));
    for (let n = 0; n < 5; n++)
      await inTransaction(ctx(), (ctx) => tellWebhooks(ctx, [{ event: "import.done", data: imported(`${n}`) }]));
    const behind: number[] = [];
    const isPaused = async () =>
      (await Promise.all(silent.map(({ id }) => call().webhooks.get({ id })))).filter(
        ({ timeouts, pausedUntil }) => timeouts >= timeoutsToPause && pausedUntil !== null,
      ).length;
    // Each has to be silent for three times ten seconds.
    const arePaused = async () => !isLong || (await isPaused()) === silent.length;
    while (behind.length < scaled(4, 10) || !(await arePaused())) behind.push(await once());
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    const most = Math.max(...behind);
    console.info(
      `alone ${middle(alone).toFixed(2)} s; behind 16 silent ones ${middle(behind).toFixed(2)} s, at most ${most.toFixed(2)} s`,
    );
    if (isLong) expect(middle(behind)).toBeLessThan(3 * middle(alone) + 0.5);
    // What is silent holds a place for ten seconds: nobody waits for one.
    expect(most).toBeLessThan(8);
  } finally {
    await runner.stop();
  }
});
