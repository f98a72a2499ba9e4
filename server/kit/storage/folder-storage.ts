import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Storage, StoredFile } from "./storage-port";

const pageSize = 500;
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Files in one folder. A file is complete or missing, also after a power cut: it is written under another name, synced
 * and renamed.
 */
export function folderStorage(folder: string): Storage {
  const at = (key: string) => join(/*turbopackIgnore: true*/ folder, basename(key));
  return {
    async put(key, bytes) {
      await mkdir(folder, { recursive: true });
      const aside = join(/*turbopackIgnore: true*/ folder, `.${randomUUID()}`);
      try {
        const file = await open(aside, "wx");
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(aside, at(key));
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    get: async (key) => {
      try {
        return new Uint8Array(await readFile(at(key)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async *list() {
      let files: StoredFile[] = [];
      const entries = await opendir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for await (const { name } of entries) {
        if (name.startsWith(".")) continue; // being written
        const found = await stat(at(name)).catch((error: unknown) => {
          if (isMissing(error)) return undefined; // removed meanwhile
          throw error;
        });
        if (!found) continue;
        files.push({ key: name, writtenAt: found.mtimeMs });
        if (files.length < pageSize) continue;
        yield files;
        files = [];
      }
      if (files.length > 0) yield files;
    },
    remove: (key) => rm(at(key), { force: true }),
  };
}
