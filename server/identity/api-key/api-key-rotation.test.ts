import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { apiKeys, auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Overlap } from "@/server/kit/value/overlap.rules";
import { keyActor } from "../authenticate";
import { apiKeyService as service } from "./api-key.service";

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
let n = 0;
const create = (over: Partial<Parameters<typeof service.create>[1]> = {}) =>
  service.create(staffCtx(db()), { name: `rotated ${++n}`, scopes: ["firmware.read"], ...over });
const rotate = (id: string, overlap: Overlap = "24h", ctx = staffCtx(db()), ifMatch?: string) =>
  service.rotate(ctx, id, overlap, ifMatch);
const works = (key: string) =>
  keyActor(key).then(
    (actor) => actor.kind === "key" && [...actor.permissions],
    () => false,
  );
const endsIn = (at: string | null) => Math.round((Date.parse(at ?? "") - Date.now()) / 60_000);

it("lets both keys work until the overlap is over, under one name and with the same scopes", async () => {
  const old = await create();
  const fresh = await rotate(old.id);
  expect(fresh).toMatchObject({ name: old.name, scopes: old.scopes, expiresAt: null, replaces: { id: old.id } });
  expect(fresh.key).not.toBe(old.key);
  expect([await works(old.key), await works(fresh.key)]).toEqual([["firmware.read"], ["firmware.read"]]);
  const after = await service.get(staffCtx(db()), old.id);
  expect(after).toMatchObject({ successorId: fresh.id, replacedBy: { id: fresh.id, prefix: fresh.prefix } });
  expect(endsIn(after.expiresAt)).toBe(24 * 60);
  await db().update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(apiKeys.id, old.id));
  expect([await works(old.key), await works(fresh.key)]).toEqual([false, ["firmware.read"]]);
});

it("ends the old one when it is said, at once where there is no overlap", async () => {
  for (const [overlap, minutes] of [
    ["1h", 60],
    ["24h", 1440],
    ["7d", 10_080],
  ] as const) {
    const old = await create();
    await rotate(old.id, overlap);
    expect(endsIn((await service.get(staffCtx(db()), old.id)).expiresAt)).toBe(minutes);
  }
  const old = await create();
  const fresh = await rotate(old.id, "none");
  expect([await works(old.key), await works(fresh.key)]).toEqual([false, ["firmware.read"]]);
});

it("prolongs no key, and gives the successor the length of life that the old one had", async () => {
  const old = await create({ expiresAt: inDays(3) });
  await db()
    .update(apiKeys)
    .set({ createdAt: inDays(-27) })
    .where(eq(apiKeys.id, old.id));
  const fresh = await rotate(old.id, "7d");
  expect((await service.get(staffCtx(db()), old.id)).expiresAt).toBe(old.expiresAt);
  expect(endsIn(fresh.expiresAt)).toBe(30 * 1440);
});

it("is not for a key that would begin after its end", async () => {
  for (const expiresAt of [inDays(-1), new Date().toISOString()])
    expect(await failure(create({ expiresAt }))).toMatchObject({
      code: "rule_broken",
      errors: [{ path: "expiresAt" }],
    });
  expect((await create({ expiresAt: inDays(1) })).expiresAt).not.toBeNull();
});

it("is refused for a key that is not live, has a successor, or was changed meanwhile", async () => {
  const [revoked, expired, rotated, changed] = [await create(), await create(), await create(), await create()];
  await service.revoke(staffCtx(db()), revoked.id);
  await db().update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(apiKeys.id, expired.id));
  const fresh = await rotate(rotated.id);
  for (const { id } of [revoked, expired, rotated]) expect((await failure(rotate(id))).code).toBe("rule_broken");
  expect((await failure(rotate(changed.id, "1h", staffCtx(db()), '"7"'))).status).toBe(412);
  expect((await rotate(fresh.id)).replaces?.id).toBe(fresh.id);
  const both = await Promise.allSettled([rotate(changed.id), rotate(changed.id)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("shows nobody a key with rights that they do not hold", async () => {
  const [some, all] = [await create({ scopes: ["firmware.read", "pers.read"] }), await create({ scopes: ["*"] })];
  const ctx = staffCtx(db(), ["api-key.write", "firmware.read"]);
  for (const { id, key } of [some, all]) {
    expect((await failure(rotate(id, "none", ctx))).code).toBe("forbidden");
    expect(await works(key)).not.toBe(false);
  }
});

it("is in the trail of both, without a key or its hash; no list holds a hash", async () => {
  const old = await create();
  const fresh = await rotate(old.id);
  const trail = await db().select().from(auditLog).where(sql`${auditLog.objectId} in (${old.id}, ${fresh.id})`);
  expect(trail.map(({ action, objectId }) => [action, objectId])).toEqual(
    expect.arrayContaining([
      ["rotate", old.id],
      ["create", fresh.id],
    ]),
  );
  const [row] = await db().select().from(apiKeys).where(eq(apiKeys.id, fresh.id));
  const { items } = await service.rows(staffCtx(db()), { limit: 100, page: 1 } as never);
  const kept = JSON.stringify([trail, items]);
  for (const secret of [fresh.key.slice(14), row?.keyHash ?? ""]) expect(kept).not.toContain(secret);
});

it("keeps a name for one key that has no successor", async () => {
  const old = await create();
  await rotate(old.id);
  expect((await failure(create({ name: old.name }))).code).toBe("duplicate");
});
