import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as schema from "@/db/schema";

// Who writes which table. What has a state is written in few places; each looks at the present state while it
// holds the row's lock: a status written blindly is how a disabled account once enabled itself again.

interface Writers {
  files: string[];
  /**
   * How a state is kept: "moves", each write is asserted by the `states` of the table; "ends", a moment that is set once,
   * where it was not set; "free", any value may follow any other, under the record's lock; "none", no code writes it yet.
   */
  kept: "moves" | "ends" | "free" | "none";
}

const at = (kept: Writers["kept"], ...files: string[]): Writers => ({ kept, files: files.sort() });
const identity = (path: string) => `server/identity/${path}.service.ts`;
const devices = (path: string) => `server/devices/${path}.service.ts`;
const notification = (path: string) => `server/notification/${path}.service.ts`;
const operations = (path: string) => `server/operations/${path}.service.ts`;

/**
 * Every table with a state, and the only files that write its rows. A merge of two companies beside them writes rows of any
 * table that names a company, by the rules of `merge-column.service.ts` (ADR 93).
 */
const writers: Record<string, Writers> = {
  users: at("moves", identity("user/user")),
  userCompanies: at("moves", identity("membership/membership")),
  mailLog: at(
    "moves",
    "server/platform/mail/mail.service.ts",
    operations("mail-delivery/mail-delivery"),
    "server/platform/mail-log/mail-log.service.ts",
    operations("routine/purge"),
  ),
  imports: at(
    "moves",
    "server/kit/import/confirm-import.ts",
    "server/kit/import/import-row.ts",
    "server/kit/import/plan-import.ts",
    "server/kit/import/run-import.ts",
    "server/kit/import/undo-import.ts",
  ),
  bulkChanges: at("moves", "server/kit/bulk/bulk-plan.ts", "server/kit/bulk/bulk-run.ts"),
  routineLog: at("moves", operations("routine/routine")),
  webhookDeliveries: at("moves", operations("webhook/webhook-delivery")),
  erasures: at("moves", "server/overview/privacy/erasure.service.ts"),
  sessions: at("ends", identity("session/session-end"), identity("session/session")),
  refreshTokens: at("ends", identity("session/session")),
  secondFactors: at(
    "ends",
    identity("second-factor/own-second-factor"),
    identity("second-factor/second-factor-key"),
    identity("second-factor/second-factor"),
  ),
  recoveryCodes: at("ends", identity("second-factor/second-factor-key"), identity("second-factor/second-factor")),
  apiKeys: at("ends", identity("api-key/api-key")),
  persAlerts: at(
    "ends",
    devices("alert/alert"),
    devices("alert-desk/alert-desk"),
    devices("alert-desk/alert-unassign"),
    devices("level-alert/alert-rank"),
    devices("current-data/current-data-write"),
  ),
  persAlertOccurrences: at("ends", devices("alert/alert"), devices("current-data/current-data-write")),
  vehiclePersHistory: at("ends", devices("vehicle/vehicle-period")),
  persFormerSerials: at("ends", devices("pers/pers")),
  files: at(
    "free",
    "server/kit/record/file-claim.ts",
    "server/kit/record/removal-row.ts",
    "server/platform/file/file.service.ts",
  ),
  pers: at("free", devices("pers/pers")),
  alerts: at("free", devices("alert/alert")),
  vehicleBrandMessages: at("free", devices("vehicle-brand-message/vehicle-brand-message")),
  firmwareRollouts: at("moves", devices("firmware-rollout/rollout-row")),
  firmwareRolloutWaves: at(
    "ends",
    devices("firmware-rollout/rollout-gate"),
    devices("firmware-rollout/rollout-move"),
    devices("firmware-rollout/rollout-prepare"),
    devices("firmware-rollout/rollout-watch"),
  ),
  firmwareRolloutDevices: at(
    "ends",
    devices("firmware-rollout/rollout-move"),
    devices("firmware-rollout/rollout-prepare"),
    devices("firmware-rollout/rollout-watch"),
  ),
  firmwareRolloutHours: at("ends", devices("firmware-rollout/rollout-hour")),
  firmwareVersions: at("free", devices("firmware-version/firmware-version")),
  languages: at("free", "server/content/language/language.service.ts"),
  documentations: at("free", "server/content/documentation/documentation.service.ts"),
  helpDeskButtons: at("free", "server/content/help-desk-button/help-desk-button.service.ts"),
  countries: at("free", "server/content/country/country.service.ts"),
  companyRoles: at(
    "free",
    "server/companies/company/company-merge/merge-undo.service.ts",
    "server/companies/people/company-role/company-role.service.ts",
  ),
  companies: at("moves", "server/companies/company/company.service.ts", identity("membership/company-entry")),
  companyEntryRequests: at(
    "moves",
    "server/companies/partners/entry-request/entry-request.service.ts",
    "server/companies/partners/company-partner/partner-link.service.ts",
  ),
  companyLinks: at("moves", "server/companies/partners/company-partner/partner-link.service.ts"),
  platformPageTechs: at("free", notification("page/platform-page-tech")),
  notificationTemplates: at("free", notification("template/notification-template")),
  notificationRequests: at(
    "moves",
    notification("delivery/delivery-claim"),
    notification("person/notification-person"),
    notification("request/inbox-message"),
    notification("request/notification-delivery"),
    notification("request/notification-request"),
    notification("request/notification-send"),
  ),
  notificationDeliveries: at(
    "moves",
    notification("delivery/delivery-claim"),
    notification("inbox/inbox"),
    notification("person/notification-person"),
    notification("request/inbox-message"),
    notification("request/notification-delivery"),
    notification("request/notification-send"),
  ),
};

