// @ts-check
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

// The embedded server has two roles: one that owns the application's database and nothing more, as on any other server, and one
// that administers, which only the launcher knows. Servers made before that had one for both.

export const database = "persdesk";
export const ownerRole = "persdesk";
export const administrator = "persdesk_admin";
/** Renames the role that both were once, which that role cannot do itself; it lives for as long. */
const renamer = "persdesk_renamer";

export const newPassword = () => randomBytes(24).toString("base64url");
const retryFor = 10_000;

/**
 * @typedef {import("postgres").Sql} Sql
 * @typedef {{ port: number, password: string, adminPassword?: string }} Access `password`: the owner's; without the other one
 * it was the only role's
 * @typedef {{ read: () => Access, save: (access: Access) => void, host: string }} Place where the passwords are kept
 */

const urlOf = (/** @type {{ host: string, port: number, role: string, password: string, name?: string }} */ to) =>
  `postgres://${to.role}:${to.password}@${to.host}:${to.port}/${to.name ?? database}`;

/** The addresses of the database as its owner and as the administrative role, which are one where a server has one role. */
export function addressesOf(/** @type {Place} */ { host, read }) {
  const { port, password, adminPassword } = read();
  const url = urlOf({ host, port, role: ownerRole, password });
  return { url, admin: adminPassword ? urlOf({ host, port, role: administrator, password: adminPassword }) : url };
}

/**
 * Runs statements on a connection of its own.
 * @template T
 * @param {string} url
 * @param {(sql: Sql) => PromiseLike<T>} work
 */
async function connected(url, work) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What the administrative role still owns in this database and the owner should, of all kinds that a role may own. */
const leftOver = `
  select format('alter %s %s owner to ${ownerRole}',
    case type when 'statistics object' then 'statistics' when 'function' then 'routine' when 'aggregate' then 'routine' else type end,
    identity) as statement
  from (
    select 'pg_namespace'::regclass::oid as class, oid, nspowner as owner from pg_namespace
    union all select 'pg_class'::regclass, oid, relowner from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and refobjsubid > 0 and deptype in ('a', 'i'))
    union all select 'pg_proc'::regclass, oid, proowner from pg_proc
    union all select 'pg_type'::regclass, oid, typowner from pg_type t where typtype in ('e', 'd', 'r')
      or typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')
    union all select 'pg_collation'::regclass, oid, collowner from pg_collation
    union all select 'pg_conversion'::regclass, oid, conowner from pg_conversion
    union all select 'pg_operator'::regclass, oid, oprowner from pg_operator
    union all select 'pg_opclass'::regclass, oid, opcowner from pg_opclass
    union all select 'pg_opfamily'::regclass, oid, opfowner from pg_opfamily
    union all select 'pg_ts_config'::regclass, oid, cfgowner from pg_ts_config
    union all select 'pg_ts_dict'::regclass, oid, dictowner from pg_ts_dict
    union all select 'pg_statistic_ext'::regclass, oid, stxowner from pg_statistic_ext
    union all select 'pg_publication'::regclass, oid, pubowner from pg_publication where not puballtables
    union all select 'pg_largeobject'::regclass, oid, lomowner from pg_largeobject_metadata
  ) o cross join lateral pg_identify_object(o.class, o.oid, 0) i
  where o.owner = '${administrator}'::regrole and o.oid >= 16384 and coalesce(i.schema, i.identity) !~ '^pg_(temp|toast)'
    and not exists (select from pg_depend where classid = o.class and objid = o.oid and deptype = 'e')
  order by class = 'pg_namespace'::regclass desc, class = 'pg_class'::regclass desc, identity`;

/** Makes two roles of the one that was both, and tells the place before it does. */
async function split(/** @type {Sql} */ sql, /** @type {Place} */ { read, save, host }) {
  const before = read();
  const { port } = before;
  const password = before.adminPassword ?? before.password;
  if (!before.adminPassword) save({ port, adminPassword: password, password: newPassword() });
  await sql.unsafe(`drop role if exists ${renamer}`);
  await sql.unsafe(`create role ${renamer} superuser login password '${password}'`);
  await connected(urlOf({ host, port, role: renamer, password, name: "postgres" }), (other) =>
    other.unsafe(`alter role ${ownerRole} rename to ${administrator}`),
  );
}

/** The owner, its database and all that is in it, as far as they are missing. */
async function settle(/** @type {Sql} */ sql, /** @type {Place} */ place) {
  await sql`select pg_advisory_lock(7270422)`;
  const [server] = await sql`
    select pg_is_in_recovery() as follows, (select rolname from pg_roles where oid = 10) as superuser`;
  if (server?.follows) return;
  if (server?.superuser === ownerRole) await split(sql, place);
  const [found] = await sql`
    select exists (select from pg_roles where rolname = ${ownerRole}) as role,
      exists (select from pg_roles where rolname = ${renamer}) as renamer,
      (select datdba::regrole::text from pg_database where datname = ${database}) as owner`;
  if (found?.renamer) await sql.unsafe(`drop role ${renamer}`);
  if (!found?.role)
    await sql.unsafe(
      `create role ${ownerRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${place.read().password}'`,
    );
  if (!found?.owner) await sql.unsafe(`create database ${database} owner ${ownerRole}`);
  else if (found.owner !== ownerRole) await sql.unsafe(`alter database ${database} owner to ${ownerRole}`);
  await connected(addressesOf(place).admin, (inside) =>
    inside.begin(async (tx) => {
      for (const { statement } of await tx.unsafe(leftOver)) await tx.unsafe(statement);
    }),
  );
}

/**
 * Connects as the administering role, under any name, and adds what is missing. A server with one role
 * that runs already is left as it is: who uses it would lose it.
 */
async function visit(/** @type {Place} */ place, /** @type {boolean} */ isRunning) {
  const { host, read } = place;
  const { port, password, adminPassword } = read();
  const known = { host, port, password: adminPassword ?? password, name: "postgres" };
  const work = async (/** @type {Sql} */ sql) => {
    if (!isRunning || adminPassword) await settle(sql, place);
  };
  try {
    await connected(urlOf({ ...known, role: administrator }), work);
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== "28P01") throw error;
    await connected(urlOf({ ...known, role: ownerRole }), work);
  }
}

/**
 * Connects until the server answers, for as long as it is starting up; makes the two roles and the database when they are
 * missing, and gives the owner what the one role of an older server has.
 * @param {Place} place
 * @param {boolean} isRunning whether somebody else started the server
 * @returns {Promise<boolean>} false where nobody answers
 */
export async function ready(place, isRunning) {
  for (const begun = Date.now(); ; await sleep(100)) {
    try {
      await visit(place, isRunning);
      return true;
    } catch (error) {
      const { code = "" } = /** @type {{ code?: string }} */ (error);
      // Gone (it was on its way down): the caller starts it. Still going through its log: wait.
      if (code === "ECONNREFUSED") return false;
      if (code === "57P03" || Date.now() - begun < retryFor) continue;
      if (/^[0-9A-Z]{5}$/.test(code)) throw error;
      return false;
    }
  }
}
