import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { runNode } from "@/scripts/command.mjs";
import { demoSecrets } from "@/scripts/demo.mjs";
import { createForEver, signIn } from "./fault/writes";
import { demoDatabase, type Persdesk, startPersdesk } from "./harness";
import { startProxy } from "./proxy";
import { screenOf } from "./session";

// Three webs and three workers on one PostgreSQL, behind a small proxy. It takes a minute and six processes, so it belongs
// to the long run.

describe.runIf(isLong)("three webs and three workers", () => {
  let folder = "";
  const running: Persdesk[] = [];
  let databaseUrl = "";
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const inDatabase = <T extends object>(text: string) =>
    onServer(databaseUrl, async (sql) => (await sql.unsafe<T[]>(text)) as T[]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "persdesk-nodes-"));
    databaseUrl = await demoDatabase();
    proxy = await startProxy();
    // One installation has one set of secrets, and one address.
    const env = { ...demoSecrets(folder), APP_URL: proxy.url, NEXTAUTH_URL: proxy.url, RATE_LIMITS: "on" };
    for (let n = 0; n < 3; n++) running.push(await startPersdesk({ databaseUrl, env }));
    for (const { url } of running) proxy.nodes.add(url);
  }, 240_000);
  afterAll(async () => {
    proxy?.close();
    await Promise.all(running.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it("know one session, and that it has ended", async () => {
    const headers = { authorization: `Bearer ${await signIn(proxy.url)}` };
    const statuses = () =>
      Promise.all(
        running.map(
          async ({ url }) => (await fetch(`${url}/api/v1/backoffice/admin/roles?limit=1`, { headers })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await inDatabase("update backoffice.sessions set revoked_at = now() where kind = 'api' and revoked_at is null");
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it("count calls together", async () => {
    const body = JSON.stringify({ email: "nobody@persdesk.demo" });
    const ask = () =>
      fetch(`${proxy.url}/api/v1/users/forgot-password`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await ask()).status);
    expect(statuses.filter((status) => status === 429).length).toBe(2);
  });

  it("ring an inbox that is open at one of them for what is sent at another", async () => {
    const [one, other] = running;
    if (!one || !other) throw new Error("three nodes run");
    const rider = await screenOf(one, "rider@persdesk.demo");
    const admin = await screenOf(other, "admin@persdesk.demo");
    const leaving = new AbortController();
    const line = await fetch(`${one.url}/api/live/inbox/RIDER_APP`, {
      headers: { cookie: rider.cookie },
      signal: leaving.signal,
    });
    const counts: number[] = [];
    const reading = (async () => {
      const text = line.body?.pipeThrough(new TextDecoderStream());
      for await (const piece of text ?? [])
        for (const [, data = ""] of piece.matchAll(/^data: (\{.*\})$/gm)) counts.push(JSON.parse(data).count);
    })();
    await expect.poll(() => counts.length).toBeGreaterThan(0);
    const before = counts.at(-1) ?? 0;
    await admin.mutate("notificationRequests.send", {
      notificationTitle: "Ring",
      notificationContent: "Text",
      keyPlatformTechs: ["RIDER_APP"],
      typeNotificationList: [1],
      emailUserDestList: ["rider@persdesk.demo"],
    });
    await expect.poll(() => counts.at(-1)).toBe(before + 1);
    leaving.abort();
    await reading.catch(() => undefined); // it was broken off
  });

  it("run a routine that is due once", { timeout: 400_000 }, async () => {
    // The sweep of the outbox is due every five minutes.
    const slot = 300_000;
    const due = new Date(Math.ceil(Date.now() / slot) * slot);
    const runs = () =>
      inDatabase<{ status: string }>(
        `select status from backoffice.routine_log where code_routine = 'OUTBOX_SWEEP' and started_at >= '${due.toISOString()}'`,
      );
    await expect.poll(runs, { timeout: slot + 30_000, interval: 1000 }).toEqual([{ status: "done" }]);
    await sleep(10_000); // another worker's run would have begun by now
    expect(await runs()).toEqual([{ status: "done" }]);
  });

  it("migrate once, however many ask", async () => {
    const env = {
      ...process.env,
      ...demoSecrets(folder),
      DATABASE_URL: databaseUrl,
      APP_URL: proxy.url,
      NODE_ENV: "production" as const,
    };
    const applied = () => inDatabase<{ n: number }>("select count(*)::int as n from drizzle.__drizzle_migrations");
    const before = await applied();
    const migrated = await Promise.all([1, 2, 3].map(() => runNode(["scripts/database.mjs", "migrate"], { env })));
    expect(migrated.map(({ code, output }) => [code, code ? output : ""])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
    expect(await applied()).toEqual(before);
  });

  it("are restarted one after the other without a lost request", { timeout: 240_000 }, async () => {
    const stream = createForEver(proxy.url, await signIn(proxy.url));
    for (const node of running) {
      const before = stream.acknowledged.length;
      await expect.poll(() => stream.acknowledged.length).toBeGreaterThan(before + 50);
      await proxy.takeOut(node.url);
      node.web.process.kill("SIGTERM");
      await node.restartWeb();
      proxy.nodes.add(node.url);
    }
    await stream.stop();
    expect(stream.refused).toEqual([]);
    const kept = await onServer(
      databaseUrl,
      (sql) => sql`select id from backoffice.model_pers where label = any(${stream.acknowledged})`,
    );
    expect(kept.length).toBe(stream.acknowledged.length);
  });

  it("lose a node and a worker without losing what was acknowledged", async () => {
    const stream = createForEver(proxy.url, await signIn(proxy.url));
    await expect.poll(() => stream.acknowledged.length).toBeGreaterThan(50);
    const [first] = running;
    first?.web.process.kill("SIGKILL");
    first?.worker?.process.kill("SIGKILL");
    proxy.nodes.delete(first?.url ?? "");
    const before = stream.acknowledged.length;
    await expect.poll(() => stream.acknowledged.length).toBeGreaterThan(before + 100);
    await stream.stop();
    expect([...new Set(stream.refused.map(({ status }) => status))].filter((status) => status !== 502)).toEqual([]);
    const kept = await onServer(
      databaseUrl,
      (sql) => sql`select id from backoffice.model_pers where label = any(${stream.acknowledged})`,
    );
    expect(kept.length).toBe(stream.acknowledged.length);
  });
});
