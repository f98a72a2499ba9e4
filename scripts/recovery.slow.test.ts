import {
  appendFileSync,
  chmodSync,
  chownSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, database } from "@/db/client";
import { mailLog, modelPers, notificationDevices, sessions } from "@/db/schema";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { env } from "@/env/env";
import { prepareDatabase } from "@/seed/prepare";
import { makeUser } from "@/server/identity/testing";
import { deliverDue } from "@/server/notification/delivery/delivery-round.service";
import { fcmSender } from "@/server/notification/sender/fcm-sender";
import { sendersOf } from "@/server/notification/sender/senders";
import { fcmAccount, startProvider } from "@/server/notification/sender/testing";
import { makeRider, notifications } from "@/server/notification/testing";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import { useWebhooks } from "@/server/operations/webhook/testing";
import { queueWebhooks, webhookDeliveryService } from "@/server/operations/webhook/webhook-delivery.service";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { smtpSender } from "@/server/platform/mail/mail-sender.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { readBackup } from "./backup-archive.mjs";
import { putClusterEntry } from "./backup-cluster.mjs";
import { run, runNode } from "./command.mjs";
import { startPostgres } from "./postgres.mjs";
import { findPostgres15 } from "./postgres-15.mjs";
import { findBinary } from "./postgres-binary.mjs";

// Back to a second before a deletion, as the runbook says it: a copy of the server, its log kept beside it, and both put
// together up to a moment.

const home = mkdtempSync(join(tmpdir(), "persdesk-pitr-"));
chmodSync(home, 0o755);
const servers: Awaited<ReturnType<typeof startPostgres>>[] = [];
const { DATABASE_URL, DATA_DIR } = env;
afterAll(async () => {
  await closeDatabase();
  Object.assign(env, { DATABASE_URL, DATA_DIR });
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(home, { recursive: true, force: true });
});

type Options = Parameters<typeof startPostgres>[0];
async function start(options: Options) {
  const server = await startPostgres(options);
  servers.push(server);
  await closeDatabase();
  env.DATABASE_URL = server.url;
  return server;
}
/** A command of package.json, as an operator calls it on a folder or a named database. */
async function command(name: string, args: string[], more: Record<string, string>) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const { code, output } = await runNode([`scripts/${name}.mjs`, ...args], { env: { ...rest, ...more } });
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
  return output;
}

const { ctx, got, make, makeMaker, work } = useWebhooks();
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let google: Awaited<ReturnType<typeof startProvider>>;
beforeEach(async () => {
  [smtp, google] = [await startSmtpServer(), await startProvider()];
});
afterEach(() => Promise.all([smtp.close(), google.close()]));

/** A mail, a push and a message to a webhook, which wait. */
async function plant() {
  const recipient = "a@b.test";
  await enqueueMail(ctx(), {
    templateCode: "PASSWORD_CHANGED",
    module: "identity",
    recipient,
    tokens: { firstName: "A" },
  });
  const { email } = await makeRider(database());
  const device = { email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "phone", token: "a token", os: 1 };
  await database().insert(notificationDevices).values(device);
  const made = await notifications(database)("POST", "/notification-request", {
    notificationTitle: "Title",
    notificationContent: "Text",
    keyPlatformTechs: ["RIDER_APP"],
    emailUserDestList: [email],
    typeNotificationList: [2],
  });
  expect(made.status).toBe(201);
  await makeMaker();
  const webhook = await make(["mail.failed"]);
  const message = { webhookId: webhook.id, eventId: crypto.randomUUID(), event: "mail.failed", data: {} };
  await queueWebhooks(ctx(), await webhookDeliveryService.add(ctx(), [message]));
}

/** Sends what is due, as workers do. */
async function send() {
  const senders = sendersOf({ fcm: fcmSender({ account: fcmAccount(google.origin), url: google.origin }) }, true);
  for (const type of [1, 2, 3] as const) await deliverDue(ctx(), type, senders);
  const mailer = smtpSender(smtp.url);
  for (const { id } of await database().select().from(mailLog).where(eq(mailLog.status, "pending")))
    await deliverMail(ctx(), id, mailer.send);
  mailer.close();
  await work();
}
const sent = () => [
  smtp.mails.length,
  google.asked.filter(({ path }) => path.includes("messages:send")).length,
  got.length,
];

