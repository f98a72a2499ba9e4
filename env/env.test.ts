import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoSecrets, randomSecrets } from "@/scripts/demo.mjs";
import { readSettings } from "./env";
import { secretFault } from "./secret.rules";

const good = {
  DATABASE_URL: "postgres://u:p@127.0.0.1/d",
  APP_URL: "https://persdesk.example.com",
  ...randomSecrets(),
};
const faultsOf = (changes: Record<string, string | undefined>) => {
  const result = readSettings({ ...good, ...changes });
  return "faults" in result ? result.faults : [];
};

describe("the settings of a production server", () => {
  it("accepts random secrets, and the signing key as PEM, as PEM on one line and as base64", () => {
    expect(faultsOf({})).toEqual([]);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const der = privateKey.export({ type: "pkcs8", format: "der" });
    for (const JWT_PRIVATE_KEY of [pem, pem.replaceAll("\n", "\\n"), der.toString("base64")]) {
      const result = readSettings({ ...good, JWT_PRIVATE_KEY });
      expect("settings" in result && result.settings.JWT_PRIVATE_KEY).toBe(pem);
    }
  });

  it.each([
    [{ NEXTAUTH_SECRET: undefined }, /^NEXTAUTH_SECRET is missing/],
    [{ NEXTAUTH_SECRET: "" }, /^NEXTAUTH_SECRET is missing/],
    [{ NEXTAUTH_SECRET: randomBytes(12).toString("hex") }, /^NEXTAUTH_SECRET is too short/],
    [{ NEXTAUTH_SECRET: "change-me-change-me-change-me-change-me" }, /^NEXTAUTH_SECRET is an example or demo value/],
    [{ NEXTAUTH_SECRET: `demo-${randomBytes(36).toString("hex")}` }, /^NEXTAUTH_SECRET is an example or demo value/],
    [{ NEXTAUTH_SECRET: "k9Xw2Lq8Zt4Rv1Bn".repeat(3) }, /^NEXTAUTH_SECRET repeats itself/],
    [{ INTERNAL_API_KEY: "demo-internal-key" }, /^INTERNAL_API_KEY is an example or demo value/],
    [{ INTERNAL_API_KEY: good.NEXTAUTH_SECRET }, /^INTERNAL_API_KEY is the same as NEXTAUTH_SECRET/],
    [{ JWT_PRIVATE_KEY: undefined }, /^JWT_PRIVATE_KEY is missing/],
    [{ JWT_PRIVATE_KEY: "not a key" }, /^JWT_PRIVATE_KEY is not a private key/],
    [{ JWT_PRIVATE_KEY: `demo\n${good.JWT_PRIVATE_KEY}` }, /^JWT_PRIVATE_KEY is an example or demo key/],
    [
      { JWT_PRIVATE_KEY: "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC" },
      /^JWT_PRIVATE_KEY is an example or demo key/,
    ],
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

  it("never calls a random secret an example", () => {
    for (let i = 0; i < 5_000; i++) expect(secretFault(randomBytes(36).toString("base64"))).toBeUndefined();
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
