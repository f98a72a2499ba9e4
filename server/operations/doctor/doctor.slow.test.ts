import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connect } from "@/db/connect.mjs";
import { lastBackups, sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env, type Settings, settingNames } from "@/env/env";
import { pause, resume } from "@/scripts/pause.mjs";
import { makeUser } from "@/server/identity/testing";
import { apnsKey, fcmAccount, startProvider } from "@/server/notification/sender/testing";
import { startWorkerLife } from "@/server/operations/routine/worker-life.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { startOutside } from "@/server/testing/outside";
import { examine } from "./doctor.service";
import { connectionsOf, versionOf } from "./doctor-database.service";
import { type Finding, hasFault, reportOf, secretSettings } from "./finding.rules";

const { db, url } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), "persdesk-doctor-"));
const noFolder = join(folder, "a-file", "below");
const unknownDevice = { status: 400, body: { error: { status: "INVALID_ARGUMENT" } } };
const closed = "127.0.0.1:1";
let fcm: Awaited<ReturnType<typeof startProvider>>;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let life: ReturnType<typeof startWorkerLife>;
/** A bucket that gives back what nobody put into it. */
let strange: Awaited<ReturnType<typeof startOutside>>;

/** Work of a script, by a connection as it makes one. */
async function bySql(work: (sql: ReturnType<typeof connect>) => Promise<unknown>) {
  const client = connect(url, { max: 1 });
  await work(client).finally(() => client.end());
}
const execute = (statement: string) => db().execute(sql.raw(statement));
const backedUp = (age: string) =>
  execute(`insert into platform.last_backups values ('dump', now() - interval '${age}')
    on conflict (kind) do update set finished_at = excluded.finished_at`);

