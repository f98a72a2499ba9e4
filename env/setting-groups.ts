import { z } from "zod";
import { firmwareKey } from "./firmware-key.rules";
import { readPushAccount, readPushKey } from "./push.rules";
import { readDataKeys, readSecrets } from "./secret.rules";
import { databaseUrl, isOrigin, read, required } from "./setting.rules";
import { readSigningKeys } from "./signing-key.rules";

// Every variable of the environment that a process reads, with the words that docs/operations/settings.md is made of.

/** By what they are about, in the order of the page. */
export const settingGroups = {
  reach: {
    APP_URL: required
      .pipe(z.url({ protocol: /^https?$/, error: "must be an address like https://persdesk.example.com" }))
      .describe("The address that people use: mails link to it, and only its pages may call. The cookie needs https."),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000).describe("The port to listen on."),
    LISTEN_HOST: z
      .string()
      .optional()
      .describe(
        "The address to listen on; by default all. The demo, whose passwords are public, listens on its own machine only.",
      ),
    DRAIN_SECONDS: z.coerce
      .number()
      .min(0)
      .max(300)
      .default(5)
      .describe(
        "How long a web still serves after SIGTERM, with 503 at `/readyz` ([ADR 98](../adr/0098-a-web-that-stops.md)). Longer than proxies keep idle connections.",
      ),
    PAGES_AHEAD: z
      .stringbool()
      .default(true)
      .describe("`false` loads the code of a page at its first view: less memory for a web that draws few."),
    TRUST_PROXY: z
      .stringbool()
      .default(false)
      .describe("`true` believes `x-forwarded-for`: only behind our own proxy, when nobody else reaches the port."),
    CORS_ORIGINS: z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((origin) => origin.trim())
          .filter((origin) => origin !== ""),
      )
      .refine(
        (origins) => origins.every(isOrigin),
        "must be origins like https://fleet.example.com, with commas between",
      )
      .describe(
        "Other origins whose pages may call the API with a bearer token, such as `https://fleet.example.com`, with commas between. They never get cookies ([ADR 108](../adr/0108-pages-of-other-origins.md)).",
      ),
    SECURITY_CONTACT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be an address like mailto:security@example.com")
      .optional()
      .describe(
        "Where to report security faults, such as `mailto:security@example.com`. Shown at `/.well-known/security.txt`, which exists only with it.",
      ),
    RATE_LIMITS: z.enum(["on", "off"]).default("on").describe("`off` in the demo only."),
    NODE_ENV: z.enum(["development", "test", "production"]).default("development").describe("Set by the commands."),
    PERSDESK_DEMO: z
      .stringbool()
      .default(false)
      .describe("Set by `npm start` only: allows known passwords and demo secrets."),
  },
  database: {
    DATABASE_URL: databaseUrl.describe(
      "PostgreSQL 15 to 18 with ICU, by a role that owns its database. `sslmode` (disable, require, verify-ca, verify-full), `sslrootcert`, `sslcert`, `sslkey`, several hosts and `target_session_attrs` work as in libpq ([ADR 97](../adr/0097-several-hosts-in-one-address.md)). Without `sslmode` nothing is encrypted.",
    ),
    DATABASE_DIRECT_URL: databaseUrl
      .optional()
      .describe(
        "PostgreSQL itself, if DATABASE_URL is a PgBouncer in transaction mode ([ADR 73](../adr/0073-behind-pgbouncer.md)).",
      ),
    DATABASE_PREPARE: z
      .stringbool()
      .default(true)
      .describe("`false` for PgBouncer below 1.21, which does not pass on prepared statements."),
    DATABASE_READ_URL: databaseUrl
      .optional()
      .describe("A streaming replica for lists, exports and figures ([ADR 72](../adr/0072-a-replica-for-reads.md))."),
    DATABASE_POOL: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe(
        "Connections of one process: a fifth, at most 4, are pipelines ([ADR 5](../adr/0005-api-in-front-of-next.md)), half of the others are for transactions, half for single statements. Exports and routines take up to 4 more, a worker's sign of life one ([ADR 59](../adr/0059-the-jobs-of-a-dead-worker.md)).",
      ),
    DATABASE_ACQUIRE_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(600_000)
      .default(10_000)
      .describe("How long a request waits for a connection, in milliseconds; then 503."),
    DATABASE_LOCK_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(10)
      .max(600_000)
      .default(5_000)
      .describe("How long it waits for a lock; then 503."),
    DATABASE_STATEMENT_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .max(86_400_000)
      .default(30_000)
      .describe("How long a statement may take; then 503."),
    DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .max(86_400_000)
      .default(30_000)
      .describe("How long a transaction may do nothing; then it ends."),
  },
  secrets: {
    NEXTAUTH_SECRET: read(readSecrets, "must be a secret, or several different ones with commas between").describe(
      "At least 32 characters; encrypts cookies and keys the hashes of codes. Several with commas between, the newest first; older ones are only read ([ADR 95](../adr/0095-keys-that-turn.md)).",
    ),
    JWT_PRIVATE_KEY: read(
      readSigningKeys,
      "is not a private key for EdDSA or ES256, or a list of different ones; make one with: openssl genpkey -algorithm ed25519",
    ).describe(
      "An Ed25519 or P-256 private key, as PKCS 8 PEM or base64: `openssl genpkey -algorithm ed25519`. Several one after the other: the newest is first and signs, older ones are still accepted.",
    ),
    DATA_KEYS: read(readDataKeys, "must look like 2026a:secret, comma-separated, the newest first").describe(
      "`id:secret`, at least 32 characters; encrypts stored data that must be read again. Several with commas between, the newest first.",
    ),
    KEYS_LOST: z
      .string()
      .regex(/^[\w-]{1,32}(\s*,\s*[\w-]{1,32})*$/, "must be ids of keys, comma-separated")
      .transform((text) => text.split(/\s*,\s*/))
      .default([])
      .describe("Ids of lost keys, with commas between. What needs them stays unreadable."),
    INTERNAL_API_KEY: z
      .string()
      .optional()
      .describe('A first internal key; better make keys on the screen "API keys".'),
    STAFF_SECOND_FACTOR: z
      .enum(["optional", "required"])
      .default("optional")
      .describe("`required`: staff must set up an authenticator first."),
  },
  messages: {
    WORKER_PAUSED: z
      .stringbool()
      .default(false)
      .describe(
        "`true`: workers send nothing and start no job. `/readyz` and `persdesk_workers_paused` of webs with this setting say so too.",
      ),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^\s/]+/, "must look like smtp://user:password@mail.example.com:587")
      .optional()
      .describe("Such as `smtp://user:password@mail.example.com:587`. Without it, mails wait."),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|\s*[^\s<>@]+@[^\s<>@]+)\s*$/,
        "must look like Persdesk <no-reply@example.com>",
      )
      .default("Persdesk <no-reply@persdesk.local>")
      .describe("The sender of mails."),
    NOTIFICATION_MASTER: z
      .enum(["backoffice", "external"])
      .default("backoffice")
      .describe("Where portals and platform techs come from: `backoffice`, or `external` by a sync with a key."),
    NOTIFICATION_HOURLY_CAP: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(20)
      .describe("Notifications that are not urgent, by hour and person."),
    FCM_SERVICE_ACCOUNT: read(readPushAccount, "is not the JSON of a service account with its private key")
      .optional()
      .describe("Pushes to Android: the service account's file as JSON, in one line."),
    FCM_URL: z.url().optional().describe("Another address, for tests."),
    APNS_KEY: read(readPushKey, "is not a .p8 key of Apple's (PEM, or its base64)")
      .optional()
      .describe("Pushes to iPhones: the .p8 key as PEM (line breaks may be written as `\\n`) or its base64."),
    APNS_KEY_ID: z.string().optional().describe("Its id."),
    APNS_TEAM_ID: z.string().optional().describe("The team."),
    APNS_TOPIC: z.string().optional().describe("The app's bundle id."),
    APNS_URL: z.url().optional().describe("Another address, for tests."),
    WEB_PUSH_PUBLIC_KEY: z
      .string()
      .regex(/^[\w-]{87}$/, "is not a VAPID key: 87 characters")
      .optional()
      .describe("Pushes to browsers: the public VAPID key, 87 characters."),
    WEB_PUSH_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, "is not a VAPID key: 43 characters")
      .optional()
      .describe("The private one, 43 characters."),
    WEB_PUSH_SUBJECT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be mailto: with an address, or https:")
      .optional()
      .describe("Their sender: mailto: or https:."),
  },
  files: {
    DATA_DIR: z
      .string()
      .default(".data")
      .describe("Files, unless they are in a bucket, and the demo's database. All nodes share it."),
    S3_ENDPOINT: z
      .url("must be an address like https://s3.eu-west-3.amazonaws.com")
      .optional()
      .describe("With all of these, files go into a bucket; such as `https://s3.eu-west-3.amazonaws.com`."),
    S3_BUCKET: z.string().optional().describe("The bucket. Let it keep versions: `db:backup` leaves it out."),
    S3_REGION: z.string().default("us-east-1").describe("Its region."),
    S3_ACCESS_KEY_ID: z.string().optional().describe("The key to it."),
    S3_SECRET_ACCESS_KEY: z.string().optional().describe("The key's secret."),
  },
  services: {
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
      })
      .describe(
        "Origins that may be called without being public https addresses, such as `https://erp.internal:8443`, with commas between.",
      ),
    ERP_AUTHORIZATION: z.string().optional().describe("The `Authorization` header for the ERP."),
    ERP_ORIGIN: z
      .string()
      .refine(isOrigin, "must be an origin like https://erp.example.com")
      .optional()
      .describe("The one origin that gets it."),
    ERP_FILE: z.string().optional().describe("A JSON file that replaces the ERP, for trials."),
    ERP_MOST_RECORDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(100_000)
      .describe("Records that one pull of the ERP may hold."),
    ROLLOUT_APPROVAL_ABOVE: z.coerce
      .number()
      .int()
      .min(0)
      .max(100_000_000)
      .default(1000)
      .describe(
        "A firmware rollout to more devices is approved by a second person ([ADR 142](../adr/0142-firmware-rollouts.md)).",
      ),
    FIRMWARE_PUBLIC_KEYS: z
      .string()
      .default("")
      .transform((text, ctx) => {
        const keys = text
          .split(",")
          .map((key) => key.trim())
          .filter(Boolean);
        if (keys.every((key) => firmwareKey(key) !== undefined)) return keys;
        ctx.addIssue({ code: "custom", message: "must be Ed25519 public keys, as PEM or base64, with commas between" });
        return z.NEVER;
      })
      .describe(
        "Ed25519 public keys, as PEM or base64, with commas between: a signature of a firmware version fits one of them ([ADR 142](../adr/0142-firmware-rollouts.md)).",
      ),
  },
  people: {
    ERASED_PEOPLE_FILE: z
      .string()
      .optional()
      .describe(
        "Ids of erased people; by default in DATA_DIR. Keep it out of backups, and run `npm run privacy:reapply` after a restore.",
      ),
    SWITCH_TO_NOTICE: z.stringbool().default(true).describe("`false`: no mail to members when staff switch to them."),
    IOT_RETENTION_MONTHS: z.coerce
      .number()
      .int()
      .min(1)
      .max(240)
      .default(24)
      .describe("Months of device messages to keep, besides the current one."),
  },
  telemetry: {
    METRICS_PORT: z.coerce
      .number()
      .int()
      .min(1)
      .max(65535)
      .optional()
      .describe(
        "The port where Prometheus reads `/metrics`; without it there are none. On one machine each process needs its own; a worker whose port is taken starts without.",
      ),
    METRICS_HOST: z
      .string()
      .default("127.0.0.1")
      .describe(
        "The address of that port. Metrics ask for no key, so use others, such as `0.0.0.0` in a container, only in a closed network.",
      ),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info")
      .describe(
        "fatal, error, warn, info, debug, trace or silent; `info`, `debug` and `trace` write a line for each request ([ADR 99](../adr/0099-what-is-seen-from-outside.md)).",
      ),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url("must be an address like http://127.0.0.1:4318")
      .optional()
      .describe(
        "Where traces go (OTLP over HTTP as JSON), such as `http://127.0.0.1:4318`; without it or the next there are none. Service name, headers, sampler and limits are OpenTelemetry's standard variables.",
      ),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
      .url("must be an address like http://127.0.0.1:4318/v1/traces")
      .optional()
      .describe("The same with its path, such as `http://127.0.0.1:4318/v1/traces`."),
    OTEL_TRACES_EXPORTER: z
      .enum(["otlp", "none"], "must be otlp or none")
      .default("otlp")
      .describe("`none`: no traces."),
    OTEL_SDK_DISABLED: z.stringbool().default(false).describe("`true`: no traces."),
  },
};
