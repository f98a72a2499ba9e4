// @ts-check
import { runNode } from "./command.mjs";
import { Plain } from "./plain.mjs";

/** What a migrated database holds. */
async function contents(/** @type {string} */ url) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(url, { max: 1 });
  const [row] = await sql`
    select exists (select from backoffice.users) as "hasUsers", exists (select from platform.demo_marks) as "isDemo"
  `.finally(() => sql.end());
  return row;
}

/**
 * Writes the demo data, by the bundled seed program, into the embedded database where it has no user yet. A database of
 * somebody's own (DATABASE_URL) must hold the demo already: a demo process opens it with keys that are public.
 * @param {string} url a migrated database
 * @param {NodeJS.ProcessEnv} env of a demo process
 * @param {(line: string) => void} say
 */
export async function seedOnce(url, env, say) {
  const found = await contents(url);
  if (found?.isDemo) return;
  if (found?.hasUsers)
    throw new Plain(
      "This database holds data that is not the demo's. To serve it: npm run serve, with secrets of its own.",
    );
  if (process.env.DATABASE_URL)
    throw new Plain("DATABASE_URL names an empty database. To make a demo of it: npm run db:seed -- --demo");
  say("seeding the demo");
  const { code, output } = await runNode(["--enable-source-maps", "dist/seed.js"], { env });
  if (/No space left on device/.test(output)) throw new Plain("The disk is full: the demo data could not be written.");
  if (code !== 0) throw new Plain(`The demo data could not be written:\n${output.trim()}`);
}
