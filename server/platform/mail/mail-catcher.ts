import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { uuidv7 } from "uuidv7";
import { env } from "@/env/env";

// The demo's mail server: it accepts every mail, keeps it as a file, and delivers nothing. Its packages are loaded by the demo
// only.

const mailFolder = () => resolve(env.DATA_DIR, "mail");
const kept = 500;
const fileName = /^[0-9a-f-]{36}\.eml$/;

async function keep(raw: Buffer, folder: string) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${uuidv7()}.eml`);
  await writeFile(`${file}.new`, raw);
  await rename(`${file}.new`, file);
  const old = (await caughtFiles(folder)).slice(kept);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

/** Newest first: the names are UUIDs v7, which sort by time. */
async function caughtFiles(folder: string) {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => fileName.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

/**
 * Starts the catcher on a free local port.
 * @returns its SMTP address
 */
export async function startMailCatcher(folder = mailFolder()): Promise<{ url: string; close: () => Promise<void> }> {
  const { SMTPServer } = await import("smtp-server");
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      buffer(stream)
        .then((raw) => keep(raw, folder))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => listening());
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(() => done())) };
}

/** The newest mails, as lines of a list. */
export async function caughtMails(limit = 100, folder = mailFolder()) {
  const names = (await caughtFiles(folder)).slice(0, limit);
  const mails = await Promise.all(names.map((name) => caughtMail(name.replace(/\.eml$/, ""), folder)));
  return mails.filter((mail) => mail !== undefined);
}

/** One mail by its id; undefined where there is none. */
export async function caughtMail(id: string, folder = mailFolder()) {
  const name = `${id}.eml`;
  const raw = fileName.test(name) ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
  if (!raw) return undefined;
  const { simpleParser } = await import("mailparser");
  const { subject, from, to, date, text, html, messageId } = await simpleParser(raw);
  const recipients = [to ?? []].flat().map((address) => address.text);
  return {
    id,
    subject: subject ?? "",
    from: from?.text ?? "",
    to: recipients.join(", "),
    text: text ?? "",
    at: date?.toISOString() ?? "",
    html: html || undefined,
    messageId: messageId ?? "",
  };
}
