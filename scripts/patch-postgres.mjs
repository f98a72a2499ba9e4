// @ts-check
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail, Plain } from "./plain.mjs";

// postgres 3.4.9, the newest, mishandles a connection that is lost during a transaction (its issues 1066, 1154, 1208):
// the process dies of a write to no socket, a pool slot hangs for good, and statements that follow run on whatever
// connection comes next, outside the transaction. These are the smallest changes that mend it. Drop this file with the
// release that does; e2e/fault shows whether it still is needed.

const version = "3.4.9";

/** @type {{ file: string, from: string, to: string }[]} */
const changes = [
  {
    // A write that was put off until the socket had gone: its query fails, instead of the process.
    file: "connection.js",
    from: "function nextWrite(fn) {\n    const x = socket.write(chunk, fn)",
    to:
      "function nextWrite(fn) {\n    if (!socket) {\n      chunk = nextWriteTimer = null\n" +
      "      error(Errors.connection('CONNECTION_CLOSED', options, socket))\n      return false\n    }\n" +
      "    const x = socket.write(chunk, fn)",
  },
  {
    // What was put off for the old socket must not go to the next one, nor keep it from being written to.
    file: "connection.js",
    from: "incomings = null\n    clearImmediate(nextWriteTimer)\n    socket.removeListener",
    to: "incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener",
  },
  {
    // A transaction remembers that its connection is gone…
    file: "index.js",
    from: "new Promise((_, reject) => connection.onclose = reject)",
    to: "new Promise((_, reject) => connection.onclose = e => (connection_lost = e, reject(e)))",
  },
  {
    file: "index.js",
    from: "let savepoints = 0\n      , connection\n",
    to: "let savepoints = 0\n      , connection_lost = null\n      , connection\n",
  },
  {
    // …and then refuses its statements, the rollback among them.
    file: "index.js",
    from: "q.catch(e => uncaughtError || (uncaughtError = e))\n",
    to: "q.catch(e => uncaughtError || (uncaughtError = e))\n        if (connection_lost)\n          return q.reject(connection_lost)\n",
  },
];

/** Mends the installed driver; once is enough, more does no harm. */
export function patchPostgres() {
  const at = "node_modules/postgres";
  if (!existsSync(at)) return;
  const installed = JSON.parse(readFileSync(join(at, "package.json"), "utf8")).version;
  if (installed !== version)
    throw new Plain(
      `postgres is ${installed}, scripts/patch-postgres.mjs is for ${version}: check if it is still needed`,
    );
  for (const build of ["src", "cjs/src"]) {
    for (const { file, from, to } of changes) {
      const path = join(at, build, file);
      const text = readFileSync(path, "utf8");
      if (text.includes(to)) continue;
      if (!text.includes(from)) throw new Plain(`${path} is not what scripts/patch-postgres.mjs expects`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    patchPostgres();
  } catch (error) {
    fail(error);
  }
}
