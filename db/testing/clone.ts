import postgres from "postgres";

/** A server's addresses: as the administrative role, which makes databases, and as the one that tests work as, which owns theirs and nothing more. */
export interface TestServer {
  admin: string;
  owner: string;
}

/** A URL of the same server with another database. */
export function withName(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs SQL on a connection of its own that is closed afterwards. */
export async function onServer<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Makes the database `name` from a template, in place of one of that name.
 * @returns its URL, as its owner
 */
export async function cloneDatabase({ admin, owner }: TestServer, template: string, name: string): Promise<string> {
  await onServer(admin, async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`;
    await sql`create database ${sql(name)} owner ${sql(new URL(owner).username)} template ${sql(template)} strategy file_copy`;
  });
  return withName(owner, name);
}

/**
 * Makes a template once for all runs on this server.
 * @param name names its contents, so that other contents get another name
 * @param fill brings the database at a URL, which is empty or like `from`, to the wanted state
 */
export async function ensureTemplate(
  { admin, owner }: TestServer,
  name: string,
  fill: (url: string) => Promise<void>,
  from = "template1",
): Promise<void> {
  await onServer(admin, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length > 0) return;
    const unfinished = `${name}_unfinished`;
    await sql`drop database if exists ${sql(unfinished)} with (force)`;
    await sql`
      create database ${sql(unfinished)} owner ${sql(new URL(owner).username)} template ${sql(from)} strategy file_copy`;
    await fill(withName(owner, unfinished));
    await sql`alter database ${sql(unfinished)} rename to ${sql(name)}`;
  });
}

/** Drops every database whose name begins like this. */
export async function dropDatabases({ admin }: TestServer, prefix: string): Promise<void> {
  await onServer(admin, async (sql) => {
    const rows = await sql<
      { datname: string }[]
    >`select datname from pg_database where starts_with(datname, ${prefix})`;
    for (const { datname } of rows) await sql`drop database if exists ${sql(datname)} with (force)`;
  });
}
