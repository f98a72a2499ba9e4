import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { cloneDatabase, onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { run, runNode } from "@/scripts/command.mjs";
import { demoSecrets } from "@/scripts/demo.mjs";
import { startSmtpServer } from "@/server/platform/mail/testing";
import releases from "../docs/releases.json";
import { createForEver, type Stream, signIn } from "./fault/writes";
import { type Persdesk, settled, startPersdesk, useBrowser, visit } from "./harness";
import { signInOverHttp } from "./person";
import { startProxy } from "./proxy";
import { screenOf } from "./session";

// The last release is checked out, installed and built, filled with its demo, and upgraded while people work: webs and workers
// of both versions side by side, then the old ones again on the new schema (ADR 64). It belongs to the long run.

const last = releases.at(-1);

async function inFolder(cwd: string, command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const { code, output } = await run(command, args, { cwd, env });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}:\n${output.slice(-4_000)}`);
}

/** Sends notifications by mail, each with a title of its own, until stopped. */
function notifyForEver(url: string) {
  const titles: string[] = [];
  let isStopped = false;
  const running = (async () => {
    const admin = await screenOf({ url }, "admin@persdesk.demo");
    while (!isStopped) {
      const notificationTitle = `Upgrade ${randomUUID()}`;
      await admin.mutate("notificationRequests.send", {
        notificationTitle,
        notificationContent: "Text",
        keyPlatformTechs: ["RIDER_APP"],
        typeNotificationList: [3],
        emailUserDestList: ["rider@persdesk.demo"],
      });
      titles.push(notificationTitle);
      await sleep(500);
    }
  })();
  return {
    titles,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

describe.runIf(isLong)(`an upgrade from ${last?.version} under traffic`, () => {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-upgrade-"));
  const before = join(folder, last?.version ?? "");
  const running: Persdesk[] = [];
  const openPage = useBrowser();
  let databaseUrl = "";
  let env: Record<string, string> = {};
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let stream: Stream;
  let mails: ReturnType<typeof notifyForEver>;

  const enter = async (of?: string) => {
    const started = await startPersdesk({ databaseUrl, env, folder: of });
    running.push(started);
    proxy.nodes.add(started.url);
    return started;
  };
  const leave = async (one: Persdesk | undefined) => {
    if (!one) throw new Error("it runs");
    await proxy.takeOut(one.url);
    await one.stop();
    running.splice(running.indexOf(one), 1);
  };
  /** Nothing is refused while so many more writes are acknowledged. */
  const goesOn = async (writes = 100) => {
    const begun = stream.acknowledged.length;
    await expect.poll(() => stream.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(begun + writes);
    expect(stream.refused).toEqual([]);
  };

  beforeAll(async () => {
    await inFolder(".", "git", ["worktree", "add", "--detach", before, last?.commit ?? ""]);
    await inFolder(before, "npm", ["ci", "--no-audit", "--no-fund"]);
    await inFolder(before, "npm", ["run", "build"]);
    const { server, prefix } = inject("testDatabase");
    databaseUrl = await cloneDatabase(server, "template0", `${prefix}upgrade`);
    smtp = await startSmtpServer();
    proxy = await startProxy();
    const addresses = {
      APP_URL: proxy.url,
      NEXTAUTH_URL: proxy.url,
      SMTP_URL: smtp.url,
      NOTIFICATION_HOURLY_CAP: "10000",
    };
    env = { ...demoSecrets(folder), ...addresses };
    const seeding = { ...process.env, ...env, DATABASE_URL: databaseUrl, DATA_DIR: folder };
    await inFolder(before, "npm", ["run", "db:seed", "--", "--demo"], seeding);
    await enter(before);
    await enter(before);
    stream = createForEver(proxy.url, await signIn(proxy.url));
    mails = notifyForEver(proxy.url);
  }, 1_500_000);
  afterAll(async () => {
    await Promise.all([stream?.stop(), mails?.stop().catch(() => undefined)]);
    proxy?.close();
    await Promise.all(running.map((one) => one.stop()));
    await smtp?.close();
    await run("git", ["worktree", "remove", "--force", before]);
    rmSync(folder, { recursive: true, force: true });
  }, 300_000); // an installation and a build have many files

  it("refuses nothing and loses nothing, forward and back", { timeout: 600_000 }, async () => {
    const page = await openPage();
    await signInOverHttp(page, { url: proxy.url }, "admin@persdesk.demo");
    const faults: string[] = [];
    page.on("response", (answer) => answer.status() >= 500 && faults.push(`${answer.status()} ${answer.url()}`));
    page.on("pageerror", (error) => faults.push(error.message));
    await visit(page, `${proxy.url}/model-pers`);
    const [first, second] = running;
    await goesOn();

    const migrated = await runNode(["scripts/database.mjs", "migrate"], {
      env: { ...process.env, ...env, DATABASE_URL: databaseUrl },
    });
    expect(migrated.code, migrated.output).toBe(0);
    await goesOn();

    const third = await enter();
    await goesOn(200); // both versions side by side
    const fourth = await enter();
    await leave(first);
    await goesOn();
    await leave(second);
    await goesOn();

    // A tab of the old build goes on: it reads, opens a record and saves it.
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
    expect(page.url()).toMatch(/\/model-pers\/[0-9a-f-]{36}/);
    expect(faults).toEqual([]);

    const fifth = await enter(before);
    await goesOn(200);
    await leave(third);
    await leave(fourth);
    await goesOn(); // old code alone, on the new schema
    expect(running).toEqual([fifth]);

    await Promise.all([stream.stop(), mails.stop()]);
    expect(stream.refused).toEqual([]);
    const kept = await onServer(
      databaseUrl,
      (sql) => sql`select id from backoffice.model_pers where label = any(${stream.acknowledged})`,
    );
    expect(kept.length).toBe(stream.acknowledged.length);
    const arrived = () =>
      smtp.mails.map(({ subject }) => subject ?? "").filter((subject) => mails.titles.includes(subject));
    await expect.poll(() => new Set(arrived()).size, { timeout: 60_000 }).toBe(mails.titles.length);
    expect(arrived().length).toBe(mails.titles.length);
    expect(mails.titles.length).toBeGreaterThan(10);
  });
});
