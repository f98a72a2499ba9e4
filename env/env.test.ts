import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import webPush from "web-push";
import { demoSecrets, randomSecrets } from "@/scripts/demo.mjs";
import { readSettings, settingNames } from "./env";
import { secretFault } from "./secret.rules";

const good = {
  DATABASE_URL: "postgres://u:p@127.0.0.1/d",
  APP_URL: "https://persdesk.example.com",
  ...randomSecrets(),
};
const settingsOf = (changes: Record<string, string>) => {
  const result = readSettings({ ...good, ...changes });
  if ("faults" in result) throw new Error(result.faults.join());
  return result.settings;
};
const faultsOf = (changes: Record<string, string | undefined>) => {
  const result = readSettings({ ...good, ...changes });
  return "faults" in result ? result.faults : [];
};

const published = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC";

describe("the settings of a production server", () => {
  it("accepts random secrets, and the signing key as PEM, as PEM on one line and as base64", () => {
    expect(faultsOf({})).toEqual([]);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const der = privateKey.export({ type: "pkcs8", format: "der" });
    const [inBase64, pemInBase64] = [der.toString("base64"), Buffer.from(pem).toString("base64")];
    const broken = inBase64.replace(/(.{64})/g, "$1\n");
    for (const JWT_PRIVATE_KEY of [pem, pem.replaceAll("\n", "\\n"), inBase64, broken, pemInBase64])
      expect(settingsOf({ JWT_PRIVATE_KEY }).JWT_PRIVATE_KEY).toEqual([pem]);
  });

  it.each([
    [{ SECURITY_CONTACT: "security@example.com" }, /^SECURITY_CONTACT must be an address like mailto:/],
    [{ NEXTAUTH_SECRET: undefined }, /^NEXTAUTH_SECRET is missing/],
    [{ NEXTAUTH_SECRET: "" }, /^NEXTAUTH_SECRET is missing/],
    [{ NEXTAUTH_SECRET: randomBytes(12).toString("hex") }, /^NEXTAUTH_SECRET is too short/],
    [{ NEXTAUTH_SECRET: "change-me-change-me-change-me-change-me" }, /^NEXTAUTH_SECRET is an example or demo value/],
    [{ NEXTAUTH_SECRET: `demo-${randomBytes(36).toString("hex")}` }, /^NEXTAUTH_SECRET is an example or demo value/],
    [{ NEXTAUTH_SECRET: "k9Xw2Lq8Zt4Rv1Bn".repeat(3) }, /^NEXTAUTH_SECRET repeats itself/],
    [{ NEXTAUTH_SECRET: `${good.NEXTAUTH_SECRET},short` }, /^NEXTAUTH_SECRET is too short/],
    [{ NEXTAUTH_SECRET: `${good.NEXTAUTH_SECRET},${good.NEXTAUTH_SECRET}` }, /^NEXTAUTH_SECRET must be/],
    [{ NEXTAUTH_SECRET: " , " }, /^NEXTAUTH_SECRET must be/],
    [{ NEXTAUTH_SECRET: `${good.NEXTAUTH_SECRET}x ${good.DATA_KEYS.slice(3)}` }, /^NEXTAUTH_SECRET is the same as/],
    [{ INTERNAL_API_KEY: "demo-internal-key" }, /^INTERNAL_API_KEY is an example or demo value/],
    [{ INTERNAL_API_KEY: good.NEXTAUTH_SECRET }, /^INTERNAL_API_KEY is the same as NEXTAUTH_SECRET/],
    [{ JWT_PRIVATE_KEY: undefined }, /^JWT_PRIVATE_KEY is missing/],
    [{ JWT_PRIVATE_KEY: "not a key" }, /^JWT_PRIVATE_KEY is not a private key/],
    [{ JWT_PRIVATE_KEY: `demo\n${good.JWT_PRIVATE_KEY}` }, /^JWT_PRIVATE_KEY is an example or demo key/],
    [{ JWT_PRIVATE_KEY: published }, /^JWT_PRIVATE_KEY is an example or demo key/],
    [
      { JWT_PRIVATE_KEY: Buffer.from(`demo\n${good.JWT_PRIVATE_KEY}`).toString("base64") },
      /^JWT_PRIVATE_KEY is an example or demo key/,
    ],
    [{ JWT_PRIVATE_KEY: `${good.JWT_PRIVATE_KEY}${published}` }, /^JWT_PRIVATE_KEY is an example or demo key/],
    [{ DATA_KEYS: undefined }, /^DATA_KEYS is missing/],
    [{ DATA_KEYS: "just-a-secret-that-is-long-enough-for-us" }, /^DATA_KEYS must look like/],
    [{ DATA_KEYS: `${good.DATA_KEYS},${good.DATA_KEYS}` }, /^DATA_KEYS must look like/],
    [{ DATA_KEYS: `${good.DATA_KEYS},old:short` }, /^DATA_KEYS is too short/],
    [{ DATA_KEYS: good.DATA_KEYS.replace(":", ":demo-") }, /^DATA_KEYS is an example or demo value/],
    [{ DATABASE_URL: undefined }, /^DATABASE_URL is missing/],
    [{ APP_URL: undefined }, /^APP_URL is missing/],
    [{ APP_URL: "persdesk.example.com" }, /^APP_URL must be an address/],
    [{ APP_URL: "javascript:alert(1)" }, /^APP_URL must be an address/],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL must look like/],
    [{ RATE_LIMITS: "off", NODE_ENV: "production" }, /^RATE_LIMITS is off/],
  ])("refuses %j", (changes, line) => {
    expect(faultsOf(changes)).toContainEqual(expect.stringMatching(line));
  });

  it("says everything that is wrong at once, and nothing secret", () => {
    const faults = faultsOf({ NEXTAUTH_SECRET: "short", JWT_PRIVATE_KEY: undefined, DATABASE_URL: undefined });
    expect(faults.map((line) => line.split(" ")[0]).sort()).toEqual([
      "DATABASE_URL",
      "JWT_PRIVATE_KEY",
      "NEXTAUTH_SECRET",
    ]);
    expect(faults.join()).not.toContain("short,");
  });

  it("reads the data keys in their order, the newest first", () => {
    const result = readSettings({ ...good, DATA_KEYS: `${good.DATA_KEYS}, 2025-a:${good.NEXTAUTH_SECRET}x` });
    expect("settings" in result && result.settings.DATA_KEYS.map(({ id }) => id)).toEqual(["k1", "2025-a"]);
  });

  it("reads a list of signing keys in its order, however it is written", () => {
    const keys = [generateKeyPairSync("ed25519"), generateKeyPairSync("ec", { namedCurve: "P-256" })].map(
      ({ privateKey }) => privateKey,
    );
    const [first = "", second = ""] = keys.map((key) => key.export({ type: "pkcs8", format: "pem" }).toString());
    const [one = "", two = ""] = keys.map((key) => key.export({ type: "pkcs8", format: "der" }).toString("base64"));
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const openssl = `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${second}`;
    const lists = [
      first + second,
      `${first.trim()},${second.trim()}`,
      (first + second).replaceAll("\n", "\\n"),
      base64(first + second),
      `${base64(first)},${base64(second)}`,
      `${base64(first)} ${base64(second)}`,
      `${one},${two}`,
      `${one}\n${two}\n`,
      `${one} ${second}`,
      `${first}\n${two}`,
      `${first}${openssl}`,
    ];
    for (const JWT_PRIVATE_KEY of lists)
      expect(settingsOf({ JWT_PRIVATE_KEY }).JWT_PRIVATE_KEY).toEqual([first, second]);
    // Two keys written as one text would be read as the first of them.
    expect(faultsOf({ JWT_PRIVATE_KEY: one + one })).toContainEqual(expect.stringMatching(/^JWT_PRIVATE_KEY/));
    expect(faultsOf({ JWT_PRIVATE_KEY: first + first })).toContainEqual(expect.stringMatching(/^JWT_PRIVATE_KEY/));
    expect(faultsOf({ JWT_PRIVATE_KEY: `${one},${two.slice(9)}` })).not.toEqual([]);
  });

  it("reads a list of secrets, and each as earlier versions read it", () => {
    const [one, two] = [randomSecrets().NEXTAUTH_SECRET, randomSecrets().NEXTAUTH_SECRET];
    const read = (NEXTAUTH_SECRET: string) => settingsOf({ NEXTAUTH_SECRET }).NEXTAUTH_SECRET;
    for (const list of [`${one},${two}`, `${one} ${two}`, `${one},\n${two}`, `,${one},,${two},`])
      expect(read(list).map(({ secret }) => secret)).toEqual([one, two]);
    expect(read(`${one}\n`).map(({ secret }) => secret)).toEqual([one, `${one}\n`]);
    expect(new Set(read(`${one}\n`).map(({ id }) => id)).size).toBe(1);
    expect(read(one)[0].id).toMatch(/^[0-9a-f]{12}$/);
    expect(one).not.toContain(read(one)[0].id);
  });

  it("never calls a random secret an example", () => {
    for (let i = 0; i < 5_000; i++) expect(secretFault(randomBytes(36).toString("base64"))).toBeUndefined();
  });
});

