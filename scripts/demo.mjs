// @ts-check
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Secrets as a real installation has them, new at each call. */
export const randomSecrets = () => ({
  NEXTAUTH_SECRET: randomBytes(36).toString("base64url"),
  JWT_PRIVATE_KEY: generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  DATA_KEYS: `k1:${randomBytes(36).toString("base64url")}`,
});

/**
 * The demo's secrets: made once for each data folder, so that sessions outlive a restart, and marked "demo", so that a
 * production server refuses them. The internal key is the same everywhere, because the README names it.
 * @param {string} dataDir
 */
export function demoSecrets(dataDir) {
  const file = join(dataDir, "secrets.json");
  // A folder of an earlier version lacks the newer ones.
  const { NEXTAUTH_SECRET, JWT_PRIVATE_KEY, DATA_KEYS } = randomSecrets();
  const marked = {
    NEXTAUTH_SECRET: `demo-${NEXTAUTH_SECRET}`,
    JWT_PRIVATE_KEY: `demo\n${JWT_PRIVATE_KEY}`,
    DATA_KEYS: DATA_KEYS.replace(":", ":demo-"),
    ...(existsSync(file) && JSON.parse(readFileSync(file, "utf8"))),
  };
  writeFileSync(file, JSON.stringify(marked), { mode: 0o600 });
  return {
    ...marked,
    INTERNAL_API_KEY: "demo-internal-key",
    NOTIFICATION_MASTER: "external", // so that the sync of the notification service can be tried
    PERSDESK_DEMO: "1",
  };
}

export const password = "Demo-pass-2026";

export const logins = [
  ["admin@persdesk.demo", "staff, all permissions"],
  ["support@persdesk.demo", "staff, reads everything, works on alerts"],
  ["content@persdesk.demo", "staff, content only"],
  ["admin@velora.demo", "manufacturer Velora"],
  ["member@velora.demo", "a member of Velora with few permissions"],
  ["admin@nordrad.demo", "manufacturer Nordrad"],
  ["admin@rivage.demo", "dealer of Velora"],
  ["admin@atelier.demo", "subcontractor of Velora"],
  ["rider@persdesk.demo", "rider"],
];
