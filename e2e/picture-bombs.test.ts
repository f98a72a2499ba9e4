import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { pictureBombs, pngChunk, pngWith } from "@/server/platform/file/testing";
import { usePersdesk } from "./harness";
import { screenOf } from "./session";

// From outside: pictures that took gigabytes of the server, at the door of screens, beside the memory of the web process.

const persdesk = usePersdesk();
let screen: Awaited<ReturnType<typeof screenOf>>;
let brand = "";

beforeAll(async () => {
  screen = await screenOf(persdesk(), "admin@persdesk.demo");
  const made = await screen.mutate("vehicleBrands.create", { name: "Bombs" });
  brand = made.id;
});

/** Of a process, in MB. */
const memory = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const web = () => persdesk().web.process.pid ?? 0;
const setLogo = (bytes: Buffer) =>
  fetch(`${persdesk().url}/api/trpc/vehicleBrands.setLogo`, {
    method: "POST",
    headers: { cookie: screen.cookie, "x-persdesk": "1", "content-type": "application/json" },
    body: JSON.stringify({ id: brand, logo: bytes.toString("base64") }),
  });
/** What a client is told that still sends when the server has answered and closed: it has not read the answer yet. */
const cut = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];
const answerTo = (bytes: Buffer): Promise<unknown> =>
  setLogo(bytes).then(
    ({ status }) => status,
    (error: { cause?: { code?: unknown } }) => error.cause?.code,
  );
/** Processes that draw for a process. */
const drawing = () =>
  execFileSync("ps", ["-e", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`${process.cwd()}/dist/picture-process.js`))
    .map((line) => Number.parseInt(line, 10));

describe("hostile pictures", () => {
  it("leave the memory of the server within 100 MB of before, three at once", async () => {
    // What the heap grows by for bodies of this size is had before.
    const large = pngWith([pngChunk("tEXt", randomBytes(4_800_000))]);
    for (let n = 0; n < scaled(3, 5); n++) await Promise.all([setLogo(large), setLogo(large), setLogo(large)]);
    const before = memory(web());
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memory(web()));
    }, 50);
    const bombs = sample(await pictureBombs(), 4, "hostile pictures at a running server");
    for (let start = 0; start < bombs.length; start += 3)
      await Promise.all(
        bombs.slice(start, start + 3).map(async ([name, bytes]) => {
          expect([name, await answerTo(bytes)]).toEqual([name, expect.toBeOneOf([200, 400, 429, 503, ...cut])]);
        }),
      );
    clearInterval(watch);
    const after = memory(web());
    console.log(`web ${Math.round(before)} MB before, at most ${Math.round(most)} MB, ${Math.round(after)} MB after`);
    expect(most - before).toBeLessThan(100);
    await expect.poll(drawing).toEqual([]);
  });

  it("are given up when the server is killed", async () => {
    const slow = pngWith([], { width: 6500, height: 6500, isInterlaced: true });
    const sent = setLogo(slow).catch(() => undefined);
    await expect.poll(() => drawing().length, { interval: 20 }).toBeGreaterThan(0);
    persdesk().web.process.kill("SIGKILL");
    await expect.poll(drawing).toEqual([]);
    await sent;
  });
});
