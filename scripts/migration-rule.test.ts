import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

// While an installation is upgraded, old and new code work on one database (ADR 64). So a migration only adds (expand), what
// is no longer used goes in a later release (contract), and no statement keeps others away from a large table for long.

/** Tables that may hold millions of rows. */
const large = new Set([
  "audit_log",
  "company_pers_links",
  "company_vehicle_links",
  "iot_message_keys",
  "iot_messages",
  "mail_log",
  "notification_deliveries",
  "notification_requests",
  "pers",
  "pers_alerts",
  "pers_current_data",
  "user_companies",
  "users",
  "vehicles",
  "webhook_deliveries",
]);

const table = String.raw`(?:only\s+)?(?:if\s+exists\s+)?(?:"?\w+"?\.)?"?(\w+)"?`;

interface Rule {
  /** its first group is the table */
  finds: RegExp;
  /** on any table, or on large ones only */
  on: "any" | "large";
  /** why, and what to do instead */
  says: string;
}

const rules: Rule[] = [
  {
    finds: new RegExp(String.raw`^alter table ${table}[^;]*\brename\b`),
    on: "any",
    says: "old code does not know the new name: add another column, fill it, and drop the old one in a later release",
  },
  {
    finds: new RegExp(String.raw`^(?:drop table|alter table) ${table}(?=[^;]*\bdrop column\b|\s*(?:cascade)?$)`),
    on: "any",
    says: "old code may still use it: drop it in a release after the one that stopped, and say so by '-- contract: …'",
  },
  {
    finds: new RegExp(String.raw`^alter table ${table}[^;]*\badd column\b(?![^,;]*\bdefault\b)[^,;]*\bnot null\b`),
    on: "any",
    says: "old code does not fill it: give it a default, or let it be null first",
  },
  {
    finds: new RegExp(String.raw`^alter table ${table}[^;]*\b(?:set data type|type)\b`),
    on: "large",
    says: "it writes every row anew under a lock: add another column and fill it in parts",
  },
  {
    finds: new RegExp(String.raw`^alter table ${table}[^;]*\bset not null\b`),
    on: "large",
    says: "it reads every row under a lock: add a check as 'not valid', validate it, then set it",
  },
  {
    finds: new RegExp(
      String.raw`^alter table ${table}(?![^;]*\bnot valid\b)[^;]*\badd constraint\b[^;]*\b(?:check|foreign key)\b`,
    ),
    on: "large",
    says: "it reads every row under a lock: add it as 'not valid', and validate it in a migration of its own",
  },
  {
    finds: new RegExp(
      String.raw`^alter table ${table}(?![^;]*\busing index\b)[^;]*\badd constraint\b[^;]*\b(?:unique|primary key|exclude)\b`,
    ),
    on: "large",
    says: "it builds an index under a lock: build one concurrently by hand first, and add it 'using index'",
  },
  {
    finds: new RegExp(String.raw`^create (?:unique )?index (?!if not exists)(?:"?\w+"?) on ${table}`),
    on: "large",
    says: "writes wait until it is built: build it concurrently by hand first, and say 'create index if not exists' here",
  },
  {
    finds: new RegExp(String.raw`^update ${table}(?![^;]*\bwhere\b)`),
    on: "large",
    says: "it locks every row: fill it in parts, by a routine",
  },
];

/** What keeps others away or old code from working, as `statement: why`. Tables that the same text makes are empty. */
function faultsOf(text: string): string[] {
  const made = new Set(
    [...text.matchAll(/create table (?:if not exists )?(?:"?\w+"?\.)?"?(\w+)"?/gi)].map(([, name]) => name),
  );
  return text.split(/--> statement-breakpoint|;\s*$/m).flatMap((part) => {
    if (/^\s*-- contract: \S/m.test(part)) return [];
    if (/^\s*-- not concurrent: \S/m.test(part) && /\bEXCLUDE\b/.test(part)) return []; // there is no other way
    const statement = part.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim().toLowerCase();
    return rules.flatMap(({ finds, on, says }) => {
      const name = finds.exec(statement)?.[1];
      if (name === undefined || made.has(name) || (on === "large" && !large.has(name))) return [];
      return [`${statement.slice(0, 100)}: ${says}`];
    });
  });
}

describe("a migration", () => {
  it.each([
    [`ALTER TABLE "backoffice"."pers" ALTER COLUMN "status" SET DATA TYPE integer;`, /writes every row anew/],
    [`ALTER TABLE "backoffice"."pers" ALTER COLUMN "status" SET NOT NULL;`, /not valid/],
    [`ALTER TABLE "backoffice"."users" ADD COLUMN "nick" text NOT NULL;`, /does not fill it/],
    [`ALTER TABLE "backoffice"."countries" ADD COLUMN "nick" text NOT NULL;`, /does not fill it/],
    [`ALTER TABLE "backoffice"."pers" DROP COLUMN "status";`, /old code may still use it/],
    [`DROP TABLE "backoffice"."countries" CASCADE;`, /old code may still use it/],
    [`ALTER TABLE "backoffice"."countries" RENAME COLUMN "code" TO "iso";`, /does not know the new name/],
    [`CREATE INDEX "pers_nick" ON "backoffice"."pers" USING btree ("nick");`, /concurrently/],
    [`CREATE UNIQUE INDEX "u" ON "platform"."audit_log" ("id");`, /concurrently/],
    [`ALTER TABLE "backoffice"."pers" ADD CONSTRAINT "c" CHECK (status <> '');`, /not valid/],
    [
      `ALTER TABLE "backoffice"."pers" ADD CONSTRAINT "c" FOREIGN KEY ("x") REFERENCES "backoffice"."users"("id");`,
      /not valid/,
    ],
    [`ALTER TABLE "backoffice"."users" ADD CONSTRAINT "c" UNIQUE("email");`, /using index/],
    [`update backoffice.users set nick = email;`, /in parts/],
  ])("is refused for %s", (text, why) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(why)]);
  });

  it.each([
    `ALTER TABLE "backoffice"."users" ADD COLUMN "nick" text;`,
    `ALTER TABLE "backoffice"."users" ADD COLUMN "nick" text DEFAULT '' NOT NULL;`,
    `CREATE INDEX IF NOT EXISTS "pers_nick" ON "backoffice"."pers" ("nick");`,
    `CREATE INDEX "countries_nick" ON "backoffice"."countries" ("nick");`,
    `ALTER TABLE "backoffice"."pers" ADD CONSTRAINT "c" CHECK (status <> '') NOT VALID;`,
    `ALTER TABLE "backoffice"."pers" VALIDATE CONSTRAINT "c";`,
    `CREATE TABLE "backoffice"."pers" ("id" uuid);\nCREATE INDEX "i" ON "backoffice"."pers" ("id");`,
    `-- contract: unused since 1.4\nALTER TABLE "backoffice"."pers" DROP COLUMN "status";`,
    `update backoffice.users set nick = email where id = '1';`,
    `-- not concurrent: a second a million\nALTER TABLE "backoffice"."pers" ADD CONSTRAINT "c" EXCLUDE USING gist (id WITH =);`,
  ])("may say %s", (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it("after the first two, which make an empty database, keeps nobody away and breaks no old code", () => {
    const later = readdirSync("db/migrations").filter((file) => /^\d{4}_.*\.sql$/.test(file) && file > "0002");
    const faults = later.flatMap((file) =>
      faultsOf(readFileSync(join("db/migrations", file), "utf8")).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});
