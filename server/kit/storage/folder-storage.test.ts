import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { folderStorage } from "./folder-storage";

const folder = mkdtempSync(join(tmpdir(), "persdesk-folder-storage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("lists its files, without those that go while it does", async () => {
  const storage = folderStorage(folder);
  await storage.put("here", new Uint8Array([1]), "application/octet-stream");
  // Its name is there and it is not, as for a moment with every file that is removed.
  symlinkSync(join(folder, "nowhere"), join(folder, "gone"));
  const keys: string[] = [];
  for await (const files of storage.list()) keys.push(...files.map(({ key }) => key));
  expect(keys).toEqual(["here"]);
});
