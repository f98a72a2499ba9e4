// @ts-check
import { runNode } from "./command.mjs";
import { Plain } from "./plain.mjs";

/**
 * Writes the demo data into a migrated database that has no user yet, by the bundled seed program.
 * @param {string} url
 * @param {NodeJS.ProcessEnv} env of a demo process
 * @param {(line: string) => void} say
 */
export async function seedOnce(url, env, say) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(url, { max: 1 });
  const [row] = await sql`select exists (select 1 from backoffice.users) as seeded`.finally(() => sql.end());
  if (row?.seeded) return;
  say("seeding the demo");
  const { code, output } = await runNode(["--enable-source-maps", "dist/seed.js"], { env });
  if (/No space left on device/.test(output)) throw new Plain("The disk is full: the demo data could not be written.");
  if (code !== 0) throw new Plain(`The demo data could not be written:\n${output.trim()}`);
}
