// @ts-check
import { runNode } from "./command.mjs";
import { Plain } from "./plain.mjs";

/** What a database holds, whether or not it was ever migrated. */
async function contents(/** @type {string} */ url) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1 });
  try {
    const [tables] = await sql`
      select to_regclass('backoffice.users') is not null as users, to_regclass('platform.demo_marks') is not null as marks`;
    const has = async (/** @type {string} */ table) =>
      (await sql`select exists (select from ${sql(table)}) as found`)[0]?.found === true;
    return {
      hasUsers: tables?.users === true && (await has("backoffice.users")),
      isDemo: tables?.marks === true && (await has("platform.demo_marks")),
    };
  } finally {
    await sql.end();
  }
}

/**
 * Refuses a database of somebody's own (DATABASE_URL) that does not hold the demo: a demo process would migrate it, and
 * open it with keys that are public.
 */
export async function assertDemo(/** @type {string} */ url) {
  const { hasUsers, isDemo } = await contents(url);
  if (isDemo) return;
  if (hasUsers)
    throw new Plain(
      "This database holds data that is not the demo's. To serve it: npm run serve, with secrets of its own.",
    );
  throw new Plain("DATABASE_URL names a database without the demo. To make one of it: npm run db:seed -- --demo");
}

/**
 * Writes the demo data into a migrated database that has no user yet, by the bundled seed program.
 * @param {string} url
 * @param {NodeJS.ProcessEnv} env of a demo process
 * @param {(line: string) => void} say
 */
export async function seedOnce(url, env, say) {
  if ((await contents(url)).hasUsers) return;
  say("seeding the demo");
  const { code, output } = await runNode(["--enable-source-maps", "dist/seed.js"], { env });
  if (/No space left on device/.test(output)) throw new Plain("The disk is full: the demo data could not be written.");
  if (code !== 0) throw new Plain(`The demo data could not be written:\n${output.trim()}`);
}
