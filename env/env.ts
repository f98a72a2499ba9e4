import { z } from "zod";
import { tlsOf } from "./database-tls.mjs";
import { readPushAccount, readPushKey, vapidFault } from "./push.rules";
import { readDataKeys, readSecrets, secretFaults } from "./secret.rules";
import { readSigningKeys } from "./signing-key.rules";

const required = z.string({ error: "is missing" });

/** A text that stands for something else, which is read at start so that a fault is told by the setting's name. */
const read = <T>(of: (text: string) => T | undefined, fault: string) =>
  required.transform((text, ctx) => {
    const value = of(text);
    if (value !== undefined) return value;
    ctx.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });

const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** The address of a database, whose TLS can be had as it says. */
const databaseUrl = required
  .regex(/^postgres(ql)?:\/\//, "must look like postgres://user:password@host:5432/name")
  .superRefine((url, ctx) => {
    try {
      tlsOf(url);
    } catch (error) {
      ctx.addIssue({ code: "custom", message: `cannot be used: ${(error as Error).message}` });
    }
  });

const Settings = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  DATABASE_URL: databaseUrl,
  /** A streaming replica, which lists, exports and figures ask (ADR 72). */
  DATABASE_READ_URL: databaseUrl.optional(),
  /** PostgreSQL itself, where DATABASE_URL is a PgBouncer's (ADR 73). */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Whether statements are prepared by name, which a PgBouncer before 1.21 cannot pass on. */
  DATABASE_PREPARE: z.stringbool().default(true),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  /** How long a request waits for a connection, for a lock, and for one statement; and how long a transaction may do nothing. */
  DATABASE_ACQUIRE_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(10_000),
  DATABASE_LOCK_TIMEOUT_MS: z.coerce.number().int().min(10).max(600_000).default(5_000),
  DATABASE_STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(86_400_000).default(30_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(86_400_000).default(30_000),
  DATA_DIR: z.string().default(".data"),
  /** The address to listen on: all of them, but of the demo, whose passwords are published, only this machine's own. */
  LISTEN_HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** Where Prometheus reads; without it metrics are not served. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  /** The address that metrics are served at, which ask for no key: this machine's own where not said. */
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** Where people reach the app: mails lead there, and only its pages may ask. */
  APP_URL: required.pipe(
    z.url({ protocol: /^https?$/, error: "must be an address like https://persdesk.example.com" }),
  ),
  /** Where faults of security are reported: mailto: or https:, shown in /.well-known/security.txt; none where not said. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be an address like mailto:security@example.com")
    .optional(),
  /** Set when a proxy of ours stands in front: only then is `x-forwarded-for` believed. */
  TRUST_PROXY: z.stringbool().default(false),
  PERSDESK_DEMO: z.stringbool().default(false),
  /** The newest first: it encrypts cookies and keys the hashes of codes, older ones are still read (ADR 95). */
  NEXTAUTH_SECRET: read(readSecrets, "must be a secret, or several different ones with commas between"),
  /** As PKCS#8 PEM, in whichever form they were given. The newest first: it signs, older ones are still believed. */
  JWT_PRIVATE_KEY: read(
    readSigningKeys,
    "is not a private key for EdDSA or ES256, or a list of different ones; make one with: openssl genpkey -algorithm ed25519",
  ),
  /** Seals what must be read again: `id:secret`, the newest first, older ones for reading. */
  DATA_KEYS: read(readDataKeys, "must look like 2026a:secret, comma-separated, the newest first"),
  /** Ids of keys that are gone for good, comma-separated: what needs them stays unreadable, and nothing waits for them. */
  KEYS_LOST: z
    .string()
    .regex(/^[\w-]{1,32}(\s*,\s*[\w-]{1,32})*$/, "must be ids of keys, comma-separated")
    .transform((text) => text.split(/\s*,\s*/))
    .default([]),
  INTERNAL_API_KEY: z.string().optional(),
  /** Workers start, send nothing and start no job, such as beside a database that is only looked at. */
  WORKER_PAUSED: z.stringbool().default(false),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, "must look like smtp://user:password@mail.example.com:587")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|\s*[^\s<>@]+@[^\s<>@]+)\s*$/,
      "must look like Persdesk <no-reply@example.com>",
    )
    .default("Persdesk <no-reply@persdesk.local>"),
  /** Files go into a bucket where all of these are set (S3_REGION has a default), else into DATA_DIR. */
  S3_ENDPOINT: z.url("must be an address like https://s3.eu-west-3.amazonaws.com").optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Origins beside public https addresses that this process may ask, comma-separated, such as http://127.0.0.1:4000. */
  OUTBOUND_ALLOWED: z
    .string()
    .default("")
    .transform((text, ctx) => {
      const origins = text
        .split(",")
        .map((origin) => origin.trim())
        .filter(Boolean);
      const wrong = origins.find((origin) => !isOrigin(origin));
      if (wrong === undefined) return origins;
      ctx.addIssue({ code: "custom", message: `"${wrong}" is no origin such as https://erp.example.com:8443` });
      return z.NEVER;
    }),
  /** What is sent to the ERP as `Authorization`, and the one origin that it is sent to. */
  ERP_AUTHORIZATION: z.string().optional(),
  ERP_ORIGIN: z.string().refine(isOrigin, "must be an origin like https://erp.example.com").optional(),
  /** A JSON file that the ERP sync reads in place of the ERP's address, to try it with. */
  ERP_FILE: z.string().optional(),
  /** Records that one pull may hold; an ERP that has more is refused. */
  ERP_MOST_RECORDS: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
  /** Ids of people who were erased, applied again after a restore: outside of what is backed up. In DATA_DIR where not said. */
  ERASED_PEOPLE_FILE: z.string().optional(),
  /** Where the lists of portals and platform techs come from: the backoffice beside us, or one that runs elsewhere. */
  NOTIFICATION_MASTER: z.enum(["backoffice", "external"]).default("backoffice"),
  /** Notifications that are not urgent, an hour and person. */
  NOTIFICATION_HOURLY_CAP: z.coerce.number().int().min(1).max(10_000).default(20),
  /** Android's pushes: the service account's file as JSON, in one line. */
  FCM_SERVICE_ACCOUNT: read(readPushAccount, "is not the JSON of a service account with its private key").optional(),
  FCM_URL: z.url().optional(),
  /** iPhones' pushes: the .p8 key as PEM (line breaks may be written as `\\n`) or its base64, its id, the team and the app's bundle id. */
  APNS_KEY: read(readPushKey, "is not a .p8 key of Apple's (PEM, or its base64)").optional(),
  APNS_KEY_ID: z.string().optional(),
  APNS_TEAM_ID: z.string().optional(),
  APNS_TOPIC: z.string().optional(),
  APNS_URL: z.url().optional(),
  /** Browsers' pushes: a pair of VAPID keys, and who sends (mailto: or https:). */
  WEB_PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, "is not a VAPID key: 87 characters")
    .optional(),
  WEB_PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, "is not a VAPID key: 43 characters")
    .optional(),
  WEB_PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be mailto: with an address, or https:")
    .optional(),
  /** Whether people get a mail when staff switch to their account. */
  SWITCH_TO_NOTICE: z.stringbool().default(true),
  /** "required": staff can do nothing before they have set up an authenticator. */
  STAFF_SECOND_FACTOR: z.enum(["optional", "required"]).default("optional"),
  /** Months of IoT messages that are kept beside the current one. */
  IOT_RETENTION_MONTHS: z.coerce.number().int().min(1).max(240).default(24),
  /** Where traces go, by OTLP over HTTP as JSON; without one of the two there are none. The packages read the other standard variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url("must be an address like http://127.0.0.1:4318").optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url("must be an address like http://127.0.0.1:4318/v1/traces").optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").default("otlp"),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
});

export type Settings = z.infer<typeof Settings>;
export const settingNames = Object.keys(Settings.shape);

/**
 * Checks the settings of a process.
 * @param source environment variables; an empty one counts as unset
 * @returns the settings, or every fault as one line that begins with the variable's name
 */
