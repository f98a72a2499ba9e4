// Sends a fixed number of requests over so many kept-alive connections, from a process of its own; answers with what they took.
import { Agent, request } from "node:http";

/**
 * @param {{ url: string, headers: Record<string, string> | Record<string, string>[], connections: number, count: number, bodies?: string[] }} job
 *   `headers` of each connection, or of all; `bodies` are posted in turn; without them it reads
 * @returns {Promise<{ p50: number, p99: number, perSecond: number }>} milliseconds, and requests a second
 */
async function run({ url, headers, connections, count, bodies }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  let left = count;
  const method = bodies ? "POST" : "GET";
  const several = [headers].flat();
  const once = (/** @type {number} */ n, /** @type {number} */ connection) =>
    new Promise((done, failed) => {
      const begun = performance.now();
      request(url, { agent, headers: several[connection % several.length], method }, (res) => {
        if (res.statusCode !== 200) failed(new Error(`${url} answered ${res.statusCode}`));
        res.resume().on("end", () => done(performance.now() - begun));
      })
        .on("error", failed)
        .end(bodies?.[n % bodies.length]);
    });
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (left-- > 0) times.push(await once(left, connection));
    }),
  );
  const perSecond = count / ((performance.now() - begun) / 1000);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99), perSecond };
}

process.on("message", async (job) => process.send(await run(job)));
process.on("disconnect", () => process.exit());
