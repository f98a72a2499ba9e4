// @ts-check
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

// Devices that download an image again and again, each at the pace of its line, as a process of its own for bench/rollouts.mjs.

/** @typedef {{ url: string, headers: Record<string, string>, devices: number, bytes: number, perSecond: number }} Job */

let isOver = false;
let loaded = 0;

/** One download, which reads no faster than the line. */
const download = (/** @type {Job} */ { url, headers, bytes, perSecond }) =>
  new Promise((done, failed) => {
    const begun = performance.now();
    let got = 0;
    const request = get(url, { headers, agent: false }, async (answer) => {
      try {
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
        for await (const chunk of answer) {
          got += chunk.length;
          const early = (got / perSecond) * 1000 - (performance.now() - begun);
          if (early > 0) await sleep(early);
          if (isOver) return done(request.destroy());
        }
        if (got !== bytes) throw new Error(`an image of ${got} bytes`);
        loaded += 1;
        done(undefined);
      } catch (error) {
        if (isOver) done(undefined);
        else failed(error);
      }
    });
    request.on("error", (error) => (isOver ? done(undefined) : failed(error)));
  });

process.on("message", async (/** @type {Job | "stop"} */ job) => {
  if (job === "stop") {
    isOver = true;
    return;
  }
  const begun = performance.now();
  const device = async (/** @type {number} */ n) => {
    // Not all at the same instant.
    await sleep((n / job.devices) * 1000);
    while (!isOver) await download(job);
  };
  const all = Promise.all(Array.from({ length: job.devices }, (_, n) => device(n)));
  await sleep(1000);
  process.send?.("begun");
  await all;
  process.send?.({ loaded, seconds: (performance.now() - begun) / 1000 });
});
process.on("disconnect", () => process.exit(0));