export function readSettings(
  source: Record<string, string | undefined>,
): { settings: Settings } | { faults: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const { data: settings, error } = Settings.safeParse(given);
  const faults = error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
  // Everything is production unless `npm start` says that it is the demo, so that a forgotten variable never weakens
  // it.
  const demo = settings?.PERSDESK_DEMO ?? given.PERSDESK_DEMO === "1";
  if (!demo) {
    faults.push(...secretFaults(given));
    if (given.RATE_LIMITS === "off" && given.NODE_ENV !== "test")
      faults.push("RATE_LIMITS is off, which only the demo may be");
  }
  const bucket = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  const unset = bucket.filter((name) => given[name] === undefined);
  if (unset.length < bucket.length) faults.push(...unset.map((name) => `${name} is missing: the bucket needs it`));
  const groups = [
    ["APNS_KEY", "APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC"],
    ["WEB_PUSH_PUBLIC_KEY", "WEB_PUSH_PRIVATE_KEY"],
    ["ERP_AUTHORIZATION", "ERP_ORIGIN"],
  ];
  for (const group of groups) {
    const missing = group.filter((name) => given[name] === undefined);
    if (missing.length < group.length)
      faults.push(...missing.map((name) => `${name} is missing: the others of its kind are set`));
  }
  const { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY } = given;
  const vapid = WEB_PUSH_PUBLIC_KEY && WEB_PUSH_PRIVATE_KEY && vapidFault(WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY);
  if (vapid) faults.push(vapid);
  if (faults.length > 0 || !settings) return { faults };
  return { settings: { ...settings, LISTEN_HOST: settings.LISTEN_HOST ?? (demo ? "127.0.0.1" : undefined) } };
}

function settingsOfThisProcess(): Settings {
  const result = readSettings(process.env);
  if ("settings" in result) return result.settings;
  for (const fault of result.faults) console.error(`persdesk: ${fault}`);
  process.exit(1);
}

/** The settings of this process, read and checked once. The only place that reads `process.env`. */
export const env = settingsOfThisProcess();
