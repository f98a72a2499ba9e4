import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

// The application, migrations, seeds and scripts connect as a role that owns its database and nothing more (ADR 96). Most of
// what needs more fails in the tests of the database, which connect so too; this reads what no test runs.

/** Extensions of ours that an owner may create: PostgreSQL marks them as trusted. */
const trusted = ["pg_trgm", "btree_gist", "unaccent"];

/** What PostgreSQL 15 refuses to a role that only owns its database. */
const beyond: [what: string, RegExp][] = [
  ["settings of the server", /\balter\s+system\b/i],
  ["rows without their triggers", /\bsession_replication_role\b/i],
  ["triggers of foreign keys", /\b(disable|enable)\s+trigger\s+all\b/i],
  ["programs and files of the server", /\bcopy\s[^;`]*\b(from|to)\s+(program\b|'(?!stdin))/i],
  ["files of the server", /\bpg_(read_file|read_binary_file|ls_\w+|stat_file|write_file)\b/i],
  ["roles", /\b(create|drop)\s+(role|user)\b/i],
  [
    "rights of a role",
    /\balter\s+(role|user)\s+\S+\s+(with\s+)?(no)?(superuser|createdb|createrole|replication|bypassrls)\b/i,
  ],
  ["databases", /\b(create|drop)\s+database\b/i],
  ["a custom setting of a database or role", /\balter\s+(database|role)\s[^;`]*\sset\s+(?!local)\w+\.\w+/i],
  ["all tables in a publication", /\bpublication\b[^;`]*\bfor\s+(all\s+tables|tables\s+in\s+schema)\b/i],
  ["subscriptions and event triggers", /\bcreate\s+(subscription|event\s+trigger|tablespace|access\s+method)\b/i],
  ["languages that are not trusted", /\blanguage\s+(c|internal|plpython3?u|plperlu)\b|\bcreate\s+language\b/i],
  [
    "the log and the life of the server",
    /\bpg_(backup_start|backup_stop|switch_wal|wal_replay_\w+|promote|reload_conf|rotate_logfile|create_\w*replication_slot\w*|create_restore_point)\s*\(/i,
  ],
  ["a library", /\bload\s+'/i],
];
const extension = /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi;

const textIn = (source: string) => source.replace(/\\n/g, " ");
const needs = (source: string) => [
  ...beyond.filter(([, pattern]) => pattern.test(textIn(source))).map(([what]) => what),
  ...[...source.matchAll(extension)].flatMap(([, name = ""]) => (trusted.includes(name) ? [] : [`extension ${name}`])),
];

// Screens ask the database nothing (scripts/boundaries.test.ts).
const folders = ["bench", "db", "e2e", "env", "scripts", "seed", "server"];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|mjs|cjs|sql)$/.test(name))
    .map((name) => join(folder, name)),
);

it.each([
  ["alter system set jit = off", "settings of the server"],
  ["set local session_replication_role = replica", "rows without their triggers"],
  ["alter table a disable trigger all", "triggers of foreign keys"],
  ["copy a from program 'cat'", "programs and files of the server"],
  ["copy (select 1) to '/tmp/x'", "programs and files of the server"],
  ["select pg_read_file('x')", "files of the server"],
  ["create role a", "roles"],
  ["alter role a createdb", "rights of a role"],
  ["create database a", "databases"],
  ["alter database a set persdesk.paused = 'on'", "a custom setting of a database or role"],
  ["create publication a for all tables", "all tables in a publication"],
  ["create event trigger a on sql_drop execute function b()", "subscriptions and event triggers"],
  ["create function a() returns int language c as 'b'", "languages that are not trusted"],
  ["select pg_backup_start('a', true)", "the log and the life of the server"],
  ["load 'auto_explain'", "a library"],
  ["CREATE EXTENSION IF NOT EXISTS dblink", "extension dblink"],
])("%s needs more than to own the database: %s", (statement, what) => {
  expect(needs(statement)).toEqual([what]);
});

it.each([
  "copy a (b) from stdin",
  "create extension if not exists pg_trgm",
  "alter table a disable trigger user",
  "alter role a in database b set TimeZone = 'UTC'",
  "comment on database a is 'b'",
])("%s does not", (statement) => {
  expect(needs(statement)).toEqual([]);
});

it("nothing of ours needs more, but for what is said to the embedded server as its administrative role", () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => {
    if (file === "scripts/owner-rights.test.ts") return [];
    const source = readFileSync(file, "utf8");
    const isAdministrative = !file.startsWith("db/migrations/") && /\.admin\b|administrative role/.test(source);
    return isAdministrative ? [] : needs(source).map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
});
