import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { expect, it } from "vitest";
import { usePersdesk } from "./harness";

const persdesk = usePersdesk();
const mib = 1024 ** 2;

/** Memory of the server in MiB; undefined where the system does not say. */
function memory() {
  try {
    const status = readFileSync(`/proc/${persdesk().web.process.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Sends 200 MiB without saying so before; answers with the status, or 0 where the connection was cut before any. */
const flood = (path: string, type: string) =>
  new Promise<number>((resolve) => {
    const headers = { "content-type": type, "transfer-encoding": "chunked", "x-persdesk": "1" };
    const sent = request(`${persdesk().url}${path}`, { method: "POST", headers });
    const piece = Buffer.alloc(mib, 0x20);
    let left = 200;
    let status = 0;
    // Node's client emits no "drain" once it has the answer.
    const write = (failed?: Error | null) => {
      if (failed) return;
      if (left-- > 0) sent.write(piece, write);
      else sent.end();
    };
    sent.on("response", (answer: IncomingMessage) => {
      status = answer.statusCode ?? 0;
      answer.on("error", () => undefined).resume();
    });
    sent.on("error", () => undefined).on("close", () => resolve(status));
    write();
  });

const json = "application/json";
/** The statuses of a body that is too large; 429 where several of one caller's are read at once. */
const doors: [path: string, type: string, status: number[]][] = [
  ["/api/auth/callback/credentials", json, [413]],
  ["/api/auth/callback/credentials", "application/x-www-form-urlencoded", [413]],
  ["/api/auth/signout", json, [413]],
  ["/api/auth/_log", json, [413]],
  ["/login", "multipart/form-data; boundary=x", [413]],
  ["/no-such-page", "text/plain", [413]],
  ["/_next/static/none.js", "text/plain", [405]],
  ["/api/v1/users/login", json, [413]],
  ["/api/trpc/profile.changePassword", json, [401, 413]],
  ["/api/export/pers", json, [405]],
  ["/api/pictures/x", json, [401, 404, 405]],
  ["/api/v1/backoffice/admin/label-interface/upload/x", "multipart/form-data; boundary=x", [401]],
  ["/healthz", "text/plain", [405]],
  ["/api/nowhere", "text/plain", [404]],
];

it("no door takes in more than it has use for, whoever sends it", async () => {
  for (const [path] of doors)
    await fetch(`${persdesk().url}${path}`, { method: "POST", body: "{}" }).catch(() => undefined);
  const before = memory();
  let most = before ?? 0;
  const watch = setInterval(() => {
    most = Math.max(most, memory() ?? 0);
  }, 20);
  for (const [path, type, wanted] of doors) {
    const answered: number[] = [];
    // A connection that is cut while its client writes loses the answer on its way; so may all five.
    for (let tried = 0; answered.length === 0 && tried < 10; tried++) {
      const statuses = await Promise.all(Array.from({ length: 5 }, () => flood(path, type)));
      answered.push(...statuses.filter((status) => status !== 0));
    }
    expect([path, answered.filter((status) => status !== 429 && !wanted.includes(status))]).toEqual([path, []]);
    expect([path, answered.length > 0]).toEqual([path, true]);
  }
  clearInterval(watch);
  if (before !== undefined) expect(most - before).toBeLessThan(150);
  expect((await fetch(`${persdesk().url}/readyz`)).status).toBe(200);
});
