import { type ChildProcess, spawn } from "node:child_process";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { mailLog, routineLog } from "@/db/schema";
import { onServer } from "@/db/testing/clone";
import { useDatabase } from "@/db/testing/database";
import { isLong, patienceMs } from "@/db/testing/scale";
import { startWay } from "@/db/testing/way";
import { secretSettings } from "@/env/testing";
import { pause, resume } from "@/scripts/pause.mjs";
import { freePort } from "@/scripts/port.mjs";
import { useProgram } from "@/scripts/testing/program";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { startSmtpServer } from "@/server/platform/mail/testing";

// The worker as the process it is: bundled, started, killed.

const { db, url } = useDatabase();
const { program } = useProgram("server/worker.ts");
const workers: ChildProcess[] = [];

beforeAll(async () => {
  await seedBase(db());
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});

function startWorker(smtpUrl?: string, more: Record<string, string> = {}) {
  const env = {
    ...secretSettings(),
    NODE_ENV: "test" as const,
    LOG_LEVEL: "info",
    DATABASE_URL: url,
    SMTP_URL: smtpUrl ?? "",
    ...more,
  };
  const worker = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "ignore"] });
  workers.push(worker);
  let said = "";
  worker.stdout?.on("data", (text) => {
    said += text;
  });
  return {
    said: () => said,
    kill: (signal: NodeJS.Signals) => worker.kill(signal),
    ended: new Promise<number | null>((done) => worker.once("exit", done)),
  };
}
const enqueue = () =>
  enqueueMail(systemCtx("test"), {
    templateCode: "PASSWORD_CHANGED",
    module: "identity",
    recipient: "rider@persdesk.demo",
    tokens: { firstName: "Robin" },
  });
const statusOf = async (id: string) => (await db().select().from(mailLog).where(eq(mailLog.id, id)))[0]?.status;

