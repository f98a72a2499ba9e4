import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { newKey } from "@/server/identity/api-key/api-key.rules";
import { fingerprint } from "@/server/identity/secret.rules";
import { fixedId } from "@/server/kit/record/fixed-id";
import type { Permission } from "@/server/permissions";
import { day, hour, iso } from "./time";

const stories: { name: string; scopes: Permission[]; days: number; heard: number; end: number | null }[] = [
  { name: "ERP", scopes: ["pers.read", "vehicle.read"], days: 400, heard: 3 * hour, end: null },
  { name: "IoT gateway", scopes: ["iot.write"], days: 380, heard: 0.1 * hour, end: null },
  { name: "Map of the pilot", scopes: ["pers.read"], days: 210, heard: 50 * day, end: 20 * day },
];

/** The keys of three services. Nobody knows their secrets: an installation makes keys of its own. */
export async function seedApiKeys(db: Database, now: number) {
  const rows = stories.map(({ name, scopes, days, heard, end }) => {
    const { prefix, key } = newKey();
    const createdAt = iso(now - days * day);
    const id = fixedId("api-key", name);
    const [lastUsedAt, expiresAt] = [iso(now - heard), end === null ? null : iso(now - end)];
    return {
      id,
      name,
      prefix,
      keyHash: fingerprint(key),
      scopes,
      lastUsedAt,
      expiresAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await db.insert(apiKeys).values(rows);
}
