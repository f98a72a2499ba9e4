import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { seedIdentityBase } from "@/seed/identity";
import { answerApi } from "@/server/api";
import { permissionCodes } from "@/server/permissions";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { origin, sendReply, toRequest } from "./node-http";

const { db } = useDatabase();
const rows = scaled(20_000, 60_000);
const sockets: Socket[] = [];
const server = createServer(async (req, res) => {
  const reply = await answerApi(toRequest(req, res, origin(req, false)));
  await Promise.resolve(sendReply(reply, res)).catch(() => res.destroy());
});
let port = 0;

beforeAll(async () => {
  await seedIdentityBase(db());
  await db().execute(sql`
    insert into backoffice.model_pers (id, label, description, created_at, updated_at)
    select gen_random_uuid(), 'Model ' || n, repeat('x', 400), now(), now() from generate_series(1, ${rows}) n`);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const newCookie = async () => (await credentialsOf(db(), await makePerson(db(), {}, permissionCodes))).cookie;
const path = "/api/export/modelPers?columns=label=Label,description=Description,createdAt=Created";

/** Asks for a file, reads the status and no more. */
async function stalled(cookie: string) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`);
  const [head] = await once(socket, "data");
  socket.pause();
  return String(head).slice(9, 12);
}

/** The last but one of a hundred times, or of fewer, in milliseconds, of a read that asks for its session too. */
async function p99(cookie: string) {
  const times: number[] = [];
  for (let n = 0; n < scaled(50, 100); n++) {
    const begun = performance.now();
    const input = encodeURIComponent(JSON.stringify({ limit: 25 }));
    const response = await fetch(`http://127.0.0.1:${port}/api/trpc/modelPers.rows?input=${input}`, {
      headers: { cookie, "x-persdesk": "1" },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b).at(-2) ?? 0;
}

it("ten exports that nobody reads hold no connection and slow nobody down", { timeout: 240_000 }, async () => {
  const [reader, ...others] = await Promise.all(Array.from({ length: 6 }, newCookie));
  const cookie = reader ?? "";
  await p99(cookie);
  const quiet = await p99(cookie);
  // Four at a time are taken; the others come back.
  for (const other of [...others, ...others])
    await expect.poll(() => stalled(other), { timeout: 60_000, interval: 100 }).toBe("200");

  const busy = async () =>
    (
      await db().execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
    ).length;
  await expect.poll(busy, { timeout: 60_000, interval: 200 }).toBe(0);
  // Before, they waited for a minute.
  expect(await p99(cookie)).toBeLessThan(quiet * 5 + 300);

  // Who reads gets all of it meanwhile, and a third of the same person is refused.
  const whole = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  expect((await whole.text()).trimEnd().split("\r\n")).toHaveLength(rows + 1);
  const full = others[0] ?? "";
  expect(await stalled(full)).toBe("429");
  for (const socket of sockets.splice(0)) socket.destroy();
  await sleep(100);
  await expect.poll(() => stalled(full), { interval: 200 }).toBe("200");
});
