import { expect, it } from "vitest";
import { loadAhead } from "./ahead.rules";

/** A browser that is idle when it is told so. */
function idling() {
  const waiting: (() => void)[] = [];
  const whenIdle = (run: () => void) => {
    waiting.push(run);
    return () => void waiting.splice(waiting.indexOf(run), 1);
  };
  const idle = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { whenIdle, idle };
}
const partsInto = (loaded: string[]) =>
  ["palette", "broken", "tab"].map((name) => async () => {
    loaded.push(name);
    if (name === "broken") throw new Error("no network");
  });

it("loads nothing until the browser is idle, then one part at a time, past one that fails", async () => {
  const loaded: string[] = [];
  const { whenIdle, idle } = idling();
  loadAhead(partsInto(loaded), whenIdle);
  expect(loaded).toEqual([]);
  await idle();
  expect(loaded).toEqual(["palette"]);
  await idle();
  await idle();
  await idle();
  expect(loaded).toEqual(["palette", "broken", "tab"]);
});

it("loads nothing more once the page is left", async () => {
  const loaded: string[] = [];
  const { whenIdle, idle } = idling();
  const stop = loadAhead(partsInto(loaded), whenIdle);
  await idle();
  stop();
  await idle();
  expect(loaded).toEqual(["palette"]);
});
