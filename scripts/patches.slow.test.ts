import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { useDatabase } from "@/db/testing/database";
import { runNode } from "./command.mjs";

const { url } = useDatabase();

/** Ends a session as a crash does, from another one. */
const kill = (pid: number) => onServer(url, (sql) => sql`select pg_terminate_backend(${pid}, 5000)`);

it("a transaction whose connection is lost writes nothing more, and its pool slot serves again", async () => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, backoff: () => 0.05 });
  await sql`create table lost (step text)`;
  const attempts: PromiseSettledResult<unknown>[] = [];
  for (let round = 0; round < 5; round++) {
    let finished: Promise<unknown> = Promise.resolve();
    const transaction = sql.begin(async (tx) => {
      const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await tx`insert into lost values ('before')`;
      finished = (async () => {
        await kill(session?.pid ?? 0);
        // The driver reconnects meanwhile: what the transaction still says must not be heard there.
        await sleep(200);
        attempts.push(...(await Promise.allSettled([tx`insert into lost values ('after')`])));
      })();
      await finished;
    });
    await expect(transaction).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) });
    await finished;
    expect(await sql`select step from lost`).toEqual([]);
  }
  expect(attempts.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  await sql.end();
});

it("a connection that is lost while it learns the types of arrays is told to its caller alone", async () => {
  const { hostname, port } = new URL(url);
  const words = Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0");
  const stopping = Buffer.concat([Buffer.from("E"), Buffer.from([0, 0, 0, words.length + 4]), words]);
  let lost = 0;
  const between = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on("data", (data) => {
      if (!data.includes("typcategory") || lost === 2) return server.write(data);
      lost++;
      // As a server does that stops: it says so, or it is gone.
      client.end(lost === 2 ? stopping : "");
    });
    server.on("data", (data) => client.write(data));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  const through = Object.assign(new URL(url), { host: `127.0.0.1:${(between.address() as AddressInfo).port}` });
  // Node ends a process with a rejection that nobody hears.
  const asks = `
    import postgres from "postgres";
    const sql = postgres(${JSON.stringify(through.href)}, { max: 1, backoff: () => 0.05 });
    const ask = () => sql\`select 1 as found\`.catch(({ code }) => [{ found: code }]);
    for (let round = 0; round < 2; round++) console.log((await ask())[0].found);
    await sql.end();`;
  const { code, output } = await runNode(["--input-type=module", "-e", asks]);
  expect([code, output.split("\n")]).toEqual([0, ["57P01", "1", ""]]);
  expect(lost).toBe(2);
  between.close();
});

it("what a server said as it went is told to what it was doing, and not to what is asked once it is back", async () => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, backoff: () => 0.05 });
  const sleeping = (pid: number) =>
    onServer(url, (sql) => sql`select wait_event from pg_stat_activity where pid = ${pid} and state = 'active'`);
  for (let round = 0; round < 3; round++) {
    const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const pid = session?.pid ?? 0;
    const told = expect(sql`select pg_sleep(60)`).rejects.toMatchObject({ code: "57P01" });
    await expect.poll(() => sleeping(pid)).toEqual([{ wait_event: "PgSleep" }]);
    await kill(pid);
    await told;
    expect(await sql`select 1 as found`).toEqual([{ found: 1 }]);
  }
  await sql.end();
});

it("the patch is for one version, and is not left out in silence", async () => {
  const dir = mkdtempSync(join(tmpdir(), "persdesk-patches-"));
  const apply = () => runNode([resolve("scripts/patches.mjs")], { cwd: dir });
  try {
    mkdirSync(join(dir, "node_modules"));
    cpSync("node_modules/postgres", join(dir, "node_modules/postgres"), { recursive: true });
    for (const name of ["package.json", "package-lock.json", "patches"])
      cpSync(name, join(dir, name), { recursive: true });
    // Its own path tells patch-package nothing; it works where it is started.
    symlinkSync(resolve("node_modules/patch-package"), join(dir, "node_modules/patch-package"));
    expect(await apply()).toEqual({ code: 0, output: "" });
    const about = join(dir, "node_modules/postgres/package.json");
    writeFileSync(about, readFileSync(about, "utf8").replace('"version": "3.4.9"', '"version": "3.5.0"'));
    rmSync(join(dir, "node_modules/.patched"));
    expect(await apply()).toMatchObject({ code: 1, output: expect.stringContaining("3.5.0") });
    rmSync(join(dir, "patches"), { recursive: true });
    expect(await apply()).toMatchObject({ code: 1, output: expect.stringContaining("patches/ is missing") });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
