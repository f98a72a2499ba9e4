import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeEach, expect, test } from "vitest";
import { caughtMail, caughtMails, startMailCatcher } from "./mail-catcher";
import { smtpSender } from "./mail-sender.service";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "persdesk-mail-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function send(...subjects: string[]) {
  const catcher = await startMailCatcher(folder);
  const sender = smtpSender(catcher.url);
  for (const subject of subjects)
    await sender.send({ id: uuidv7(), from: "a@a.demo", to: "ü@b.demo", subject, text: "Grüße", html: "<p>Grüße</p>" });
  sender.close();
  await catcher.close();
}

test("keeps what it takes, newest first", async () => {
  await send("first", "Straße №2");
  const mails = await caughtMails(10, folder);
  expect(mails.map((mail) => mail.subject)).toEqual(["Straße №2", "first"]);
  expect(mails[0]).toMatchObject({ from: "a@a.demo", html: "<p>Grüße</p>" });
  expect(mails[0]?.text.trim()).toBe("Grüße");
  expect(await caughtMail(mails[1]?.id ?? "", folder)).toMatchObject({ subject: "first" });
});

test("keeps the newest 500", async () => {
  for (let n = 0; n < 503; n++) writeFileSync(join(folder, `${uuidv7()}.eml`), "Subject: old\r\n\r\nold");
  const oldest = readdirSync(folder).sort()[0];
  await send("new");
  const names = readdirSync(folder);
  expect(names).toHaveLength(500);
  expect(names).not.toContain(oldest);
  expect((await caughtMails(1, folder))[0]?.subject).toBe("new");
});

test("reads nothing but its own mails, and an empty folder is an empty list", async () => {
  writeFileSync(join(folder, "secret.eml"), "Subject: x\r\n\r\nx");
  expect(await caughtMail("secret", folder)).toBeUndefined();
  expect(await caughtMail("../secret", folder)).toBeUndefined();
  expect(await caughtMails(10, join(folder, "nothing"))).toEqual([]);
});
