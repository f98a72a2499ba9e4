import { connect } from "@/db/connect.mjs";
import { sessionSettings } from "./session";

// Behind PgBouncer in transaction mode a connection changes hands after each transaction, and takes no settings at its
// start: they have to come from the role (ADR 73).

/** `DateStyle` is told as "ISO, MDY". */
const plain = (value: string) => value.replaceAll(" ", "").toLowerCase();

interface Pooler {
  /** PostgreSQL itself */
  direct: string;
  /** PgBouncer */
  pooled: string;
  /** beside those of every session */
  limits?: Record<string, number>;
}

/**
 * Gives the role that works behind PgBouncer the settings that our statements rely on, in this database. What it has
 * already is not written again.
 * @throws the server's error where the role of `direct` may not alter the other
 */
export async function settleRole({ direct, pooled, limits = {} }: Pooler): Promise<void> {
  const open = (url: string) => connect(url, { max: 1, prepare: false, connect_timeout: 5, onnotice: () => undefined });
  const [through, straight] = [open(pooled), open(direct)];
  try {
    const [who] = await through`select current_user::text as role, pg_backend_pid() as pid`;
    const [kept] = await straight`
      select coalesce(max(s.setconfig), '{}') as settings from pg_db_role_setting s
      where s.setdatabase = (select oid from pg_database where datname = current_database())
        and s.setrole = (select oid from pg_roles where rolname = ${who?.role})`;
    const [here] = await straight`select current_database() as name`;
    const has = new Set<string>(kept?.settings);
    const missing = Object.entries({ ...sessionSettings, ...limits }).filter(
      ([name, value]) => !has.has(`${name}=${value}`),
    );
    for (const [name, value] of missing) {
      const text = `'${String(value).replaceAll("'", "''")}'`;
      await straight`alter role ${straight(who?.role)} in database ${straight(here?.name)} set ${straight(name)} = ${straight.unsafe(text)}`;
    }
    // The connection that was just asked is PgBouncer's, which would hand it on without the settings.
    if (missing.length > 0) await straight`select pg_terminate_backend(${who?.pid})`;
  } finally {
    await Promise.all([through.end(), straight.end()]);
  }
}

/** The names of settings that a connection behind PgBouncer does not have, such as one that was opened before they were given. */
export const missingSettings = (settings: Record<string, string>) =>
  Object.entries(sessionSettings).flatMap(([name, value]) =>
    plain(settings[name] ?? "") === plain(value) ? [] : name,
  );
