import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { database } from "@/db/client";
import { whyPaused } from "@/db/paused";
import type { Settings } from "@/env/env";
import { systemCtx } from "@/server/kit/call/context";
import { storageOf } from "@/server/kit/storage/storage";
import { askPushServices } from "@/server/notification/sender/push-trial.service";
import { missingKeyUses } from "@/server/operations/key/key.service";
import { listed } from "@/server/operations/key/key-words";
import { askMailServer } from "@/server/platform/mail/mail-sender.service";
import { databaseFindings } from "./doctor-database.service";
import { type Check, examined, type Finding, fault, hiding, warn, well } from "./finding.rules";

async function mail({ SMTP_URL }: Settings): Promise<Finding> {
  if (!SMTP_URL) return warn("mail", "SMTP_URL is not set: mails wait", "set SMTP_URL of webs and workers");
  await askMailServer(SMTP_URL);
  return well("mail", "the mail server answers and takes our name and password");
}

/** A file that is written, read and removed again. */
async function files(settings: Settings): Promise<Finding> {
  const place = settings.S3_BUCKET ? "the bucket of S3_BUCKET" : "DATA_DIR";
  const { put, get, remove } = storageOf(settings);
  const key = `doctor-${randomUUID()}.txt`;
  const bytes = new TextEncoder().encode(key);
  try {
    await put(key, bytes, "text/plain");
    const read = await get(key);
    if (!read || Buffer.compare(read, bytes) !== 0)
      return fault("files", `${place} gives back something else than was written`, "look at what keeps it");
  } finally {
    await remove(key).catch(() => undefined);
  }
  return well("files", `${place} takes files and gives them back`);
}

const gib = 1024 ** 3;

async function disk({ DATA_DIR }: Settings): Promise<Finding> {
  const { bsize, blocks, bavail } = await statfs(DATA_DIR);
  const left = bavail / Math.max(1, blocks);
  const says = `${((bavail * bsize) / gib).toFixed(1)} GiB of DATA_DIR are left (${Math.round(left * 100)} %)`;
  const remedy = "make room, or enlarge the disk";
  if (left < 0.02) return fault("disk", says, remedy);
  return left < 0.1 ? warn("disk", says, remedy) : well("disk", says);
}

async function keys({ KEYS_LOST }: Settings): Promise<Finding> {
  const missing = (await missingKeyUses(systemCtx("doctor"))).filter(({ keyId }) => !KEYS_LOST.includes(keyId));
  const [first] = missing;
  if (!first) return well("keys", "every key that rows name is there");
  return fault(
    "keys",
    `${first.list} lacks the key ${first.keyId}, which these need: ${listed(missing.filter(({ keyId }) => keyId === first.keyId))}`,
    "put it back behind the others; where it is gone for good, KEYS_LOST names it",
  );
}

async function paused(): Promise<Finding> {
  const why = await whyPaused(database());
  if (!why) return well("paused", "workers may send");
  if (why === "WORKER_PAUSED") return warn("paused", "WORKER_PAUSED is set: workers send nothing", "take it away");
  return warn(
    "paused",
    "this database was restored, and workers send nothing",
    "npm run db:resume, once it is the one to use",
  );
}

/** The push services that the settings have credentials for; a device that is none tells whether they take these. */
async function push(settings: Settings): Promise<Finding[]> {
  const answers = await askPushServices(settings);
  return answers.map(({ provider, fault: says }) =>
    says === undefined
      ? well(provider, "the credentials are taken")
      : fault(
          provider,
          says,
          "look at the provider's console whether the credentials are still good, and at the way there",
        ),
  );
}

/**
 * Looks at all that these settings lead to: a finding for each part, of what is not well with what to do. It writes one file and
 * removes it; no finding holds a secret.
 */
export async function examine(settings: Settings): Promise<Finding[]> {
  const ofDatabase = await databaseFindings(settings);
  const isThere = ofDatabase.some(({ what, level }) => what === "database" && level === "ok");
  const inDatabase: Check[] = [
    { what: "keys", remedy: "npm run db:migrate", look: () => keys(settings) },
    { what: "paused", remedy: "npm run db:migrate", look: paused },
  ];
  const outside: Check[] = [
    { what: "mail", remedy: "start the mail server, or correct SMTP_URL", look: () => mail(settings) },
    {
      what: "files",
      remedy: settings.S3_BUCKET
        ? "correct the settings S3_*, or the key's rights"
        : "make DATA_DIR, and let this user write there",
      look: () => files(settings),
    },
    { what: "disk", remedy: "make DATA_DIR, and let this user read it", look: () => disk(settings) },
  ];
  const findings = [
    well("settings", "all can be used"),
    ...ofDatabase,
    ...(await Promise.all([...(isThere ? inDatabase : []), ...outside].map(examined))),
    ...(await push(settings)),
  ];
  const hide = hiding(settings);
  return findings.map((finding) => ({ ...finding, says: hide(finding.says) }));
}
