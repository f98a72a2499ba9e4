import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { env } from "@/env/env";
import { toAppError } from "@/server/kit/call/errors";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { pictureBombs, pngWith } from "./testing";

const { db } = useDatabase();
const api = (limits: "on" | "off" = "off") => {
  env.RATE_LIMITS = limits;
  return appRouter.createCaller(staffCtx(db()));
};
let brand = "";
const set = (bytes: Buffer) => api().vehicleBrands.setLogo({ id: brand, logo: bytes.toString("base64") });
const mb = 1024 ** 2;

beforeAll(async () => {
  brand = (await api().vehicleBrands.create({ name: "Bombs" })).id;
});

/** Processes that draw pictures for this one: their ids, and the most memory that each had, in MB. */
function drawing(parent = process.pid): Map<number, number> {
  const found = new Map<number, number>();
  for (const line of execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n")) {
    const [pid = "", ppid, ...args] = line.trim().split(/\s+/);
    if (Number(ppid) !== parent || !args.some((arg) => arg.endsWith("picture-process.js"))) continue;
    try {
      const [, peak = 0] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      found.set(Number(pid), Number(peak) / 1024);
    } catch {
      // it ended meanwhile
    }
  }
  return found;
}

describe("a hostile picture", () => {
  it("takes no memory of this process, and a limited one elsewhere, in a process that ends", {
    timeout: 300_000,
  }, async () => {
    const all = await pictureBombs();
    expect(all.length).toBeGreaterThan(20);
    const bombs = sample(all, 3, "hostile pictures");
    await set(pngWith([]));
    const before = process.memoryUsage().rss;
    let [most, peak] = [0, 0];
    const watch = setInterval(() => {
      const now = drawing();
      most = Math.max(most, now.size);
      for (const each of now.values()) peak = Math.max(peak, each);
    }, 100);
    try {
      for (const [name, bytes] of bombs) {
        expect([name, bytes.length < 5 * mb]).toEqual([name, true]);
        const status = await set(bytes).then(
          () => 200,
          (error: unknown) => toAppError(error).status,
        );
        expect([name, status]).toEqual([name, expect.toBeOneOf([200, 400])]);
        const grown = Math.round((process.memoryUsage().rss - before) / mb);
        expect([name, grown, grown < 100]).toEqual([name, grown, true]);
      }
    } finally {
      clearInterval(watch);
    }
    expect(peak).toBeLessThan(640);
    expect(drawing().size).toBe(0);
  });

  it("waits for its turn where two are drawn", async () => {
    const slow = pngWith([], { width: 3000, height: 3000, isInterlaced: true });
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, drawing().size);
    }, 50);
    await Promise.allSettled([set(slow), set(slow), set(slow), set(slow)]);
    clearInterval(watch);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe("pictures", () => {
  it("are drawn sixty times an hour and person, counted before the transaction", async () => {
    const bad = Buffer.from("no picture").toString("base64");
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++)
      statuses.push((await failure(api("on").vehicleBrands.setLogo({ id: brand, logo: bad }))).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(60);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it("are decoded in one program only", () => {
    const found = ["app", "components", "server", "seed", "env", "db", "texts", "scripts"]
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
      )
      .filter((name) => /\.(tsx?|mjs|cjs)$/.test(name) && !/(\.test\.tsx?|\/testing\.ts)$/.test(name))
      .filter((name) => /["'](sharp|jimp|pngjs|next\/image)["']/.test(readFileSync(name, "utf8")));
    expect(found).toEqual(["server/platform/file/picture-process.ts"]);
  });
});
