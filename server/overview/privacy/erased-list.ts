import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { env } from "@/env/env";

// Who was erased, outside of the database and so outside of its backup: a restored backup brings people back, and is gone
// through by this list. It holds ids and hashes of addresses, nothing that says who they were.

const Erased = z.object({
  id: z.string().meta({ description: "Of the erasure." }),
  userId: z.string().nullable(),
  emailHash: z.string(),
  pseudonym: z.string(),
  doneAt: z.string(),
});
export type Erased = z.output<typeof Erased>;

const path = () => env.ERASED_PEOPLE_FILE ?? join(env.DATA_DIR, "erased-people.ndjson");

/** Everybody on the list, each once. */
export async function readErased(): Promise<Erased[]> {
  const text = await readFile(/*turbopackIgnore: true*/ path(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").flatMap((line) => (line.trim() ? [Erased.parse(JSON.parse(line))] : []));
  return [...new Map(lines.map((one) => [one.id, one])).values()];
}

/** Adds those who are not on the list yet. @returns how many */
export async function noteErased(people: Erased[]): Promise<number> {
  const known = new Set((await readErased()).map(({ id }) => id));
  const fresh = people.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return 0;
  await mkdir(dirname(path()), { recursive: true });
  await appendFile(path(), fresh.map((one) => `${JSON.stringify(one)}\n`).join(""), { mode: 0o600, flush: true });
  return fresh.length;
}
