import { readdirSync } from "node:fs";
import { join } from "node:path";
import { difference } from "es-toolkit";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { prepareDatabase } from "@/seed/prepare";
import { assertReady } from "@/server/doors/health";
import { signAccessToken } from "@/server/identity/token.service";
import { ask, readScreen, signInScreen } from "@/server/testing/ask";
import { cookieOf } from "@/server/testing/callers";
import { cloneDatabase, onServer } from "./testing/clone";
import { useDatabase } from "./testing/database";
import { restoreReleased } from "./testing/released";

// Every version carries over what a released one left (ADR 64): the demo's database, with people signed in.

/** Tables that may have fewer rows afterwards. */
const mayLose: Record<string, string> = {
  "backoffice.permissions": "the catalogue of the code, brought up to date at each migration",
  "platform.idempotency_keys": "answers that are kept for a day",
};

/** A line for each part of a database's schema. Of partitions by month, which differ by when they were made, the kinds. */
const schemaOf = (url: string) =>
  onServer(url, async (client) => {
    await client`select set_config('search_path', 'pg_catalog', false)`;
    const lines = await client<{ line: string }[]>`
      with ours as (select oid, nspname from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)'),
      tables as (select c.* from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S')),
      lines as (
        select concat_ws(' ', 'schema', nspname) as line from ours
        union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
        union all select concat_ws(' ', 'table', oid::regclass, relkind, relpersistence, relrowsecurity, reloptions, relacl,
          case when relkind in ('v', 'm') then pg_get_viewdef(oid) end, pg_get_partkeydef(oid)) from tables
        union all select concat_ws(' ', 'column', t.oid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
            attidentity, attgenerated, attcollation::regcollation, attstorage, pg_get_expr(adbin, adrelid),
            row_number() over (partition by t.oid order by attnum))
          from tables t join pg_attribute on attrelid = t.oid left join pg_attrdef on adrelid = t.oid and adnum = attnum
          where attnum > 0 and not attisdropped
        union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(p.oid))
          from pg_constraint p join tables t on conrelid = t.oid
        union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisunique, indisreplident)
          from pg_index join tables t on indrelid = t.oid
        union all select concat_ws(' ', 'trigger', pg_get_triggerdef(g.oid), tgenabled)
          from pg_trigger g join tables t on tgrelid = t.oid where not tgisinternal
        union all select concat_ws(' ', 'function', pg_get_functiondef(f.oid), proacl)
          from pg_proc f join ours on ours.oid = pronamespace where prokind in ('f', 'p')
        union all select concat_ws(' ', 'type', y.oid::regtype, typtype, format_type(typbasetype, typtypmod),
            (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = y.oid))
          from pg_type y join ours on ours.oid = typnamespace where typtype <> 'b'
        union all select concat_ws(' ', 'policy', polrelid::regclass, polname, pg_get_expr(polqual, polrelid)) from pg_policy)
      select distinct regexp_replace(line, '\\d{4}_\\d\\d', 'month', 'g') as line from lines order by 1`;
    return lines.map(({ line }) => line);
  });

/** How many rows each table has, partitions counted with their table. */
const countsOf = (url: string) =>
  onServer(url, async (client) => {
    const tables = await client<{ name: string }[]>`
      select format('%s.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'`;
    const each = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
    const rows = await client.unsafe<{ name: string; rows: number }[]>(each.join(" union all "));
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  });

interface Open {
  id: string;
  kind: string;
  userId: string;
  type: string;
  email: string;
  /** whose screens a browser shows under switch-to */
  acts: string | null;
}

/** The sessions that were open when the dump was made, which it outlives: they stay open for an hour from now. */
const keepOpen = (url: string, at: string) =>
  onServer(url, async (client) => {
    await client`
      update backoffice.sessions set expires_at = now() + interval '1 hour'
      where revoked_at is null and kind <> 'reset' and expires_at > ${at}`;
    return client<Open[]>`
      select s.id, s.kind, s.user_id as "userId", u.type, u.email, (select o.email from backoffice.sessions c
        join backoffice.users o on o.id = c.user_id where c.parent_id = s.id and c.expires_at > now()) as acts
      from backoffice.sessions s join backoffice.users u on u.id = s.user_id
      where s.expires_at > now() and s.revoked_at is null and s.kind <> 'reset' and s.parent_id is null order by s.id`;
  });

