import { z } from "zod";
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
      .describe(
        "The address that people use: mails lead there, and only its pages may ask. Its scheme is https, which the cookie needs.",
      ),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000).describe("The port to listen on."),
    LISTEN_HOST: z
      .string()
      .optional()
      .describe(
        "The address to listen on: all of them; of the demo, whose passwords are published, only this machine's own.",
      ),
    DRAIN_SECONDS: z.coerce
      .number()
      .min(0)
      .max(300)
      .default(5)
      .describe(
        "How long a web that is told to stop goes on serving while `/readyz` says 503, so that proxies find out ([ADR 98](../adr/0098-a-web-that-stops.md)); longer than they keep idle connections.",
      ),
    TRUST_PROXY: z
      .stringbool()
      .default(false)
      .describe("`true` behind a proxy of ours that nobody can pass by: only then is `x-forwarded-for` believed."),
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
        "Other origins whose pages may call the API with a bearer token, with commas between, such as `https://fleet.example.com`; none where not said. Cookies are never theirs ([ADR 108](../adr/0108-pages-of-other-origins.md)).",
      ),
    SECURITY_CONTACT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be an address like mailto:security@example.com")
      .optional()
      .describe(
        "Where faults of security are reported, such as `mailto:security@example.com`: shown at `/.well-known/security.txt`, which is there only then.",
      ),
    RATE_LIMITS: z.enum(["on", "off"]).default("on").describe("`off` in the demo only."),
    NODE_ENV: z.enum(["development", "test", "production"]).default("development").describe("Set by the commands."),
    PERSDESK_DEMO: z
      .stringbool()
      .default(false)
      .describe("Set by `npm start` only: known passwords and demo secrets are let in."),
  },
  database: {
    DATABASE_URL: databaseUrl.describe(
      "PostgreSQL 15 to 18 with ICU, by a role that owns its database. `sslmode` (disable, require, verify-ca, verify-full), `sslrootcert`, `sslcert` and `sslkey` mean what they mean to libpq; without them nothing is encrypted. Several hosts with commas between and `target_session_attrs` too ([ADR 97](../adr/0097-several-hosts-in-one-address.md)).",
    ),
    DATABASE_DIRECT_URL: databaseUrl
      .optional()
      .describe(
        "PostgreSQL itself, where DATABASE_URL is a PgBouncer's in transaction mode ([ADR 73](../adr/0073-behind-pgbouncer.md)).",
      ),
    DATABASE_PREPARE: z
      .stringbool()
      .default(true)
      .describe("`false` below PgBouncer 1.21, which cannot pass prepared statements on."),
    DATABASE_READ_URL: databaseUrl
      .optional()
      .describe(
        "A streaming replica, which lists, exports and figures are read from ([ADR 72](../adr/0072-a-replica-for-reads.md)).",
      ),
    DATABASE_POOL: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe(
        "Connections of one process: half for transactions, half for single statements; up to 4 more for exports and routines, and in a worker one that says it lives ([ADR 59](../adr/0059-the-jobs-of-a-dead-worker.md)).",
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
      "At least 32 characters; encrypts cookies and keys the hashes of codes. Several with commas between, the newest first: older ones are still read ([ADR 95](../adr/0095-keys-that-turn.md)).",
    ),
    JWT_PRIVATE_KEY: read(
      readSigningKeys,
      "is not a private key for EdDSA or ES256, or a list of different ones; make one with: openssl genpkey -algorithm ed25519",
    ).describe(
      "An Ed25519 or P-256 private key, as PKCS 8 PEM or base64: `openssl genpkey -algorithm ed25519`. Several one after the other, the newest first: it signs, older ones are still believed.",
    ),
    DATA_KEYS: read(readDataKeys, "must look like 2026a:secret, comma-separated, the newest first").describe(
      "`id:secret`, at least 32 characters: seals what must be read again. Several with commas between, the newest first.",
    ),
    KEYS_LOST: z
      .string()
      .regex(/^[\w-]{1,32}(\s*,\s*[\w-]{1,32})*$/, "must be ids of keys, comma-separated")
      .transform((text) => text.split(/\s*,\s*/))
      .default([])
      .describe(
        "Ids of keys that are gone for good, with commas between: what needs them stays unreadable, and nothing waits for them.",
      ),
    INTERNAL_API_KEY: z
      .string()
      .optional()
      .describe('A first internal key; prefer keys made on the screen "API keys".'),
    STAFF_SECOND_FACTOR: z
      .enum(["optional", "required"])
      .default("optional")
      .describe("`required`: staff can do nothing before they have set up an authenticator."),
  },
  messages: {
    WORKER_PAUSED: z
      .stringbool()
      .default(false)
      .describe(
        "`true`: workers start, send nothing and start no job; `/readyz` and `persdesk_workers_paused` of webs with this setting say so too.",
      ),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^\s/]+/, "must look like smtp://user:password@mail.example.com:587")
      .optional()
      .describe("Such as `smtp://user:password@mail.example.com:587`. Without it nothing is sent and mails wait."),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|\s*[^\s<>@]+@[^\s<>@]+)\s*$/,
        "must look like Persdesk <no-reply@example.com>",
      )
      .default("Persdesk <no-reply@persdesk.local>")
      .describe("Who mails are from."),
    NOTIFICATION_MASTER: z
      .enum(["backoffice", "external"])
      .default("backoffice")
      .describe(
        "`backoffice`: portals and platform techs come from the backoffice beside; `external`: from a sync by key.",
      ),
    NOTIFICATION_HOURLY_CAP: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(20)
      .describe("Notifications that are not urgent, an hour and person."),
    FCM_SERVICE_ACCOUNT: read(readPushAccount, "is not the JSON of a service account with its private key")
      .optional()
      .describe("Pushes to Android: the service account's file as JSON, in one line."),
    FCM_URL: z.url().optional().describe("Another address than Google's, for tests."),
    APNS_KEY: read(readPushKey, "is not a .p8 key of Apple's (PEM, or its base64)")
      .optional()
      .describe("Pushes to iPhones: the .p8 key as PEM (line breaks may be written as `\\n`) or its base64."),
    APNS_KEY_ID: z.string().optional().describe("Its id."),
    APNS_TEAM_ID: z.string().optional().describe("The team."),
    APNS_TOPIC: z.string().optional().describe("The app's bundle id."),
    APNS_URL: z.url().optional().describe("Another address than Apple's, for tests."),
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
      .describe("Who sends them: mailto: or https:."),
  },
  files: {
    DATA_DIR: z
      .string()
      .default(".data")
      .describe("Files, unless they go into a bucket; of the demo the database too. All nodes share it."),
    S3_ENDPOINT: z
      .url("must be an address like https://s3.eu-west-3.amazonaws.com")
      .optional()
      .describe("Files go into a bucket where all of these are set, such as `https://s3.eu-west-3.amazonaws.com`."),
    S3_BUCKET: z.string().optional().describe("The bucket. Keep versions of what is in it: `db:backup` does not."),
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
        "Origins that may be called although they are not public https addresses, such as `https://erp.internal:8443`, with commas between.",
      ),
    ERP_AUTHORIZATION: z.string().optional().describe("What is sent to the ERP as `Authorization`."),
    ERP_ORIGIN: z
      .string()
      .refine(isOrigin, "must be an origin like https://erp.example.com")
      .optional()
      .describe("The one origin that it is sent to."),
    ERP_FILE: z
      .string()
      .optional()
      .describe("A JSON file that the ERP sync reads in place of the ERP's address, to try it with."),
    ERP_MOST_RECORDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(100_000)
      .describe("Records that one pull of the ERP may hold; one with more is refused."),
  },
  people: {
    ERASED_PEOPLE_FILE: z
      .string()
      .optional()
      .describe(
        "Ids of people who were erased, in DATA_DIR where not said. Keep it outside of what is backed up, and run `npm run privacy:reapply` after a restore.",
      ),
    SWITCH_TO_NOTICE: z.stringbool().default(true).describe("`false`: members get no mail when staff switch to them."),
    IOT_RETENTION_MONTHS: z.coerce
      .number()
      .int()
      .min(1)
      .max(240)
      .default(24)
      .describe("Months of device messages that are kept in addition to the current one."),
  },
  telemetry: {
    METRICS_PORT: z.coerce
      .number()
      .int()
      .min(1)
      .max(65535)
      .optional()
      .describe(
        "The port where Prometheus reads `/metrics` of a web or worker; without it metrics are not served. On one machine each needs its own: a worker whose port is taken goes without.",
      ),
    METRICS_HOST: z
      .string()
      .default("127.0.0.1")
      .describe(
        "The address of that port. Another one, such as `0.0.0.0` in a container, is for a network that is closed to others: metrics ask for no key.",
      ),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info")
      .describe(
        "fatal, error, warn, info, debug, trace or silent; from info on there is a line for each request ([ADR 99](../adr/0099-what-is-seen-from-outside.md)).",
      ),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url("must be an address like http://127.0.0.1:4318")
      .optional()
      .describe(
        "Where traces go, by OTLP over HTTP as JSON, such as `http://127.0.0.1:4318`; without one of the two there are none. Service name, headers, sampler and limits are the standard variables of OpenTelemetry.",
      ),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
      .url("must be an address like http://127.0.0.1:4318/v1/traces")
      .optional()
      .describe("The same with its whole path, such as `http://127.0.0.1:4318/v1/traces`."),
    OTEL_TRACES_EXPORTER: z
      .enum(["otlp", "none"], "must be otlp or none")
      .default("otlp")
      .describe("`none`: no traces."),
    OTEL_SDK_DISABLED: z.stringbool().default(false).describe("`true`: no traces."),
  },
};