/** Unpacks our own backup of a server, as `age -d -i backup.key base.age | tar xz` does. */
async function unpack(from: string, key: string, dir: string) {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  const { owner } = findBinary(dir, undefined);
  await readBackup({ from, identity: readFileSync(key, "utf8").trim() }, async () => (name, content) => {
    if (name.startsWith("cluster/"))
      return putClusterEntry(join(dir, "data"), owner, name.slice("cluster/".length), content);
    return pipeline(content, createWriteStream(join(dir, name)));
  });
  if (owner) chownSync(join(dir, "data"), owner.uid, owner.gid);
}

const places = [
  { name: "the embedded server, by db:backup and its log", bin: undefined },
  { name: "PostgreSQL 15, by pg_basebackup and its log", bin: findPostgres15() },
].filter(({ name, bin }) => bin || name.startsWith("the embedded"));

describe.runIf(isLong).each(places)("$name", ({ bin }) => {
  const at = (name: string) => join(home, bin ? `15-${name}` : name);

  it("goes back to a second before a deletion, and nothing is sent twice", { timeout: 600_000 }, async () => {
    const log = at("log");
    mkdirSync(log);
    chmodSync(log, 0o777); // the server's own user writes there
    const folder = join(at("one"), "postgres");
    await (await startPostgres({ dir: folder, bin })).stop();
    const archiving = ["archive_mode = on", `archive_command = 'cp %p ${log}/%f'`, "archive_timeout = 60"];
    appendFileSync(join(folder, "data", "postgresql.conf"), `\n${archiving.join("\n")}\n`);
    const first = await start({ dir: folder, bin });
    await prepareDatabase(first.url);
    const base = join(at("two"), "postgres");
    if (bin) {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      const { hostname, port, username, password } = new URL(first.admin);
      const made = await run(
        `${bin}/pg_basebackup`,
        ["-h", hostname, "-p", port, "-U", username, "-D", join(base, "data"), "-X", "none", "-c", "fast"],
        { env: { ...process.env, PGPASSWORD: password } },
      );
      expect(made.code, made.output).toBe(0);
      const { owner } = findBinary(base, undefined, bin);
      if (owner) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, join(base, "data")]);
      writeFileSync(join(base, "access.json"), readFileSync(join(at("one"), "postgres", "access.json")));
    } else {
      const made = await command("backup", ["--new-key", at("backup.key")], {});
      const BACKUP_RECIPIENT = /^BACKUP_RECIPIENT=(age1\S+)$/m.exec(made)?.[1] ?? "";
      await command("backup", ["--to", at("base.age")], { BACKUP_RECIPIENT, DATA_DIR: at("one") });
    }

    const { id: userId } = await makeUser(database());
    await database().insert(sessions).values({ userId, kind: "api", expiresAt: "2099-01-01T00:00:00Z" });
    await database().insert(modelPers).values({ label: "To be deleted" });
    await plant();
    const [moment] = await onServer(first.url, (sql) => sql`select clock_timestamp()::text as at`);
    await send();
    await database().delete(modelPers);
    expect(sent()).toEqual([1, 1, 1]);
    const [last] = await onServer(first.admin, (sql) => sql`select pg_walfile_name(pg_switch_wal()) as name`);
    const archived = () =>
      onServer(first.admin, (sql) => sql`select last_archived_wal >= ${last?.name} as so from pg_stat_archiver`);
    await expect.poll(archived, { timeout: 60_000 }).toEqual([{ so: true }]);
    await closeDatabase();
    await first.stop();

    const begun = Date.now();
    if (!bin) await unpack(at("base.age"), at("backup.key"), base);
    const wanted = [
      `restore_command = 'cp ${log}/%f %p'`,
      `recovery_target_time = '${moment?.at}'`,
      "recovery_target_action = 'promote'",
    ];
    appendFileSync(join(base, "data", "postgresql.auto.conf"), `${wanted.join("\n")}\n`);
    writeFileSync(join(base, "data", "recovery.signal"), "");
    // A server of one's own is started by its own means; the embedded one by the command.
    const second = bin ? await start({ dir: base, bin }) : undefined;
    const place: Record<string, string> = second
      ? { DATABASE_URL: second.url, DATA_DIR: at("two") }
      : { DATA_DIR: at("two") };
    const said = await command("database", ["after-recovery", "--drop"], place);
    console.log(`back after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    expect(said).toContain("1 session ended");
    expect(said).toContain("PASSWORD_CHANGED to a@b.test");
    expect(said).toMatch(/3 messages wait (.*\n)+.*3 dropped/);

    const again = second ?? (await start({ dir: base }));
    expect(await onServer(again.url, (sql) => sql`select label from backoffice.model_pers`)).toEqual([
      { label: "To be deleted" },
    ]);
    await command("database", ["resume"], place);
    await send();
    expect(sent()).toEqual([1, 1, 1]);
  });
});
