// @ts-check
import { Plain } from "./plain.mjs";

// The marker is the first line of the database's comment: its owner may write it, which no custom setting of a database is
// since PostgreSQL 15; no dump holds it, and it can be set before there is a table. db/paused.ts reads it.

const marker = "persdesk: paused (npm run db:resume)";

/** What stands in the database's comment, its name quoted, and whether an earlier version paused it by a setting. */
async function stateOf(/** @type {import("postgres").Sql} */ sql) {
  const [row] = await sql`
    select quote_ident(datname) as name, coalesce(shobj_description(oid, 'pg_database'), '') as comment,
      exists (select from pg_db_role_setting s
        where s.setdatabase = d.oid and s.setrole = 0 and 'persdesk.paused=on' = any (s.setconfig)) as set,
      to_regclass('drizzle.__drizzle_migrations') is null as empty
    from pg_database d where datname = current_database()`;
  return /** @type {{ name: string, comment: string, set: boolean, empty: boolean }} */ (row);
}

/** @param {import("postgres").Sql} sql @param {string} name quoted @param {string} text none where it is empty */
const comment = (sql, name, text) =>
  sql.unsafe(`comment on database ${name} is ${text === "" ? "null" : `E'${text.replace(/[\\']/g, "\\$&")}'`}`);

/** Says who may do it where PostgreSQL only says that this role may not. */
function named(/** @type {unknown} */ error, /** @type {string} */ who) {
  return /** @type {{ code?: string }} */ (error).code === "42501" ? new Plain(who) : error;
}

/**
 * Workers on this database send nothing and start no job until `resume`. What its comment said stays below the marker.
 * @throws {Plain} where the role does not own the database
 */
export async function pause(/** @type {import("postgres").Sql} */ sql) {
  const { name, comment: text } = await stateOf(sql);
  if (text.startsWith(marker)) return;
  await comment(sql, name, [marker, ...(text ? [text] : [])].join("\n")).catch((error) => {
    throw named(error, "Only the owner of the database may pause its workers. Name that role in DATABASE_URL.");
  });
}

/**
 * `npm run db:resume`: ends what `pause` began; workers notice within seconds.
 * @throws {Plain} where the database has no tables, or the role does not own it
 */
export async function resume(/** @type {string} */ url) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, onnotice: () => {} });
  try {
    const { name, comment: text, set, empty } = await stateOf(sql);
    if (empty) throw new Plain("This database is empty: nothing was restored into it, and no worker works on it.");
    if (set)
      await sql.unsafe(`alter database ${name} reset persdesk.paused`).catch((error) => {
        throw named(
          error,
          `An earlier version paused this database by a setting that only a superuser removes: alter database ${name} reset persdesk.paused`,
        );
      });
    if (text.startsWith(marker))
      await comment(sql, name, text.slice(marker.length + 1)).catch((error) => {
        throw named(error, "Only the owner of the database may do this. Name that role in DATABASE_URL.");
      });
    console.log("persdesk: workers send again");
  } finally {
    await sql.end();
  }
}
