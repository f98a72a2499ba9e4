// @ts-check
import { Plain } from "./plain.mjs";

// A setting of the database itself: a dump does not hold it, and it can be set before there is a table. db/paused.ts reads it.

/** @returns the name of the database, quoted */
async function nameOf(/** @type {import("postgres").Sql} */ sql) {
  const [row] = await sql`select quote_ident(current_database()) as name`;
  return row?.name;
}

/** Workers on this database send nothing and start no job until `resume`. */
export async function pause(/** @type {import("postgres").Sql} */ sql) {
  await sql.unsafe(`alter database ${await nameOf(sql)} set persdesk.paused = 'on'`);
}

/** `npm run db:resume`: ends what `pause` began; workers notice within seconds. */
export async function resume(/** @type {string} */ url) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`alter database ${await nameOf(sql)} reset persdesk.paused`);
    console.log("persdesk: workers send again");
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === "42501")
      throw new Plain("Only the owner of the database may do this.");
    throw error;
  } finally {
    await sql.end();
  }
}
