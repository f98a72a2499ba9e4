// @ts-check
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claim } from "./claim.mjs";

/** @returns {Promise<number | undefined>} */
function probe(/** @type {number} */ wanted, /** @type {string | undefined} */ host) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", (error) => (wanted ? done(undefined) : fail(error)));
    server.listen({ port: wanted, host }, () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : undefined));
    });
  });
}

/** @type {Map<number, () => void>} */
const given = new Map();
process.once("exit", () => {
  for (const release of given.values()) release();
});

/** Takes a port for as long as this process lives: whoever asks before its server listens could be told the same one. */
function take(/** @type {number} */ port) {
  if (given.has(port)) return false;
  const folder = join(tmpdir(), `persdesk-ports-${process.getuid?.() ?? ""}`);
  mkdirSync(folder, { recursive: true });
  const claimed = claim(join(folder, String(port)));
  if ("holder" in claimed) return false;
  given.set(port, claimed.release);
  return true;
}

/**
 * A port that nobody listens on right now, and that this function gave to no other living process.
 * @param {number} [wanted] taken if it is free
 * @param {string} [host] on this address; without one, on all
 * @returns {Promise<number | undefined>} undefined when `wanted` is taken
 */
export async function freePort(wanted = 0, host = undefined) {
  if (wanted) return probe(wanted, host);
  for (;;) {
    const port = await probe(0, host);
    if (port && take(port)) return port;
  }
}
