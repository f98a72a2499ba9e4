import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, database, longDatabase } from "@/db/client";
import { modelPers } from "@/db/schema";
import { onServer } from "@/db/testing/clone";
import { useDatabase } from "@/db/testing/database";
import { startWay } from "@/db/testing/way";
import { env } from "@/env/env";
import { freePort } from "@/scripts/port.mjs";
import { seedIdentityBase } from "@/seed/identity";
import { handleApi } from "@/server/api";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { settlePooler } from "./pooler";
import { wakers } from "./wake";

// With a real PgBouncer, where one is installed: in the PATH, or the program that PGBOUNCER names. What is sent to it is
// looked at in db/pooler.test.ts.

const program = process.env.PGBOUNCER ?? "pgbouncer";
const isThere = spawnSync(program, ["--version"]).status === 0;

describe.runIf(isThere)("behind PgBouncer in transaction mode, without prepared statements", () => {
  useDatabase();
  const { DATABASE_URL: direct, DATABASE_LOCK_TIMEOUT_MS: patienceOfTests } = env;
  const home = mkdtempSync(join(tmpdir(), "persdesk-pooler-"));
  let pooler: ChildProcess;
  /** Of the pooler to PostgreSQL: far fewer than those of the process, so that they change hands all the time. */
  const connections = 6;
  /** What the pooler learns at its first connection, before the role has its settings. */
  const ofServer = { timezone: "Asia/Kathmandu", datestyle: "SQL, DMY" };
  /** The way from the pooler to PostgreSQL, which can be cut. */
  let way: Awaited<ReturnType<typeof startWay>>;

  beforeAll(async () => {
    const { hostname, port, username, password } = new URL(direct);
    const own = await freePort(0, hostname);
    const users = join(home, "users.txt");
    writeFileSync(users, `"${username}" "${password}"\n`);
    const settings = join(home, "pgbouncer.ini");
    way = await startWay(Number(port), hostname);
    const changed: Record<string, string> = {
      listen_addr: hostname,
      listen_port: String(own),
      auth_type: "trust",
      auth_file: users,
      default_pool_size: String(connections),
    };
    const lines = readFileSync("docs/operations/pgbouncer.ini", "utf8").split("\n");
    const ours = lines.map((line) => {
      const [name = ""] = line.split(" = ");
      if (name === "persdesk") return `* = host=${hostname} port=${way.port}`;
      return changed[name] === undefined ? line : `${name} = ${changed[name]}`;
    });
    writeFileSync(settings, ours.join("\n"));
    chmodSync(home, 0o755);
    const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : []; // it refuses to run as root
    pooler = spawn(program, [...asNobody, settings], { stdio: "ignore" });
    const url = new URL(direct);
    url.port = String(own);
    env.DATABASE_DIRECT_URL = direct;
    env.DATABASE_URL = url.href;
    env.DATABASE_POOL = 20;
    env.DATABASE_PREPARE = false;
    env.DATABASE_LOCK_TIMEOUT_MS = 5_000; // as it is where nothing is set
    await closeDatabase();
    await onServer(direct, async (plain) => {
      for (const [setting, value] of Object.entries(ofServer))
        await plain`alter database ${plain(new URL(direct).pathname.slice(1))} set ${plain(setting)} = ${plain.unsafe(`'${value}'`)}`;
    });
    await settlePooler(); // tries again until the pooler listens
    await seedIdentityBase(database());
  });
  afterAll(async () => {
    await closeDatabase();
    pooler.kill();
    way.cut();
    env.DATABASE_DIRECT_URL = undefined;
    env.DATABASE_URL = direct;
    env.DATABASE_POOL = 10;
    env.DATABASE_PREPARE = true;
    env.DATABASE_LOCK_TIMEOUT_MS = patienceOfTests;
    rmSync(home, { recursive: true, force: true });
  });

  it("the first web is ready, whatever the server's own settings are", async () => {
    expect((await handleApi(new Request("http://localhost/readyz"))).status).toBe(200);
    const [zone] = await database().execute(sql`select current_setting('TimeZone') as zone, now()::text as now`);
    expect(zone).toEqual({ zone: "UTC", now: expect.stringMatching(/^\d{4}-.*\+00$/) });
  });

  it("many write and read at once, and all that is acknowledged is there", async () => {
    const { bearer, cookie } = await credentialsOf(
      database(),
      await makePerson(database(), {}, ["model-pers.read", "model-pers.write"]),
    );
    const headers = { authorization: `Bearer ${bearer}` };
    const at = "/v1/backoffice/admin/model-pers";
    const labels = Array.from({ length: 60 }, (_, n) => `Model ${String(n).padStart(2, "0")}`);
    const answers = await Promise.all(
      labels.flatMap((label) => [
        ask("POST", at, { headers: { ...headers, "idempotency-key": label }, body: { label } }),
        ask("GET", `${at}?limit=5&sortBy=label:asc&label=Model`, { headers }),
      ]),
    );
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201]);
    const file = await ask("GET", "/export/modelPers?columns=label=Label&sortBy=label:asc", {
      headers: { host: "localhost", cookie },
    });
    expect(file.text.trim().split(/\r?\n/).slice(1)).toEqual(labels);
    const [seen] = await database().execute(sql`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`);
    expect(seen?.n).toBeLessThanOrEqual(connections + 2);
    expect((await handleApi(new Request("http://localhost/readyz"))).status).toBe(200);
  });

  it("a transaction waits for a lock as long as it may, and leaves nothing behind on its connection", async () => {
    const [row] = await database().insert(modelPers).values({ label: "Locked" }).returning();
    const change = () =>
      database()
        .update(modelPers)
        .set({ description: "x" })
        .where(eq(modelPers.id, row?.id ?? ""));
    await longDatabase().transaction(async (tx) => {
      await tx
        .update(modelPers)
        .set({ description: "y" })
        .where(eq(modelPers.id, row?.id ?? ""));
      const begun = performance.now();
      const refused = await database()
        .transaction(() => change())
        .catch((error: Error) => (error.cause as { code?: string } | undefined)?.code);
      // `change` runs beside the transaction, on a connection of its own, whose patience is the role's: 5 s.
      expect([refused, Math.round((performance.now() - begun) / 1000)]).toEqual(["55P03", 5]);
      const sooner = await database()
        .transaction((other) => other.update(modelPers).set({ description: "z" }).where(eq(modelPers.label, "Locked")))
        .catch((error: Error) => (error.cause as { code?: string } | undefined)?.code);
      expect(sooner).toBe("55P03");
    });
    const patience = await Promise.all(
      Array.from({ length: connections }, () =>
        database().execute(sql`select current_setting('lock_timeout') as lock`),
      ),
    );
    expect(patience.flat().map(({ lock }) => lock)).toEqual(Array(connections).fill("5s"));
  });

  it("what listens hears what was told through the pooler", async () => {
    const live = wakers("pooler_slow_test");
    let heard = 0;
    await live.listen();
    const end = live.follow("a", async () => {
      heard += 1;
    });
    await database().transaction((tx) => tx.execute(sql`select pg_notify('pooler_slow_test', 'a')`));
    await expect.poll(() => heard).toBe(2);
    end();
  });

  it("while PostgreSQL is away, every answer is a 503 with Retry-After; afterwards all is well without a restart", async () => {
    const { bearer } = await credentialsOf(
      database(),
      await makePerson(database(), {}, ["model-pers.read", "model-pers.write"]),
    );
    const headers = { authorization: `Bearer ${bearer}` };
    const at = "/v1/backoffice/admin/model-pers";
    const write = () => ask("POST", at, { headers, body: { label: crypto.randomUUID() } });
    expect((await write()).status).toBe(201);
    const seen: { status: number; retryAfter: string | null }[] = [];
    const asked = async () => {
      for (const answer of await Promise.all([write(), ask("GET", at, { headers }), write()]))
        seen.push({ status: answer.status, retryAfter: answer.headers.get("retry-after") });
    };
    way.cut();
    const begun = performance.now();
    while (performance.now() - begun < 3_000 || seen.length < 6) await asked();
    expect(seen.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([]);
    await way.mend();
    await expect.poll(async () => (await write()).status).toBe(201);
  });
});
