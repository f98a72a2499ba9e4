import { createElement, lazy, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { lazyParts, loadAhead } from "./ahead.rules";

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

it("shows a part that has come at once, with nothing in its place before", async () => {
  const { part, ahead } = lazyParts();
  const loader = part(async () => ({ default: () => "the tab" }));
  const shown = () => renderToString(createElement(Suspense, { fallback: "bones" }, createElement(lazy(loader))));
  expect(shown()).toContain("bones");
  for (const load of ahead) await load();
  expect(await loader()).toHaveProperty("default");
  expect(shown()).toContain("the tab");
  expect(shown()).not.toContain("bones");
});

it("asks again for a part that did not come", async () => {
  const answers = [Promise.reject(new Error("no network")), Promise.resolve("the tab")];
  const { part } = lazyParts();
  const loader = part(() => answers.shift() ?? Promise.resolve("again"));
  await expect(loader()).rejects.toThrow("no network");
  expect([await loader(), await loader()]).toEqual(["the tab", "the tab"]);
});