/**
 * What the migration of partners has to settle (ADR 89): a rider whom an invitation made an admin before it was accepted, and
 * a company with the register number of an older one in another spelling.
 */
const plantUnsettled = (url: string) =>
  onServer(url, async (client) => {
    await client`update backoffice.users set type = 'Pro Center Admin' where email = 'rider@persdesk.demo'`;
    await client`
      update backoffice.companies set register_number = (
        select upper(regexp_replace(register_number, '(.)', '\\1 ')) from backoffice.companies order by created_at, id limit 1)
      where id = (select id from backoffice.companies order by created_at desc, id desc limit 1)`;
  });

describe.each(readdirSync("db/released"))("the demo of %s", (file) => {
  const { url } = useDatabase();
  let opened: Open[] = [];
  let before: Record<string, number> = {};

  beforeAll(async () => {
    const { server } = inject("testDatabase");
    await cloneDatabase(server, "template0", new URL(url).pathname.slice(1));
    const at = await restoreReleased(url, join("db/released", file));
    opened = await keepOpen(url, at);
    await plantUnsettled(url);
    before = await countsOf(url);
    await prepareDatabase(url);
  });

  it("has the schema of a database that was made today", async () => {
    const { server, template, prefix } = inject("testDatabase");
    const empty = await cloneDatabase(server, template, `${prefix}made_today`);
    const [carried, made] = [await schemaOf(url), await schemaOf(empty)];
    expect(made.length).toBeGreaterThan(1_000);
    expect({ missing: difference(made, carried), surplus: difference(carried, made) }).toEqual({
      missing: [],
      surplus: [],
    });
  });

  it("has lost no row", async () => {
    const after = await countsOf(url);
    const lost = Object.entries(before).filter(([name, rows]) => (after[name] ?? 0) < rows && !(name in mayLose));
    expect(lost).toEqual([]);
    expect(before["backoffice.pers"]).toBeGreaterThan(0);
  });

  it("is migrated once more without any change", async () => {
    const [schema, counts] = [await schemaOf(url), await countsOf(url)];
    await prepareDatabase(url);
    expect(await schemaOf(url)).toEqual(schema);
    expect(await countsOf(url)).toEqual(counts);
  });

  it("has settled who was invited only, and marked who has the register number of another", async () => {
    const settled = await onServer(
      url,
      (client) => client`
        select u.type, a.changes -> 'type' as changes from backoffice.users u
        left join platform.audit_log a on a.object_id = u.id and a.action = 'settle-type'
        where u.email = 'rider@persdesk.demo'`,
    );
    expect([...settled]).toEqual([{ type: "Rider", changes: ["Pro Center Admin", "Rider"] }]);
    const [marked] = await onServer(
      url,
      (client) => client`
        select (select count(*)::int from backoffice.companies where is_duplicate) as all,
          (select is_duplicate from backoffice.companies order by created_at desc, id desc limit 1) as newest`,
    );
    expect(marked).toEqual({ all: 1, newest: true });
  });

  it("signs people in by their passwords", async () => {
    for (const email of ["admin@persdesk.demo", "member@velora.demo", "rider@persdesk.demo"]) {
      const answer = await ask("POST", "/v1/users/login", { body: { email, password } });
      expect([answer.status, JSON.parse(answer.text).user.email]).toEqual([200, email]);
      expect(await signInScreen(email, password)).toHaveProperty("sid");
    }
  });

  it("knows everybody who was signed in", async () => {
    expect(new Set(opened.map(({ kind }) => kind))).toEqual(new Set(["api", "browser"]));
    expect(new Set(opened.map(({ type }) => type)).size).toBeGreaterThan(2);
    expect(opened.some(({ acts }) => acts)).toBe(true);
    for (const { id, kind, userId, type, email, acts } of opened) {
      const headers: Record<string, string> =
        kind === "browser"
          ? { cookie: await cookieOf(id) }
          : { authorization: `Bearer ${await signAccessToken({ sub: userId, sid: id, type })}` };
      const me =
        kind === "browser"
          ? await readScreen("profile.me", {}, { headers })
          : await ask("GET", "/v1/users/me?keyPlatformTech=&mobileDeviceId=", { headers });
      const { result, ...answer } = JSON.parse(me.text);
      expect([email, me.status, (result?.data ?? answer).email]).toEqual([email, 200, acts ?? email]);
    }
  });

  it("is ready to be served", async () => {
    await expect(assertReady()).resolves.toBeUndefined();
  });
});
