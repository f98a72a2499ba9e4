// @ts-check
import { createServer } from "node:net";

/**
 * A port that nobody listens on right now.
 * @param {number} [wanted] taken if it is free
 * @param {string} [host] on this address; without one, on all
 * @returns {Promise<number | undefined>} undefined when `wanted` is taken
 */
export function freePort(wanted = 0, host = undefined) {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", (error) => (wanted ? done(undefined) : fail(error)));
    probe.listen({ port: wanted, host }, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : undefined));
    });
  });
}