describe("every setting", () => {
  // Texts that mean nothing but themselves, and names of files and machines, which are told by name where they are used.
  const anyText = new Set(
    `DATA_DIR LISTEN_HOST METRICS_HOST S3_BUCKET S3_REGION S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY
    ERP_AUTHORIZATION ERP_FILE ERASED_PEOPLE_FILE APNS_KEY_ID APNS_TEAM_ID APNS_TOPIC`.split(/\s+/),
  );

  it.each(settingNames)("%s is refused at start by its name where it cannot be read", (name) => {
    const isRefused = faultsOf({ [name]: "{bad" }).some((line) => line.startsWith(`${name} `));
    // Whatever is given alone, others of its kind are missed by their own names.
    expect(isRefused).toBe(!anyText.has(name));
  });

  it("holds what a sender will read: accounts, keys and pairs of keys", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const account = {
      project_id: "p",
      client_email: "c@p.test",
      private_key: rsa.export({ type: "pkcs8", format: "pem" }).toString(),
    };
    expect(settingsOf({ FCM_SERVICE_ACCOUNT: JSON.stringify(account) }).FCM_SERVICE_ACCOUNT).toMatchObject(account);
    for (const private_key of ["", "-----BEGIN PRIVATE KEY-----", good.JWT_PRIVATE_KEY])
      expect(faultsOf({ FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, private_key }) })).not.toEqual([]);
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const p8 = ec.export({ type: "pkcs8", format: "pem" }).toString();
    const apple = { APNS_KEY_ID: "K", APNS_TEAM_ID: "T", APNS_TOPIC: "test.persdesk" };
    for (const APNS_KEY of [p8, p8.replaceAll("\n", "\\n"), Buffer.from(p8).toString("base64")])
      expect(settingsOf({ ...apple, APNS_KEY }).APNS_KEY).toBe(p8);
    expect(faultsOf({ ...apple, APNS_KEY: good.JWT_PRIVATE_KEY })).toContainEqual(expect.stringMatching(/^APNS_KEY /));
    const pair = () => {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      return { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey };
    };
    const [mine, other] = [pair(), pair()];
    expect(faultsOf(mine)).toEqual([]);
    const mixed = { ...mine, WEB_PUSH_PUBLIC_KEY: other.WEB_PUSH_PUBLIC_KEY };
    expect(faultsOf(mixed)).toEqual(["WEB_PUSH_PUBLIC_KEY is not the public key of WEB_PUSH_PRIVATE_KEY"]);
    const mails = {
      SMTP_URL: "smtps://me:p%40ss@mail.example.com:465",
      MAIL_FROM: '"Persdesk, Lyon" <no-reply@x.demo>',
    };
    expect(faultsOf(mails)).toEqual([]);
    expect(faultsOf({ MAIL_FROM: " no-reply@x.demo " })).toEqual([]);
  });
});

