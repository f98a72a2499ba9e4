// @ts-check
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";

// The attackers of soak.alone.test.ts, in a process of their own so that they do not slow its clock down: readers who ask for
// exports and do not read them, anonymous senders of large bodies, holders of locks with writers who wait for them, and a member
// of a company, with two rights, who asks for hundreds of large lists at once.
// They go on until they are killed, and say once a second what they did.

const [, , url = "", databaseUrl = "", token = "", companyId = "", member = "", ...cookies] = process.argv;
const { hostname, port } = new URL(url);
const did = { stalled: 0, refused: 0, bodies: 0, locks: 0, waits: 0, lists: 0, later: 0 };

/** Asks for a large file, reads its head, and then nothing until it is cut off; who is refused comes back after ten seconds. */
async function stall(/** @type {number} */ n) {
  for (;;) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    const path = "/api/export/modelPers?columns=label=Label,description=Description";
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookies[n % cookies.length]}\r\n\r\n`);
    const [head] = await Promise.race([once(socket, "data"), sleep(10_000, [""])]);
    socket.pause();
    if (String(head).startsWith("HTTP/1.1 200")) {
      did.stalled += 1;
      await Promise.race([new Promise((resolve) => socket.once("close", resolve)), sleep(120_000)]);
    } else {
      did.refused += 1;
      await sleep(10_000);
    }
    socket.destroy();
  }
}

const piece = Buffer.alloc(1024 ** 2, 0x20);
const doors = [
  "/api/auth/callback/credentials",
  "/api/auth/signout",
  "/api/v1/users/login",
  "/login",
  "/api/auth/_log",
];

/** Sends 200 MiB without saying so, 10 a second, or until it is cut off; then the next. */
async function flood(/** @type {number} */ n) {
  for (let turn = n; ; turn++) {
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const sent = request(`${url}${doors[turn % doors.length]}`, { method: "POST", headers, agent: false });
    let isCut = false;
    sent.on("response", (answer) => answer.on("error", () => undefined).resume());
    sent
      .on("error", () => undefined)
      .on("close", () => {
        isCut = true;
      });
    for (let left = 200; left > 0 && !isCut; left--) {
      sent.write(piece);
      await sleep(100);
    }
    sent.destroy();
    did.bodies += 1;
  }
}

const holders = 10;
const sql = postgres(databaseUrl, { max: holders, onnotice: () => {} });

/** Holds the lock of a record for four seconds, while somebody wants to change it. */
async function lock(/** @type {string} */ id) {
  for (;;) {
    await sql.begin(async (sql) => {
      await sql`select from backoffice.model_pers where id = ${id} for update`;
      did.locks += 1;
      const answer = await fetch(`${url}/api/v1/backoffice/admin/model-pers/${id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ description: `At ${Date.now()}` }),
        signal: AbortSignal.timeout(4_000),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      did.waits += 1;
    });
  }
}

/** Asks for ten lists of a thousand vehicles in one request, again and again. */
async function batch() {
  const calls = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, { companyId, limit: 1000 }]));
  const path = `/api/trpc/${Array(10).fill("fleetVehicles.list").join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(calls))}`;
  for (;;) {
    const answer = await fetch(url + path, { headers: { cookie: member } })
      .then((one) => one.json())
      .catch(() => []);
    for (const { error } of answer)
      if (error) did.later += 1;
      else did.lists += 1;
    if (answer.length === 0) await sleep(100);
  }
}

const ids = await sql`select id from backoffice.model_pers order by id limit ${holders}`;
for (let n = 0; n < 20; n++) void stall(n);
for (let n = 0; n < 5; n++) void flood(n);
for (const { id } of ids) void lock(id);
for (let n = 0; n < 10; n++) void batch();
setInterval(() => process.send?.(did), 1_000);
