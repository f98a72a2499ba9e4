// @ts-check
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

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

/**
 * Holds a number for as long as this process lives, by the UDP socket of that number, which no server of ours uses: whoever
 * asks for a port before its server listens could be told the same one.
 * @returns {Promise<boolean>} whether nobody else holds it
 */
function hold(/** @type {number} */ port) {
  return new Promise((done) => {
    const socket = createSocket("udp4");
    socket.once("error", () => socket.close(() => done(false)));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.unref();
      done(true);
    });
  });
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
    if (port && (await hold(port))) return port;
  }
}
