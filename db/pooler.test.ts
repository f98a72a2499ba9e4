import { createServer, connect as dial, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/env/env";
import { handleApi } from "@/server/api";
import { settlePooler } from "@/server/kit/process/pooler";
import { wakers } from "@/server/kit/process/wake";
import { closeDatabase, database, planned, preparedSql } from "./client";
import { languages } from "./schema";
import { useDatabase } from "./testing/database";

// What PgBouncer needs of us, seen in what is sent to an address that stands for its own. With a real one:
// server/kit/process/pooler.slow.test.ts.

useDatabase();
const direct = env.DATABASE_URL;
let between: Server;
/** What came through, one buffer a connection. */
const sent: Buffer[] = [];

beforeAll(async () => {
  const { hostname, port } = new URL(direct);
  between = createServer((client) => {
    const server = dial(Number(port), hostname);
    const at = sent.push(Buffer.alloc(0)) - 1;
    client.on("data", (some) => {
      sent[at] = Buffer.concat([sent[at] ?? Buffer.alloc(0), some]);
    });
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on("error", () => undefined);
  });
  await new Promise<void>((done) => between.listen(0, hostname, done));
  const address = between.address();
  const url = new URL(direct);
  url.port = String(typeof address === "object" ? address?.port : 0);
  env.DATABASE_DIRECT_URL = direct;
  env.DATABASE_URL = url.href;
  env.DATABASE_PREPARE = false;
  await settlePooler();
  sent.length = 0;
});
afterAll(async () => {
  await closeDatabase();
  between.close();
  env.DATABASE_DIRECT_URL = undefined;
  env.DATABASE_URL = direct;
  env.DATABASE_PREPARE = true;
});

const ready = () => handleApi(new Request("http://localhost/readyz"));

/** The messages of a connection: the parameters of its start, then a type and a body each. */
function messagesOf(bytes: Buffer) {
  const length = bytes.readInt32BE(0);
  const start = bytes.subarray(8, length).toString().split("\0").filter(Boolean);
  const messages: { type: string; body: string }[] = [];
  for (let at = length; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    messages.push({ type: String.fromCharCode(bytes[at] ?? 0), body: bytes.subarray(at + 5, end).toString("latin1") });
    at = end;
  }
  return { start, messages };
}

it("no named statement is sent, no setting at the start but those that it takes, and what listens goes to PostgreSQL itself", async () => {
  const heard: string[] = [];
  const live = wakers("pooler_test");
  await live.listen();
  const end = live.follow("a", async () => void heard.push("a"));
  await database().select().from(languages);
  await planned(database()).select().from(languages).execute();
  await preparedSql()`select ${1}::int as one`;
  const patience = await database().transaction(async (tx) => {
    await tx.insert(languages).values({ code: "xx", name: "X" });
    return tx.execute(sql`select current_setting('lock_timeout') as lock`);
  });
  const [single] = await database().execute(sql`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`);
  await database().execute(sql`select pg_notify('pooler_test', 'a')`);
  await expect.poll(() => heard.length).toBe(2);
  end();
  expect((await ready()).status).toBe(200);

  expect(patience).toEqual([{ lock: "150ms" }]);
  expect(single).toEqual({
    lock: `${env.DATABASE_LOCK_TIMEOUT_MS / 1000}s`,
    statement: "30s",
    idle: "30s",
    zone: "UTC",
  });
  const all = sent.map(messagesOf);
  expect(all.length).toBeGreaterThan(1);
  for (const { start } of all)
    expect(start.filter((_, index) => index % 2 === 0).sort()).toEqual([
      "DateStyle",
      "TimeZone",
      "application_name",
      "client_encoding",
      "database",
      "standard_conforming_strings",
      "user",
    ]);
  const messages = all.flatMap(({ messages }) => messages);
  const parsed = messages.filter(({ type }) => type === "P");
  expect(parsed.length).toBeGreaterThan(5);
  expect(parsed.filter(({ body }) => !body.startsWith("\0"))).toEqual([]); // a name would come first
  expect(messages.filter(({ body }) => /\blisten\b/i.test(body))).toEqual([]);
});

it("a connection without the settings of the role makes the web not ready", async () => {
  await closeDatabase();
  const [{ name, role } = { name: "", role: "" }] = await database().execute<{ name: string; role: string }>(
    sql`select current_database() as name, current_user as role`,
  );
  const of = sql`alter role ${sql.identifier(role)} in database ${sql.identifier(name)}`;
  await database().execute(sql`${of} set bytea_output = 'escape'`);
  await closeDatabase();
  const answer = await ready();
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).errors[0].path]).toEqual([503, "settings"]);
  expect(text).toContain("bytea_output");
  await settlePooler();
  await closeDatabase();
  expect((await ready()).status).toBe(200);
});
