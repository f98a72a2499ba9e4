// @ts-check
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

// What goes wrong without a part of the patch of the driver (patches/README.md): without it the scenario fails, or ends its
// process. Started with the folder of a driver, the address of a database, and the scenario's name.

const [folder = "", url = "", name = ""] = process.argv.slice(2);
/** @type {typeof import("postgres")} */
const postgres = (await import(pathToFileURL(`${folder}/src/index.js`).href)).default;

const quiet = { onnotice: () => undefined, backoff: () => 0.05 };
/** @type {import("postgres").Sql} */
const others = postgres(url, { max: 1, ...quiet });
/** Ends a session as a crash does. */
const kill = (/** @type {number} */ pid) => others`select pg_terminate_backend(${pid}, 5000)`;
const pidOf = async (/** @type {import("postgres").ISql} */ sql) => (await sql`select pg_backend_pid() as pid`)[0]?.pid;

/** @param {Promise<unknown>} work @returns the code that it is refused with */
const refusal = (work) =>
  work.then(
    () => "it went through",
    ({ code }) => code,
  );

/** @param {unknown} found @param {RegExp} wanted */
function expect(found, wanted) {
  if (!wanted.test(String(found))) throw new Error(`${name}: ${found} is not ${wanted}`);
}

/** Until that is so. */
async function until(/** @type {() => Promise<boolean>} */ holds) {
  while (!(await holds())) await sleep(20);
}

/** @type {Record<string, () => Promise<void>>} */
const scenarios = {
  /** A reserved session is gone: what it is asked is refused, and ends no process. */
  async "write to a closed socket"() {
    const sql = postgres(url, { max: 1, ...quiet });
    const reserved = await sql.reserve();
    await kill(await pidOf(reserved));
    for (let round = 0; round < 3; round++) expect(await refusal(reserved`select 1`), /^(CONNECTION_CLOSED|57P01)$/);
    await sql.end({ timeout: 0 });
  },

  /** A COPY whose rows all were sent is refused: who waits for its end is told. */
  async "rows that are refused at their end"() {
    const sql = postgres(url, { max: 1, ...quiet });
    await sql`create temporary table once (it int primary key)`;
    const target = await sql`copy once from stdin`.writable();
    const end = new Promise((resolve, reject) => {
      target.once("finish", resolve).once("error", reject);
    });
    target.end("1\n1\n");
    const late = sleep(2_000, undefined, { ref: false }).then(() => Promise.reject({ code: "it hangs" }));
    expect(await refusal(Promise.race([end, late])), /^23505$/);
    expect((await sql`select 1 as found`)[0]?.found, /^1$/);
    await sql.end();
  },

  /** A socket closes while a statement waits to be written: the next socket gets nothing of it. */
  async "write that waits"() {
    /** @type {import("node:net").Socket[]} */
    const sockets = [];
    const { hostname, port } = new URL(url);
    const socket = async () => {
      const made = connect(Number(port), hostname);
      sockets.push(made);
      await once(made, "connect");
      return made;
    };
    const sql = postgres(url, /** @type {object} */ ({ max: 1, connect_timeout: 5, socket, ...quiet }));
    await sql`select 1`;
    const refused = refusal(sql`select 2`);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve(); // it is built, and waits for setImmediate
    sockets[0]?.emit("close", false);
    sockets[0]?.destroy();
    expect(await refused, /^CONNECTION_CLOSED$/);
    expect((await sql`select 3 as found`)[0]?.found, /^3$/);
    expect(sockets.length, /^2$/);
    await sql.end();
  },

  /** What a server said as it went is told to what it was doing, and not to what is asked once it is back. */
  async "last words of a server"() {
    const sql = postgres(url, { max: 1, ...quiet });
    for (let round = 0; round < 3; round++) {
      const pid = await pidOf(sql);
      const told = refusal(sql`select pg_sleep(60)`);
      const sleeping = () => others`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
      await until(async () => (await sleeping()).length === 1);
      await kill(pid);
      expect(await told, /^57P01$/);
      expect((await sql`select 1 as found`)[0]?.found, /^1$/);
    }
    await sql.end();
  },

  /** A connection is lost while it asks for the types of arrays: its caller is told, and nobody else. */
  async "types of arrays"() {
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
      client.on("error", () => server.destroy()).on("close", () => server.destroy());
      server.on("error", () => client.destroy()).on("close", () => client.destroy());
    });
    await once(between.listen(0, "127.0.0.1"), "listening");
    const address = /** @type {import("node:net").AddressInfo} */ (between.address());
    const through = Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` });
    const sql = postgres(through.href, { max: 1, ...quiet });
    expect(await refusal(sql`select 1`), /^57P01$/);
    expect((await sql`select 1 as found`)[0]?.found, /^1$/);
    expect(lost, /^2$/);
    await sql.end();
    between.close();
  },

  /** A transaction whose connection is lost writes nothing more, and its place in the pool serves again. */
  async "lost transaction"() {
    const sql = postgres(url, { max: 1, ...quiet });
    await sql`drop table if exists lost`; // of a round that failed
    await sql`create table lost (step text)`;
    for (let round = 0; round < 3; round++) {
      /** @type {Promise<unknown>} */
      let late = Promise.resolve();
      const transaction = sql.begin(async (tx) => {
        const pid = await pidOf(tx);
        await tx`insert into lost values ('before')`;
        late = (async () => {
          await kill(pid);
          // The driver connects anew meanwhile: what the transaction still says must not be heard there.
          await sql`select 1`.catch(() => undefined);
          return refusal(tx`insert into lost values ('after')`);
        })();
        await late;
      });
      expect(await refusal(transaction), /^(57P01|CONNECTION_CLOSED)$/);
      expect(await late, /^(57P01|CONNECTION_CLOSED)$/);
      expect((await sql`select count(*)::int as found from lost`)[0]?.found, /^0$/);
    }
    await sql`drop table lost`;
    await sql.end();
  },
};

const scenario = scenarios[name];
if (!scenario) throw new Error(`There is no scenario ${name}.`);
await scenario();
await others.end();
