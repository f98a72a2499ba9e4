// @ts-check
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

// The callers of mixed-load.alone.test.ts, in a process of their own so that they do not slow the server's test down.

/**
 * Where to, as whom, and how: so many `clients` that ask one thing after the other, or so many calls `perSecond` that begin
 * in time, whatever became of those before.
 * @typedef {{ url: string, cookie: string, token: string, serials: string[], riders: string[], persId: string,
 *   modelId: string, seconds: number, clients?: number, perSecond?: number }} Job
 */

const json = { "content-type": "application/json" };
const key = { ...json, "x-api-key": "demo-internal-key" };

/** @type {(job: Job, n: number) => [path: string, init?: RequestInit]} */
function callOf({ cookie, token, serials, riders, persId, modelId }, n) {
  const screen = { headers: { cookie } };
  const rest = { headers: { authorization: `Bearer ${token}` } };
  const post = (/** @type {object} */ body) => ({ method: "POST", headers: key, body: JSON.stringify(body) });
  const message = (/** @type {number} */ of) => ({
    messageId: randomUUID(),
    persSerialNumber: serials[(n + of) % serials.length],
    iotMessageType: "status",
    payload: { batteryLevel: 40 + (n % 50), signal: -60 - (n % 40) },
    sentAt: new Date().toISOString(),
  });
  /** @type {[path: string, init?: RequestInit][]} */
  const calls = [
    ["/pers", screen],
    ["/api/v1/backoffice/pers?limit=25", rest],
    [
      "/api/v1/backoffice/internals/iot-messages",
      post({ messages: Array.from({ length: 10 }, (_, of) => message(of)) }),
    ],
    [`/api/v1/backoffice/pers/${persId}`, rest],
    ["/labels", screen],
    ["/api/v1/users/me", rest],
    [
      `/api/v1/backoffice/admin/model-pers/${modelId}`,
      {
        method: "PATCH",
        headers: { ...json, ...rest.headers },
        body: JSON.stringify({ description: `Change ${n}` }),
      },
    ],
    [
      "/api/notification-request",
      post({
        notificationTitle: "Bench",
        notificationContent: "A text of an ordinary length.",
        keyPlatformTechs: ["RIDER_APP"],
        typeNotificationList: [1],
        emailUserDestList: [riders[n % riders.length]],
      }),
    ],
    ["/", screen],
    ["/api/v1/backoffice/admin/model-pers?limit=25", rest],
  ];
  return /** @type {[string, RequestInit?]} */ (calls[n % calls.length]);
}

let made = 0;

/** Does it for its seconds. @returns the milliseconds of each call, and what was not answered as it should be */
async function run(/** @type {Job} */ job) {
  /** @type {number[]} */
  const times = [];
  /** @type {string[]} */
  const failed = [];
  async function call() {
    const [path, init] = callOf(job, made++);
    const begun = performance.now();
    try {
      const answer = await fetch(job.url + path, { redirect: "manual", ...init });
      const text = await answer.text();
      times.push(performance.now() - begun);
      if (!answer.ok) failed.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${path}: ${error}`);
    }
  }
  const begun = performance.now();
  const isOver = () => performance.now() - begun >= job.seconds * 1000;
  if (job.clients) {
    const client = async () => {
      while (!isOver()) await call();
    };
    await Promise.all(Array.from({ length: job.clients }, client));
  } else {
    const { perSecond = 1 } = job;
    const calls = [];
    for (let n = 0; n < job.seconds * perSecond; n++) {
      await sleep(Math.max(0, begun + (n / perSecond) * 1000 - performance.now()));
      calls.push(call());
    }
    await Promise.all(calls);
  }
  times.sort((a, b) => a - b);
  return { count: times.length, p95: times[Math.floor(times.length * 0.95)] ?? 0, failed };
}

process.on("message", async (/** @type {Job} */ job) => process.send?.(await run(job)));
process.on("disconnect", () => process.exit());
