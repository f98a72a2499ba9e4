import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { closeDatabase, database } from "@/db/client";
import { erasures } from "@/db/schema";
import { env } from "@/env/env";
import { prepareDatabase } from "@/seed/prepare";
import { systemCtx } from "@/server/kit/call/context";
import { reapplyErasures } from "@/server/overview/privacy/erasure.service";
import { canary, person, plant, tracesLeft } from "@/server/overview/privacy/testing";
import { runNode } from "./command.mjs";
import { startPostgres } from "./postgres.mjs";

// A real backup from before an erasure, and a real restore after it: the person comes back, and is taken out again.

const home = mkdtempSync(join(tmpdir(), "persdesk-reapply-"));
const at = (name: string) => join(home, name);
// The files of a worker share their settings.
const { DATABASE_URL, DATA_DIR, ERASED_PEOPLE_FILE } = env;
const servers: Awaited<ReturnType<typeof startPostgres>>[] = [];
afterAll(async () => {
  await closeDatabase();
  Object.assign(env, { DATABASE_URL, DATA_DIR, ERASED_PEOPLE_FILE });
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(home, { recursive: true, force: true });
});

/** Goes on in the embedded server of a folder, as a process that is started there would. */
async function goOnIn(dataDir: string) {
  await closeDatabase();
  const server = await startPostgres({ dir: join(dataDir, "postgres") });
  servers.push(server);
  env.DATABASE_URL = server.url;
  env.DATA_DIR = dataDir;
}

async function command(name: string, args: string[], more: Record<string, string>) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const { code, output } = await runNode([`scripts/${name}.mjs`, ...args], { env: { ...rest, ...more } });
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
  return output;
}

it("a person who was erased after the backup is gone again after the restore", { timeout: 300_000 }, async () => {
  env.ERASED_PEOPLE_FILE = at("erased.ndjson");
  await goOnIn(at("one"));
  await prepareDatabase(env.DATABASE_URL);
  await plant(database);
  const planted = (await tracesLeft(database)).length;
  expect(planted).toBeGreaterThan(20);

  const made = await command("backup", ["--new-key", at("backup.key")], {});
  const BACKUP_RECIPIENT = /^BACKUP_RECIPIENT=(age1\S+)$/m.exec(made)?.[1] ?? "";
  await command("backup", ["--to", at("one.age")], { BACKUP_RECIPIENT, DATA_DIR: at("one") });

  const one = await (await person(database)).at();
  const { id } = await one.caller.erasures.request({ email: canary.email, reason: "asked" });
  const two = await (await person(database)).at();
  const { hash: planHash } = await two.caller.erasures.plan({ email: canary.email });
  await two.caller.erasures.confirm({ id, planHash });
  expect(await tracesLeft(database)).toEqual([]);
  expect(readFileSync(at("erased.ndjson"), "utf8")).toContain(id);

  await command("restore", ["--from", at("one.age"), "--key", at("backup.key")], { DATA_DIR: at("two") });
  await goOnIn(at("two"));
  expect(await database().$count(erasures)).toBe(0);
  expect((await tracesLeft(database)).length).toBe(planted);
  expect(await reapplyErasures(systemCtx("privacy:reapply"))).toBe(1);
  expect(await tracesLeft(database)).toEqual([]);
  expect(await reapplyErasures(systemCtx("privacy:reapply"))).toBe(0);
});
