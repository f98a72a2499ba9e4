import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "@/db/client";
import { replicaLateness } from "@/db/replica";
import { firmwareCategories, modelPers, roles } from "@/db/schema";
import { onServer } from "@/db/testing/clone";
import { startPrimary, startReplica } from "@/db/testing/replica";
import { env } from "@/env/env";
import { prepareDatabase } from "@/seed/prepare";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makeKey, makePerson } from "@/server/testing/callers";

// A replica of its own: a copy as a backup makes it, which follows its primary by streaming.

const home = mkdtempSync(join(tmpdir(), "persdesk-replica-"));
const before = { DATABASE_URL: env.DATABASE_URL, DATABASE_READ_URL: env.DATABASE_READ_URL };
let primary: Awaited<ReturnType<typeof startPrimary>>;
let replica: Awaited<ReturnType<typeof startPrimary>>;

const models = "/v1/backoffice/admin/model-pers";
const categories = "/v1/backoffice/pers-firmware-categories"; // takes keys
type Headers = Record<string, string>;
const person = async () => {
  const { bearer, cookie } = await credentialsOf(
    database(),
    await makePerson(database(), {}, ["model-pers.read", "model-pers.write"]),
  );
  return { rest: { authorization: `Bearer ${bearer}` }, browser: { host: "localhost", cookie } };
};
let reader: Awaited<ReturnType<typeof person>>;
let writer: Awaited<ReturnType<typeof person>>;
let key: Headers;

const labels = async (headers: Headers, path = models): Promise<string[]> => {
  const { status, text } = await ask("GET", `${path}?limit=100&sortBy=label:asc`, { headers });
  expect(status, text).toBe(200);
  return JSON.parse(text).items.map(({ label }: { label: string }) => label);
};
const exported = async (headers: Headers) => {
  const { status, text } = await ask("GET", "/export/modelPers?columns=label=Label&sortBy=label:asc", { headers });
  expect(status, text).toBe(200);
  return text.trim().split(/\r?\n/).slice(1);
};
const create = async (label: string, headers: Headers, path = models) =>
  expect((await ask("POST", path, { headers, body: { label } })).status).toBe(201);
/**
 * A commit that the primary waits for. The test's server answers others before it has written them, and at rest may leave half
 * an entry in its log, which no replica comes to the end of.
 * @returns a position in the log that follows all commits before
 */
async function commit() {
  const [entry] = await onServer(primary.url, (sql) =>
    sql.begin(async (sql) => {
      await sql`set local synchronous_commit = on`;
      return sql<{ position: string }[]>`select pg_logical_emit_message(true, 'test', 'all before') as position`;
    }),
  );
  return entry?.position;
}
/** The replica has all that was written, and from now on gets nothing more. */
async function holdReplica() {
  const position = await commit();
  await expect
    .poll(() => onReplica(`select pg_last_wal_replay_lsn() >= '${position}' as is_there`))
    .toEqual([{ is_there: true }]);
  await untilRead();
  await onReplica("select pg_wal_replay_pause()");
  await expect.poll(() => onReplica("select pg_get_wal_replay_pause_state() as state")).toEqual([{ state: "paused" }]);
}
/** Somebody else's write, of whom the reader's credentials know nothing. */
const written = (label: string) => database().insert(modelPers).values({ label });

const onReplica = (statement: string) => onServer(replica.admin, (sql) => sql.unsafe(statement));
const isRead = () => (replicaLateness() ?? Number.POSITIVE_INFINITY) < 1;
const untilRead = () =>
  expect
    .poll(async () => {
      await commit();
      await labels(reader.rest); // the first one begins to follow the replica
      return isRead();
    })
    .toBe(true);

beforeAll(async () => {
  primary = await startPrimary(join(home, "primary"));
  env.DATABASE_URL = primary.url;
  await prepareDatabase(primary.url);
  [reader, writer] = [await person(), await person()];
  key = { "x-api-key": (await makeKey(database(), ["firmware.read", "firmware.write"])).key };
  await written("A first");
  replica = await startReplica(primary, join(home, "replica"));
  env.DATABASE_READ_URL = replica.url;
});
afterAll(async () => {
  await closeDatabase();
  Object.assign(env, before);
  await replica?.stop();
  await primary?.stop();
  rmSync(home, { recursive: true, force: true });
});

it("lists and exports come from the replica, but for who has just written", async () => {
  await holdReplica();
  const paused = performance.now();
  await written("B of somebody");
  const old = [await labels(reader.rest), await exported(reader.browser)];
  await create("C of the writer", writer.rest);
  const own = [await labels(writer.rest), await exported(writer.browser)];
  const others = await labels(reader.rest);
  expect(performance.now() - paused).toBeLessThan(4_500); // else the replica is too late to be read
  expect(old).toEqual([["A first"], ["A first"]]);
  const all = ["A first", "B of somebody", "C of the writer"];
  expect(own).toEqual([all, all]);
  expect(others).toEqual(["A first"]);
});

it("so for keys; records and rights are always the primary's", async () => {
  await onReplica("select pg_wal_replay_resume()");
  await holdReplica();
  const [made] = await database().insert(modelPers).values({ label: "D of somebody" }).returning();
  expect(await labels(reader.rest)).not.toContain("D of somebody");
  expect((await ask("GET", `${models}/${made?.id}`, { headers: reader.rest })).status).toBe(200);
  await database().insert(firmwareCategories).values({ label: "Of somebody" });
  expect(await labels(key, categories)).toEqual([]);
  await create("Of a key", key, categories);
  expect(await labels(key, categories)).toEqual(["Of a key", "Of somebody"]);
  const stranger = await person();
  expect((await labels(stranger.rest)).length).toBe(3);
  await database().update(roles).set({ permissions: [] }).where(eq(roles.name, roles.code));
  expect((await ask("GET", models, { headers: stranger.rest })).status).toBe(403);
  await database()
    .update(roles)
    .set({ permissions: ["model-pers.read"] })
    .where(eq(roles.name, roles.code));
});

it("a late replica is not read, and is again when it has caught up", async () => {
  await expect.poll(() => labels(reader.rest)).toContain("D of somebody");
  expect(isRead()).toBe(false);
  await onReplica("select pg_wal_replay_resume()");
  await untilRead();
});

it("without a replica that answers, lists and exports go on", async () => {
  await written("F at last");
  const asked: Promise<string[]>[] = [];
  const cut = replica.stop().then(() => true);
  let isCut = false;
  void cut.then(() => {
    isCut = true;
  });
  do {
    asked.push(labels(reader.rest), exported(reader.browser));
    await asked.at(-1);
  } while (!isCut);
  asked.push(labels(reader.rest), exported(reader.browser));
  const answers = await Promise.all(asked);
  expect(answers.at(-1)).toContain("F at last");
  expect(answers.at(-2)).toContain("F at last");
  expect(isRead()).toBe(false);
});
