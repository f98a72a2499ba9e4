import { afterEach, expect, test, vi } from "vitest";
import { keepDraft, readDraft } from "./desk-draft.rules";
import { percentOf } from "./desk-progress.rules";

afterEach(() => vi.unstubAllGlobals());

function storage() {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  return kept;
}

test("a draft is kept for its cell until it is forgotten", () => {
  const kept = storage();
  const draft = { texts: { value: "Neu" }, base: { value: "Alt" } };
  keepDraft("a.de", draft);
  expect(readDraft("a.de")).toEqual(draft);
  expect(readDraft("a.fr")).toBeUndefined();
  keepDraft("a.de", undefined);
  expect(kept.size).toBe(0);
});

test("a broken or forbidden storage is no error", () => {
  const kept = storage();
  kept.set("persdesk.desk-draft.a.de", "{");
  expect(readDraft("a.de")).toBeUndefined();
  kept.set("persdesk.desk-draft.a.de", '{"texts":{"value":1},"base":{}}');
  expect(readDraft("a.de")).toBeUndefined();
  vi.stubGlobal("window", {
    get localStorage(): never {
      throw new Error("forbidden");
    },
  });
  expect(readDraft("a.de")).toBeUndefined();
  expect(() => keepDraft("a.de", { texts: {}, base: {} })).not.toThrow();
});

test("100 % means complete", () => {
  expect([percentOf(9999, 10_000), percentOf(10, 10), percentOf(0, 0), percentOf(0, 5)]).toEqual([99, 100, 100, 0]);
});