describe("the demo", () => {
  it("listens to its own machine only, unless it is told otherwise", () => {
    const listens = (changes: Record<string, string>) => {
      const result = readSettings({ ...good, ...changes });
      return "settings" in result ? result.settings.LISTEN_HOST : result.faults;
    };
    expect(listens({ PERSDESK_DEMO: "1" })).toBe("127.0.0.1");
    expect(listens({ PERSDESK_DEMO: "1", LISTEN_HOST: "0.0.0.0" })).toBe("0.0.0.0");
    expect(listens({})).toBeUndefined();
    expect(listens({ LISTEN_HOST: "10.0.0.5" })).toBe("10.0.0.5");
  });

  it("runs with the secrets of npm start, which production refuses one by one", () => {
    const dir = mkdtempSync(join(tmpdir(), "persdesk-demo-secrets-"));
    const secrets = demoSecrets(dir);
    expect(demoSecrets(dir)).toEqual(secrets);
    expect(statSync(`${dir}/secrets.json`).mode & 0o077).toBe(0);
    expect(faultsOf({ ...secrets, RATE_LIMITS: "off" })).toEqual([]);
    const inProduction = faultsOf({ ...secrets, PERSDESK_DEMO: undefined }).map((line) => line.split(" ")[0]);
    expect(inProduction.sort()).toEqual(["DATA_KEYS", "INTERNAL_API_KEY", "JWT_PRIVATE_KEY", "NEXTAUTH_SECRET"]);
    rmSync(dir, { recursive: true });
  });
});