beforeAll(async () => {
  writeFileSync(join(folder, "a-file"), "");
  fcm = await startProvider(() => unknownDevice);
  smtp = await startSmtpServer();
  life = startWorkerLife(url, new Set());
  strange = await startOutside((req, res) => req.resume().on("end", () => res.end("another")), true);
});
afterAll(async () => {
  await Promise.all([fcm.close(), smtp.close(), life.stop(), strange.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const settings = (changed: Partial<Settings> = {}): Settings => ({
  ...env,
  DATA_DIR: folder,
  SMTP_URL: smtp.url,
  FCM_SERVICE_ACCOUNT: fcmAccount(fcm.origin),
  FCM_URL: fcm.origin,
  DATABASE_DIRECT_URL: url,
  ...changed,
});
const found = async (what: string, changed?: Partial<Settings>) =>
  (await examine(settings(changed))).find((finding) => finding.what === what);

/** What makes a part not well, and what makes it well again. */
interface Trial {
  what: string;
  level: Finding["level"];
  says: RegExp;
  changed?: () => Partial<Settings>;
  before?: () => unknown;
  after?: () => unknown;
}
const bucket = {
  S3_ENDPOINT: `http://${closed}`,
  S3_BUCKET: "b",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "the secret of the bucket",
};
const newest = "(select max(created_at) from drizzle.__drizzle_migrations)";
const trials: Trial[] = [
  {
    what: "database",
    level: "fault",
    says: /ECONNREFUSED/,
    changed: () => ({ DATABASE_URL: `postgres://a:b@${closed}/x` }),
  },
  {
    what: "rights",
    level: "fault",
    says: /lacks rights to 1 tables, such as backoffice.companies/,
    before: () => execute("revoke delete on backoffice.companies from current_user"),
    after: () => execute("grant delete on backoffice.companies to current_user"),
  },
  {
    what: "rights",
    level: "warning",
    says: /is a superuser/,
    changed: () => {
      const admin = new URL(inject("testDatabase").server.admin);
      admin.pathname = new URL(url).pathname;
      return { DATABASE_URL: admin.href };
    },
  },
  {
    what: "extensions",
    level: "fault",
    says: /^unaccent not created$/,
    before: () => execute("alter extension unaccent set schema public; drop extension unaccent cascade"),
    after: () => execute("create extension unaccent"),
  },
  {
    what: "migrations",
    level: "fault",
    says: /^1 of \d+ are missing/,
    before: () =>
      execute(`create table kept as select * from drizzle.__drizzle_migrations where created_at = ${newest};
        delete from drizzle.__drizzle_migrations where created_at = ${newest}`),
    after: () => execute("insert into drizzle.__drizzle_migrations select * from kept; drop table kept"),
  },
  {
    what: "migrations",
    level: "fault",
    says: /^1 are not of this version/,
    before: () => execute("insert into drizzle.__drizzle_migrations (hash, created_at) values ('other', 1)"),
    after: () => execute("delete from drizzle.__drizzle_migrations where hash = 'other'"),
  },
  {
    what: "clock",
    level: "warning",
    says: /3[56]\d\d\.\d s ahead of/,
    before: () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 }),
    after: () => vi.useRealTimers(),
  },
  {
    what: "workers",
    level: "fault",
    says: /none is at work/,
    before: () => life.stop(),
    after: () => {
      life = startWorkerLife(url, new Set());
    },
  },
  { what: "backup", level: "fault", says: /none was ever made/, before: () => db().delete(lastBackups) },
  { what: "backup", level: "fault", says: /the last one is of 20\d\d-/, before: () => backedUp("37 hours") },
  {
    what: "direct",
    level: "fault",
    says: /ECONNREFUSED/,
    changed: () => ({ DATABASE_DIRECT_URL: `postgres://a:b@${closed}/x` }),
  },
  { what: "replica", level: "warning", says: /no replica/, changed: () => ({ DATABASE_READ_URL: url }) },
  {
    what: "replica",
    level: "fault",
    says: /ECONNREFUSED/,
    changed: () => ({ DATABASE_READ_URL: `postgres://a:b@${closed}/x` }),
  },
  {
    what: "keys",
    level: "fault",
    says: /NEXTAUTH_SECRET lacks the key gone, which these need: 1 sessions of browsers$/,
    before: async () => {
      const { id: userId } = await makeUser(db());
      await db()
        .insert(sessions)
        .values({ userId, kind: "browser", keyId: "gone", expiresAt: "2100-01-01T00:00:00.000Z" });
    },
    after: () => db().delete(sessions),
  },
  {
    what: "paused",
    level: "warning",
    says: /restored/,
    before: () => bySql(pause),
    after: () => resume(url),
  },
  { what: "mail", level: "warning", says: /mails wait/, changed: () => ({ SMTP_URL: undefined }) },
  { what: "mail", level: "fault", says: /ECONNREFUSED/, changed: () => ({ SMTP_URL: `smtp://${closed}` }) },
  { what: "files", level: "fault", says: /./, changed: () => bucket },
  {
    what: "files",
    level: "fault",
    says: /^the bucket of S3_BUCKET gives back something else than was written$/,
    changed: () => ({ ...bucket, S3_ENDPOINT: strange.origin }),
  },
  { what: "files", level: "fault", says: /ENOTDIR/, changed: () => ({ DATA_DIR: noFolder }) },
  { what: "disk", level: "fault", says: /ENOTDIR/, changed: () => ({ DATA_DIR: noFolder }) },
  {
    what: "fcm",
    level: "fault",
    says: /^403 PERMISSION_DENIED$/,
    before: () => fcm.answer(() => ({ status: 403, body: { error: { status: "PERMISSION_DENIED" } } })),
    after: () => fcm.answer(() => unknownDevice),
  },
  {
    what: "apns",
    level: "fault",
    says: /ECONNREFUSED|ended/,
    changed: () => ({ ...apns, APNS_URL: `https://${closed}` }),
  },
];
const apns = {
  APNS_KEY: apnsKey.key,
  APNS_KEY_ID: apnsKey.keyId,
  APNS_TEAM_ID: apnsKey.teamId,
  APNS_TOPIC: apnsKey.topic,
};

describe("the doctor", () => {
  beforeEach(() => backedUp("1 hour"));

  it("finds nothing where all is well, and leaves no file behind", async () => {
    const findings = await examine(settings());
    expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
    expect(hasFault(findings)).toBe(false);
    expect(reportOf(findings).join("\n")).toMatch(/^ok {7}rights {7}\S+ owns the database and its tables$/m);
    expect(readdirSync(join(folder, "files")).filter((name) => !name.startsWith("."))).toEqual([]);
  });

  it.each(trials)("$what: $level where it says $says", async ({ what, level, says, changed, before, after }) => {
    await before?.();
    try {
      const finding = await found(what, changed?.());
      expect(finding).toMatchObject({
        level,
        says: expect.stringMatching(says),
        remedy: expect.stringMatching(/.{10}/),
      });
    } finally {
      await after?.();
    }
  });

  it("has a trial of every part that it looks at", async () => {
    const findings = await examine(settings({ DATABASE_READ_URL: url, ...apns, APNS_URL: `https://${closed}` }));
    const tried = new Set(trials.map(({ what }) => what));
    // Settings end the program before; versions and connections are judged below.
    const others = ["settings", "version", "connections"];
    expect(findings.map(({ what }) => what).filter((what) => !tried.has(what))).toEqual(others);
  });

  it("judges versions and connections", () => {
    expect([versionOf(14, true), versionOf(19, true), versionOf(18, false)].map(({ level }) => level)).toEqual(
      Array(3).fill("fault"),
    );
    expect([versionOf(15, true), versionOf(18, true)].map(({ level }) => level)).toEqual(["ok", "ok"]);
    expect([connectionsOf(77, 97, 10), connectionsOf(78, 97, 10)].map(({ level }) => level)).toEqual(["ok", "warning"]);
  });
});

describe("what is secret", () => {
  it("is in no finding, whoever repeats it", async () => {
    const ERP_AUTHORIZATION = "Bearer canary-of-the-erp";
    fcm.answer(() => ({
      status: 403,
      body: { error: { message: `no ${ERP_AUTHORIZATION}, nor canary%21pass canary!pass` } },
    }));
    const SMTP_URL = `smtp://me:canary%21pass@${closed}`;
    const findings = await examine(settings({ ERP_AUTHORIZATION, ERP_ORIGIN: "https://erp.example", SMTP_URL }));
    fcm.answer(() => unknownDevice);
    expect(JSON.stringify(findings)).not.toContain("canary");
    expect(findings.find(({ what }) => what === "fcm")?.says).toBe("403 no ***, nor *** ***");
  });

  it("is every setting that is named so", () => {
    const isPublic = ["WEB_PUSH_PUBLIC_KEY", "FIRMWARE_PUBLIC_KEYS"];
    const named = settingNames.filter((name) =>
      /SECRET|(^|_)KEYS?$|ACCOUNT$|AUTHORIZATION$|^(DATABASE|SMTP).*URL$/.test(name),
    );
    expect(named.filter((name) => !isPublic.includes(name) && !secretSettings.has(name))).toEqual([]);
    expect([...secretSettings].filter((name) => !settingNames.includes(name))).toEqual([]);
  });
});
