import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { readSheet } from "./read-sheet";
import { rowOf, workbookOf, zipOf } from "./testing";

// What others notice of the worst files: bench/read-file.mjs measures it with requests and the memory of a server.

const mb = 1024 * 1024;
const head = rowOf("name", "value");
const files: [string, Buffer][] = [
  ["9 MB of blank lines", Buffer.from("\n".repeat(9 * mb))],
  ["a cell of 8.4 MB", Buffer.from(`name,value\nx,"${"a".repeat(8.4 * mb)}"\n`)],
  ["a bomb of one tag", zipOf({ "_rels/.rels": Buffer.alloc(100 * mb, "<a/>") })],
  ["a bomb of rows", workbookOf({ rows: head + "<row><c><v>1</v></c></row>".repeat(2.4 * mb) })],
  ["a bomb of shared texts", workbookOf({ rows: head, strings: `<si><t>${"a".repeat(30_000)}</t></si>`.repeat(2000) })],
  [
    "the largest CSV file",
    Buffer.from(`name,value\n${Array.from({ length: 9900 }, (_, i) => `k${i},${"x".repeat(1000)}`).join("\n")}`),
  ],
];

/** What this thread has worked so far, in milliseconds: of CPU where the system says it, so that other programs do not count. */
const worked = () =>
  process.platform === "linux"
    ? Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6
    : performance.now();

/** The most that this thread worked while a timer was due, in milliseconds, except one time in a hundred. */
async function workDuring(work: () => Promise<unknown>) {
  const turns: number[] = [];
  let before = worked();
  const timer = setInterval(() => {
    const now = worked();
    turns.push(now - before);
    before = now;
  }, 2);
  await work();
  clearInterval(timer);
  turns.sort((a, b) => b - a);
  return turns[Math.floor(turns.length / 100)] ?? Number.POSITIVE_INFINITY;
}

describe("while a file is read", () => {
  it.each(sample(files, 3, "files that are read while others wait"))(
    "nobody else waits: %s",
    { timeout: 60_000 },
    async (_, file) => {
      const read = (bytes: Buffer) =>
        readSheet(new Uint8Array(bytes), async ({ rows }) => {
          for await (const batch of rows) expect(batch.length).toBeGreaterThan(0);
        }).catch(() => undefined);
      await read(Buffer.from("name\nx\n"));
      const quiet = await workDuring(() => sleep(1000));
      const busy = await workDuring(async () => {
        for (const begun = Date.now(); Date.now() - begun < 1000; ) await read(file);
      });
      expect(busy).toBeLessThan(Math.max(3 * quiet, 25));
    },
  );

  it.runIf(process.platform === "linux")("its thread alone steps back for others", async () => {
    const niceOf = (thread: string) =>
      Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);
    const before = getPriority();
    let nices: number[] = [];
    await readSheet(new Uint8Array(Buffer.from("name\nx\n")), async ({ rows }) => {
      nices = readdirSync("/proc/self/task").map(niceOf);
      for await (const batch of rows) expect(batch.length).toBe(1);
    });
    expect(nices.filter((nice) => nice > before)).toEqual([10]);
    expect(getPriority()).toBe(before);
  });
});
