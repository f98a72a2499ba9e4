import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { stringStore } from "./sheet-strings";

const folder = mkdtempSync(join(tmpdir(), "persdesk-strings-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("texts wait where nobody finds them, and where nothing is left of a thread that was ended", () => {
  process.env.TMPDIR = folder;
  const texts = ["", "Velora", "ä".repeat(200_000), "last"];
  const store = stringStore();
  for (const text of texts) store.add(text);
  expect(readdirSync(folder)).toEqual([]);
  expect(texts.map((_, at) => store.get(at))).toEqual(texts);
  expect([store.get(-1), store.get(4), store.get(0.5)]).toEqual([undefined, undefined, undefined]);
  store.close();
});