describe("the worker", () => {
  test("serves its metrics; another one whose port is taken says so and works without", {
    timeout: 240_000,
  }, async () => {
    const smtp = await startSmtpServer();
    const METRICS_PORT = String(await freePort());
    await enqueue();
    const both = [startWorker(smtp.url, { METRICS_PORT }), startWorker(smtp.url, { METRICS_PORT })];
    const metrics = () => fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then((answer) => answer.text());
    const read = () => metrics().catch(() => "");
    const patience = { timeout: patienceMs, interval: 200 };
    await expect.poll(read, patience).toMatch(/^persdesk_workers 2$/m);
    const without = both.filter(({ said }) =>
      said().includes(`no metrics of this worker: port ${METRICS_PORT} is taken`),
    );
    expect(without).toHaveLength(1);
    expect(await metrics()).toMatch(/^persdesk_channel_paused\{channel="smtp"\} 0$/m);
    await smtp.close();
  });

  test("delivers what is queued, and on SIGTERM lets a delivery finish before it ends", {
    timeout: 240_000,
  }, async () => {
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    const smtp = await startSmtpServer({ hold: () => held });
    const id = await enqueue();
    const worker = startWorker(smtp.url);
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), patienceMs);
    worker.kill("SIGTERM");
    setTimeout(release, 500);
    expect(await worker.ended).toBe(0);
    expect(await statusOf(id)).toBe("done");
    await smtp.close();
  });

  test("killed in the middle of a delivery loses nothing: the next one delivers", { timeout: 240_000 }, async () => {
    let hanging = true;
    const smtp = await startSmtpServer({ hold: () => (hanging ? new Promise(() => {}) : Promise.resolve()) });
    const id = await enqueue();
    const first = startWorker(smtp.url);
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), patienceMs);
    first.kill("SIGKILL");
    await first.ended;
    expect(await statusOf(id)).toBe("pending");
    hanging = false;
    startWorker(smtp.url);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe("done"), { timeout: patienceMs, interval: 200 });
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([`<${id}@persdesk>`, `<${id}@persdesk>`]);
    const sweeps = await db().select().from(routineLog).where(eq(routineLog.codeRoutine, "OUTBOX_SWEEP"));
    expect(sweeps.map((sweep) => sweep.itemsDone)).toContain(1);
  });

  // worker-life.test.ts shows the same without processes, in a second.
  test.runIf(isLong)(
    "killed beside another one, its job is taken up by that one within a minute",
    { timeout: 75_000 },
    async () => {
      let hanging = true;
      const smtp = await startSmtpServer({ hold: () => (hanging ? new Promise(() => {}) : Promise.resolve()) });
      const id = await enqueue();
      const first = startWorker(smtp.url);
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), patienceMs);
      startWorker(smtp.url);
      // The sweep at its start is over, and has left alone what the first one holds.
      const sweeps = () => db().select().from(routineLog).where(eq(routineLog.codeRoutine, "OUTBOX_SWEEP"));
      const before = (await sweeps()).length;
      await vi.waitFor(async () => expect((await sweeps()).length).toBeGreaterThan(before), patienceMs);
      expect(await statusOf(id)).toBe("pending");
      hanging = false;
      first.kill("SIGKILL");
      const killed = Date.now();
      await vi.waitFor(async () => expect(await statusOf(id)).toBe("done"), { timeout: patienceMs, interval: 200 });
      expect(Date.now() - killed).toBeLessThan(60_000);
      await smtp.close();
    },
  );

  test.runIf(isLong)(
    "whose direct address is dead says so, at its start and later, and works as soon as it is not",
    { timeout: 300_000 },
    async () => {
      const { hostname, port } = new URL(url);
      const way = await startWay(Number(port), hostname);
      way.cut();
      const smtp = await startSmtpServer();
      const METRICS_PORT = String(await freePort());
      const direct = Object.assign(new URL(url), { port: String(way.port) }).href;
      startWorker(smtp.url, { METRICS_PORT, DATABASE_DIRECT_URL: direct });
      const asked = (path: string) => fetch(`http://127.0.0.1:${METRICS_PORT}${path}`).catch(() => undefined);
      const readiness = async () => (await asked("/readyz"))?.status;
      const silence = async () => {
        const text = await (await asked("/metrics"))?.text();
        return Number(/^persdesk_worker_queue_silent_seconds (\S+)$/m.exec(text ?? "")?.[1]);
      };
      const patience = { timeout: 60_000, interval: 500 };
      await expect.poll(readiness, patience).toBe(503);
      await way.mend();
      await expect.poll(readiness, patience).toBe(200);
      expect(await silence()).toBeLessThan(30);
      way.cut();
      await expect.poll(readiness, patience).toBe(503);
      expect(await silence()).toBeGreaterThan(30);
      await way.mend();
      const id = await enqueue();
      await expect.poll(() => statusOf(id), patience).toBe("done");
      await expect.poll(readiness, patience).toBe(200);
      way.cut();
      await smtp.close();
    },
  );

  test("on a database that was restored sends nothing until it is resumed", { timeout: 240_000 }, async () => {
    const smtp = await startSmtpServer();
    await onServer(url, pause);
    const id = await enqueue();
    const worker = startWorker(smtp.url);
    await vi.waitFor(() => expect(worker.said()).toContain("npm run db:resume lets the workers send"), patienceMs);
    expect([await statusOf(id), smtp.mails.length]).toEqual(["pending", 0]);
    await resume(url);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe("done"), { timeout: patienceMs, interval: 200 });
    worker.kill("SIGTERM");
    await worker.ended;
    await smtp.close();
  });

  test("with WORKER_PAUSED sends nothing and starts no job, whatever the database says", {
    timeout: 240_000,
  }, async () => {
    const smtp = await startSmtpServer();
    const id = await enqueue();
    const worker = startWorker(smtp.url, { WORKER_PAUSED: "1" });
    await vi.waitFor(() => expect(worker.said()).toContain("paused by WORKER_PAUSED"), patienceMs);
    const other = startWorker(smtp.url);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe("done"), { timeout: patienceMs, interval: 200 });
    expect(worker.said()).not.toContain("sending notifications");
    worker.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    other.kill("SIGTERM");
    await other.ended;
    await smtp.close();
  });

  test("without a mail server leaves mails pending", async () => {
    const id = await enqueue();
    startWorker();
    const lastError = async () => (await db().select().from(mailLog).where(eq(mailLog.id, id)))[0]?.lastError;
    await vi.waitFor(async () => expect(await lastError()).toMatch(/sending is off/i), patienceMs);
    expect(await statusOf(id)).toBe("pending");
  });
});