/** Columns that say how something stands, not what it is. */
const isState = (column: string) =>
  /^(status|isActivated|isDefault|confirmedAt|revokedAt|endedAt|usedAt)$/.test(column);

// The status of a stored answer is that of HTTP.
const stateless = new Set(["idempotencyKeys"]);

const stateful = Object.entries(schema).flatMap(([name, table]) => {
  if (!(table instanceof PgTable) || stateless.has(name)) return [];
  const has = Object.keys(getTableColumns(table)).some(isState);
  return has ? [{ name, sqlName: getTableName(table) }] : [];
});

const sources = readdirSync("server", { recursive: true, withFileTypes: true })
  .filter(
    (entry) =>
      entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$|(^|\.)(testing|samples)\.ts$/.test(entry.name),
  )
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.startsWith("server/testing/"))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** What the file calls this table: `users as table`, or `const table = users`, is called so too. */
function namesOf(table: string, text: string) {
  const imported = /import \{([^}]*)\} from "@\/db\/schema(?:\/[\w-]+)?"/g;
  const known = [...text.matchAll(imported)].flatMap(([, list = ""]) => list.split(",").map((one) => one.trim()));
  const own = known.flatMap((one) =>
    one === table ? [table] : one.startsWith(`${table} as `) ? [one.slice(table.length + 4)] : [],
  );
  const renamed = own.flatMap((name) =>
    [...text.matchAll(new RegExp(`const (\\w+) = ${name};`, "g"))].map(([, alias]) => alias),
  );
  return [...own, ...renamed];
}

/** Does this file change rows of the table: by a statement, by raw SQL, or as a record of the kit? */
function writes(table: string, sqlName: string, text: string) {
  const raw = new RegExp(
    `(update|insert into) (backoffice|notification|platform)\\.${sqlName}\\b(?! set (last_used_at|wrote_at) = now\\(\\))`,
    "i",
  );
  if (raw.test(text)) return true;
  return namesOf(table, text).some((name) => {
    const statement = new RegExp(`\\.(update|insert)\\(${name}\\)|(update|insert into) \\$\\{${name}\\}`);
    // A service of the kit that writes names its table on a line of its own; joins and parts stand within one.
    const own = new RegExp(`^\\s+table${name === "table" ? "" : `: ${name}`},$`, "m");
    return statement.test(text) || (own.test(text) && /\b(recordService|translatedService)\(/.test(text));
  });
}

describe("what has a state", () => {
  it("is in the table of writers, whole", () => {
    expect(stateful.map(({ name }) => name).sort()).toEqual([...Object.keys(writers)].sort());
  });

  it.each(stateful)("is written where it is said, and nowhere else: $name", ({ name, sqlName }) => {
    const found = sources.filter(({ text }) => writes(name, sqlName, text)).map(({ path }) => path);
    expect(found.sort()).toEqual(writers[name]?.files);
  });

  it.each(Object.entries(writers).filter(([, { kept }]) => kept === "moves"))(
    "moves from a state that allows it: %s",
    (name, { files }) => {
      for (const file of files) {
        const text = sources.find(({ path }) => path === file)?.text ?? "";
        const isSet = /\.set\(|recordService\(/.test(text);
        if (isSet) expect(text, `${file} writes ${name}`).toMatch(/\w+States\.(assert|before)\(/);
      }
    },
  );

  it.each(Object.entries(writers).filter(([, { kept }]) => kept === "ends"))(
    "ends where it has not ended: %s",
    (name, { files }) => {
      for (const file of files) {
        const text = sources.find(({ path }) => path === file)?.text ?? "";
        const ends = /(revokedAt|endedAt|confirmedAt|usedAt): |set ended_at/.test(text);
        if (ends) expect(text, `${file} writes ${name}`).toMatch(/isNull\(|ended_at is null|\.lock\(|for\("update"\)/);
      }
    },
  );
});
