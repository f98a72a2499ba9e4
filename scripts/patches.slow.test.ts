import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
