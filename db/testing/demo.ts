import { beforeAll, inject } from "vitest";
import { closeDatabase, type Database } from "@/db/client";
import { env } from "@/env/env";
import { seedDemo } from "@/seed/demo";
import { cloneDatabase, ensureTemplate } from "./clone";
import { useDatabase } from "./database";

interface More {
  name: string;
  /** @param now in ms */
  fill: (url: string, now: number) => Promise<void>;
}

/**
 * Gives a test file a database of its own with a small demo, whose story leads up to the same moment each day. It is seeded
 * once for all files of a run.
 * @param scale PERS in all
 * @param now that moment
 * @param more what is added to it, under a name of its own
 * @returns as `useDatabase`
 */
export function useDemo(scale: number, now: string, more?: More): { db: () => Database; url: string } {
  const { server, template, prefix } = inject("testDatabase");
  const given = useDatabase();
  beforeAll(async () => {
    const at = Date.parse(now);
    const seeded = `${prefix}demo_${scale}_${at}`;
    await ensureTemplate(server, seeded, (url) => seedDemo(url, { scale, now: at }), template);
    const filled = more ? `${seeded}_${more.name}` : seeded;
    if (more) await ensureTemplate(server, filled, (url) => more.fill(url, at), seeded);
    await closeDatabase();
    await cloneDatabase(server, filled, new URL(env.DATABASE_URL).pathname.slice(1));
  }, 240_000);
  return given;
}
