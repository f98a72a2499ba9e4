import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { env } from "@/env/env";
import { type SpoolOptions, spool, sweepSpool } from "./spool";

const folder = join(env.DATA_DIR, "spool");
const named = () => (existsSync(folder) ? readdirSync(folder) : []);
/** Files of the folder that this process has open, unlinked as they are; undefined where the system does not say. */
const open = () =>
  existsSync("/proc/self/fd")
    ? readdirSync("/proc/self/fd").flatMap((fd) => {
        try {
          const target = readlinkSync(`/proc/self/fd/${fd}`);
          return target.startsWith(folder) ? [target] : [];
        } catch {
          return []; // closed meanwhile
        }
      })
    : undefined;
const before = new Set(open()); // other test files of this process may have exports that nobody read
const held = () => open()?.filter((target) => !before.has(target)).length;
const nothingLeft = async () => {
  await expect.poll(() => held() ?? 0).toBe(0);
  expect(named()).toEqual([]);
};
afterEach(nothingLeft);

const piece = (n: number) => new TextEncoder().encode(`${n}\n`.repeat(10_000));
/** So many pieces, as fast as they are asked for; and how many were taken. */
function source(pieces: number, failure?: Error) {
  const taken = { pieces: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (taken.pieces < pieces) controller.enqueue(piece(taken.pieces++));
        else if (failure) controller.error(failure);
        else controller.close();
      },
      cancel: () => {
        taken.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}
/** A spool with what it told, in order. */
async function told(stream: ReadableStream<Uint8Array>, options: SpoolOptions = {}) {
  const words: string[] = [];
  const onFailure = (error: unknown) => words.push(String((error as Error).message));
  const spooled = await spool(stream, {
    ...options,
    onMade: () => words.push("made"),
    onGone: () => words.push("gone"),
    onFailure,
  });
  return { spooled, words };
}

describe("a spooled stream", () => {
  it("is what it was, whole", async () => {
    const { spooled, words } = await told(source(50).stream);
    const text = await new Response(spooled).text();
    expect(text).toBe(Array.from({ length: 50 }, (_, n) => new TextDecoder().decode(piece(n))).join(""));
    await expect.poll(() => words).toEqual(["made", "gone"]);
  });

  it("comes to its end although nobody reads, and is read afterwards", async () => {
    const { stream, taken } = source(50);
    const { spooled, words } = await told(stream);
    await expect.poll(() => words).toEqual(["made"]);
    expect(taken.pieces).toBe(50);
    // Its file has no name, so it goes with the process, whichever way that ends.
    expect(held() ?? 1).toBe(1);
    expect(named()).toEqual([]);
    expect((await new Response(spooled).arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  });

  it("is read while it grows", async () => {
    let more: (n: number) => void = () => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        more = (n) => (n < 0 ? controller.close() : controller.enqueue(n === 0 ? new Uint8Array() : piece(n)));
      },
    });
    const { spooled } = await told(stream);
    const reader = spooled.getReader();
    const first = reader.read();
    more(1);
    expect((await first).value?.length).toBe(piece(1).length);
    const second = reader.read();
    more(0); // a piece of nothing is not the end
    await sleep(20);
    more(2);
    expect((await second).value?.length).toBe(piece(2).length);
    more(-1);
    expect((await reader.read()).done).toBe(true);
  });

  it("is given up, with its source, when its reader goes away or the client does", async () => {
    const { stream, taken } = source(Number.POSITIVE_INFINITY);
    const { spooled, words } = await told(stream);
    await spooled.cancel();
    await expect.poll(() => words).toEqual(["made", "gone"]);
    expect(taken.isCancelled).toBe(true);

    const client = new AbortController();
    const other = await told(source(Number.POSITIVE_INFINITY).stream, { signal: client.signal });
    client.abort();
    await expect.poll(() => other.words).toEqual(["made", "gone"]);
    await expect(new Response(other.spooled).text()).rejects.toThrow("gone away");
  });

  it("is given up when its reader takes nothing for too long, and not before", async () => {
    const { spooled, words } = await told(source(3).stream, { patienceMs: 150 });
    const reader = spooled.getReader();
    await sleep(80);
    await reader.read();
    await sleep(80);
    expect(words).toEqual(["made"]);
    await expect.poll(() => words).toEqual(["made", "gone"]);
    await expect(reader.read()).rejects.toThrow("too slow");
  });

  it("breaks off where its source fails, or takes too long", async () => {
    const failed = await told(source(3, new Error("lost")).stream);
    await expect(new Response(failed.spooled).text()).rejects.toThrow("lost");
    await expect.poll(() => failed.words).toEqual(["lost", "made", "gone"]);
    const slow = await told(new ReadableStream(), { makingMs: 50 });
    await expect(new Response(slow.spooled).text()).rejects.toThrow("takes too long");
    await expect.poll(() => slow.words).toEqual(["This export takes too long.", "made", "gone"]);
  });
});

it("what a process left behind is swept, and nothing that is new", async () => {
  mkdirSync(folder, { recursive: true });
  const [old, fresh] = [join(folder, "old"), join(folder, "fresh")];
  for (const path of [old, fresh]) writeFileSync(path, "x");
  utimesSync(old, 1, 1);
  expect(await sweepSpool()).toBe(1);
  expect(named()).toEqual(["fresh"]);
  rmSync(fresh);
  expect(await sweepSpool()).toBe(0);
});
