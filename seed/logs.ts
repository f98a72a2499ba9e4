import { mailLog, platformContactLogs, routineLog } from "@/db/schema";
import type { TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import { renderMail } from "@/server/platform/mail/mail-template.rules";
import { Copy } from "./copy";
import { mailTexts } from "./mail-texts";
import type { People } from "./people";
import type { Random } from "./random";
import { day, hour, iso, minute } from "./time";

const days = 90;
const sender = "Persdesk <no-reply@persdesk.local>";

const faults = [
  "550 5.1.1 The email account that you tried to reach does not exist",
  "452 4.2.2 The recipient's mailbox is full",
  "Connection timeout",
];

/** The mails of the last 90 days: most went out at once, some at a later try, a few never. */
export function mailRows(random: Random, people: People, serials: string[], now: number) {
  const rows = new Copy(mailLog);
  const everybody = [...people.staff, ...people.members, ...people.riders];
  for (let at = now - days * day + hour; at < now - hour; at += random.wait(4.6) * hour) {
    const person = random.pick(everybody);
    const templateCode: TemplateCode = random.chance(0.72) ? "ACTIVATION_PIN" : "PASSWORD_CHANGED";
    const tokens = { serial: random.pick(serials), pin: random.digits(6), firstName: person.label.split(" ")[0] ?? "" };
    const { subject, body, html, secrets } = renderMail(
      templateCode,
      mailTexts[templateCode][person.language],
      tokens,
      {
        language: person.language,
      },
    );
    const failed = random.chance(0.035);
    const tries = failed
      ? 8
      : random.weighted([
          [1, 30],
          [2, 2],
          [4, 1],
        ]);
    const waited = tries === 1 ? 1_400 : failed ? 29 * minute : tries * 8_000;
    rows.add({
      id: random.id(at),
      templateCode,
      subject,
      recipient: person.email,
      sender,
      body,
      html,
      module: templateCode === "ACTIVATION_PIN" ? "devices" : "identity",
      status: failed ? "fail" : "done",
      tries,
      sentAt: failed ? null : iso(at + waited),
      lastError: failed ? random.pick(faults) : null,
      secrets: failed && at > now - 7 * day ? secrets : null, // older ones the purge has taken
      createdAt: iso(at),
      updatedAt: iso(at + waited),
      version: 1 + tries,
    });
  }
  return rows;
}

const questions = [
  ["question", "How do I change the wheel size of my vehicle?"],
  ["problem", "The display stays dark after the last update. I have restarted it twice."],
  ["suggestion", "It would help to see the battery of all vehicles in one list."],
  ["problem", "My device lost its connection on Monday and has not come back."],
  ["privacy", "Please tell me which data you keep about me."],
] as const;

/** What people wrote in the last 60 days. */
export function contactRows(random: Random, people: People, now: number) {
  const rows = new Copy(platformContactLogs);
  const everybody = [...people.members, ...people.riders];
  for (let at = now - 60 * day; at < now - hour; at += random.wait(34) * hour) {
    const person = random.pick(everybody);
    const [firstName = "", ...last] = person.label.split(" ");
    const [type, content] = random.pick([...questions]);
    rows.add({
      id: random.id(at),
      email: person.email,
      firstName,
      lastName: last.join(" "),
      type,
      content,
      platformTechKey: random.chance(0.6) ? "PORTAL_WEB" : "RIDER_APP",
      receivedAt: iso(at),
      createdAt: iso(at),
      updatedAt: iso(at),
      version: 1,
      isAnonymized: false,
    });
  }
  return rows;
}

/** The routines of the last 90 days, with the morning on which the database was restarted. */
export function routineRows(random: Random, now: number) {
  const rows = new Copy(routineLog);
  const add = (
    codeRoutine: string,
    routine: string,
    module: string,
    at: number,
    took: number,
    itemsDone: number,
    error?: string,
  ) =>
    rows.add({
      id: random.id(at),
      codeRoutine,
      routine,
      module,
      startedAt: iso(at),
      endedAt: iso(at + took),
      itemsDone,
      status: error ? "fail" : "done",
      error: error ?? null,
      createdAt: iso(at),
      updatedAt: iso(at + took),
      version: 2,
    });
  const restart = now - 23 * day;
  const begun = Math.floor((now - days * day) / day) * day;
  for (let at = begun; at < now - 5 * minute; at += 5 * minute) {
    const down = Math.abs(at - restart) < 40 * minute;
    const error = down
      ? "The database system is shutting down"
      : random.chance(0.0003)
        ? "Connection terminated unexpectedly"
        : undefined;
    const found = error || random.chance(0.995) ? 0 : random.int(1, 4);
    add("OUTBOX_SWEEP", "Outbox sweep", "operations", at + random.int(20, 900), 12 + random.wait(9), found, error);
  }
  for (let at = begun + 3 * hour + 20 * minute; at < now; at += day) {
    const error = random.chance(0.02) ? "canceling statement due to lock timeout" : undefined;
    const purged = error ? 0 : random.int(15, 160);
    add(
      "PURGE_EXPIRED",
      "Purge of codes and sessions",
      "identity",
      at + random.int(20, 900),
      90 + random.wait(160),
      purged,
      error,
    );
  }
  return rows;
}
