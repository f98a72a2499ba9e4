// @ts-check
/** @import { Invariant, Sql } from "../invariants.mjs" */

/** What the trail calls records of a table that has another name. */
const tableNames = {
  "company-dealer": "company_links",
  "company-partner-referent": "company_partner_referents",
  "company-pers-alert": "pers_alerts",
  "company-subcontractor": "company_links",
  "contact-log": "platform_contact_logs",
  device: "notification.devices",
  "notification-platform-tech": "notification.platform_techs",
  "notification-portal": "notification.portals",
  "notification-request": "notification.requests",
  "notification-template": "notification.templates",
  "notification-template-content": "notification.template_contents",
  "notification-template-tech": "notification.template_techs",
  "platform-page-tech": "notification.platform_page_techs",
  "subcontractor-pers": "company_pers_links",
};

/** Kinds that have no rows of their own. */
const withoutRows = ["desk", "job", "privacy", "company-user", "retention", "row-count"];

/** Kinds whose rows routines remove when they are old, without a row in the trail each. */
const swept = ["session", "mail-log", "contact-log", "import", "webhook-delivery", "device"];

/** What leaves no record, or may leave none: an import is swept when it is old. */
const endings = "'remove', 'delete', 'undo', 'forget', 'erase', 'import'";

/** An import has a row of the kind that it brought in, with its own id. */
const ofRecord = "object_id not in (select id from imports)";

/** The table of each kind of record that the trail names; null for one that nobody knows. */
async function kindsOf(/** @type {Sql} */ sql) {
  const found = await sql.unsafe(`select distinct object_type as kind from audit_log where ${ofRecord}`);
  const tables = await sql`select tablename as name from pg_tables where schemaname in ('backoffice', 'platform')`;
  const names = new Set(tables.map(({ name }) => name));
  return found
    .map(({ kind }) => String(kind))
    .filter((kind) => !withoutRows.includes(kind))
    .map((kind) => {
      const stem = kind.replaceAll("-", "_");
      const plain = [stem, `${stem}s`, stem.replace(/y$/, "ies")].find((name) => names.has(name));
      return { kind, table: new Map(Object.entries(tableNames)).get(kind) ?? plain ?? null };
    });
}

/** The newest row of the trail about each record of a kind. */
const newestOf = (/** @type {string} */ kind) => `
  select distinct on (object_id) object_id, action from audit_log where object_type = '${kind}' and ${ofRecord}
  order by object_id, at desc, id desc`;

/** One query for all kinds of record that are known; nothing where there is none. */
const ofEachKind =
  (/** @type {(kind: string, table: string) => string} */ query, /** @type {string[]} */ but = []) =>
  async (/** @type {Sql} */ sql) => {
    const kinds = (await kindsOf(sql)).filter(({ kind }) => !but.includes(kind));
    const parts = kinds.flatMap(({ kind, table }) => (table ? [`(${query(kind, table)})`] : []));
    return parts.length > 0 ? parts.join(" union all ") : "select 1 where false";
  };

/** @type {Invariant[]} */
export const trail = [
  {
    name: "the trail names kinds of record that there are",
    rows: async (sql) => {
      const unknown = (await kindsOf(sql)).filter(({ table }) => table === null).map(({ kind }) => `'${kind}'`);
      return unknown.length > 0 ? `select unnest(array[${unknown}]) as kind` : "select 1 where false";
    },
    plant: ["update audit_log set object_type = 'no-such-kind'"],
  },
  {
    name: "what the trail last changed is there",
    rows: ofEachKind(
      (kind, table) => `select '${kind}' as kind, n.object_id, n.action from (${newestOf(kind)}) n
        left join ${table} t on t.id = n.object_id where n.action not in (${endings}) and t.id is null`,
      swept,
    ),
    plant: ["delete from pers"],
  },
  {
    name: "what the trail removed is gone",
    rows: ofEachKind(
      (kind, table) => `select '${kind}' as kind, n.object_id, n.action from (${newestOf(kind)}) n
        join ${table} t on t.id = n.object_id where n.action = 'remove'`,
    ),
    plant: ["update audit_log set action = 'remove'"],
  },
  {
    name: "a removal keeps what was removed",
    rows: "select id from audit_log where action = 'remove' and object_type not in ('session', 'device') and snapshot is null",
    plant: ["update audit_log set action = 'remove', snapshot = null"],
  },
  {
    name: "the trail was written in the past",
    rows: "select id from audit_log where at > now() + interval '1 minute'",
    plant: ["update audit_log set at = now() + interval '1 day'"],
  },
];
