import { generateKeyPairSync, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { imports, recoveryCodes, secondFactors, sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { type Keyed, readSecrets } from "@/env/secret.rules";
import { seedBase } from "@/seed/base";
import { loginService } from "@/server/identity/login/login.service";
import { ownSecondFactorService as own } from "@/server/identity/second-factor/own-second-factor.service";
import { codeOf, login, midStep } from "@/server/identity/second-factor/testing";
import { anonymous, makeUser, testPassword } from "@/server/identity/testing";
import { type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { partsOfImports } from "@/server/kit/import/import-parts";
import { sealData, sealFor } from "@/server/kit/secret/seal";
import { keyIdsOf, keyUses, missingKeyUses, moveKeys } from "./key.service";

const { db } = useDatabase();
const start = { secrets: env.NEXTAUTH_SECRET, signing: env.JWT_PRIVATE_KEY, data: env.DATA_KEYS };
const random = () => randomBytes(36).toString("base64url");
const ctx = () => systemCtx("test");

beforeAll(() => seedBase(db()));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: midStep() });
});
afterEach(() => {
  vi.useRealTimers();
  env.NEXTAUTH_SECRET = start.secrets;
  env.JWT_PRIVATE_KEY = start.signing;
  env.DATA_KEYS = start.data;
});

const newSecret = (): Keyed => readSecrets(random())?.[0] ?? start.secrets[0];
const newPem = () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** A newer key in front of all three lists. */
function turn() {
  env.NEXTAUTH_SECRET = [newSecret(), ...start.secrets];
  env.JWT_PRIVATE_KEY = [newPem(), ...start.signing];
  env.DATA_KEYS = [{ id: "next", secret: random() }, ...start.data];
}

/** Without the keys that were there before. */
function drop() {
  env.NEXTAUTH_SECRET = [env.NEXTAUTH_SECRET[0]];
  env.JWT_PRIVATE_KEY = [env.JWT_PRIVATE_KEY[0]];
  env.DATA_KEYS = [env.DATA_KEYS[0]];
}

/** Somebody whose second factor is on; its first code was good a step ago. */
async function enrolled() {
  const user = await makeUser(db(), { type: "Pro Center Member" });
  const { id, email, type } = user;
  const actor = {
    kind: "user",
    id,
    email,
    label: "Ute Ser",
    type,
    sessionId: crypto.randomUUID(),
    permissions: new Set<never>(),
  } as const;
  const themselves: KnownCtx = { ...anonymous(db()), door: "screen", actor };
  const { secret } = await own.start(themselves, testPassword);
  const { recoveryCodes: codes } = await own.confirm(themselves, codeOf(secret, -1));
  return { user, ctx: themselves, secret, codes };
}

const countOf = async (what: string) =>
  (await keyUses(ctx())).filter((use) => use.what.startsWith(what)).map(({ keyId, rows }) => [keyId, rows]);

it("moves authenticators to the newest data key by the command, and at the first use", async () => {
  const [used, moved] = [await enrolled(), await enrolled()];
  const [{ id: former }] = start.data;
  turn();
  expect((await login(used.user.email, codeOf(used.secret))).status).toBe(200);
  expect((await countOf("authenticators")).sort()).toEqual([
    [former, 1],
    ["next", 1],
  ]);
  expect(await moveKeys(ctx())).toMatchObject({ authenticators: { moved: 1, lost: 0 } });
  expect(await countOf("authenticators")).toEqual([["next", 2]]);
  expect(await moveKeys(ctx())).toMatchObject({ authenticators: { moved: 0, lost: 0 } });
  drop();
  expect((await login(moved.user.email, codeOf(moved.secret))).status).toBe(200);
  expect((await login(used.user.email, codeOf(used.secret, 1))).status).toBe(200);
});

it("reads what an earlier version sealed and hashed, under the one secret that it knew, beside it and after it", async () => {
  const one = await enrolled();
  const mine = eq(secondFactors.userId, one.user.id);
  const sealedBefore = () => sealFor(start.secrets[0].secret, `persdesk second factor of ${one.user.id}`, one.secret);
  // While there is one secret an earlier version can still read what this one writes.
  const [written] = await db().select().from(secondFactors).where(mine);
  expect(written?.secretSealed).not.toBe("");
  // A row that only the earlier version wrote, and what it wrote over ours.
  const other = sealData("persdesk second factor of x", Buffer.from("x")).toString("base64");
  for (const sealed of [null, other]) {
    await db().update(secondFactors).set({ sealed, secretSealed: sealedBefore(), lastStep: 0 }).where(mine);
    expect((await login(one.user.email, codeOf(one.secret))).status).toBe(200);
  }
  await db().update(secondFactors).set({ sealed: null, secretSealed: sealedBefore() }).where(mine);
  const unnamed = () => db().update(recoveryCodes).set({ keyId: null }).where(eq(recoveryCodes.userId, one.user.id));
  await unnamed();
  const [{ id: former }] = start.secrets;
  expect(await moveKeys(ctx())).toMatchObject({ recoveryCodes: 10 });
  await db().update(secondFactors).set({ sealed: null, secretSealed: sealedBefore() }).where(mine);
  await unnamed();
  turn();
  expect(await moveKeys(ctx())).toMatchObject({ recoveryCodes: 0 }); // of two secrets it may be either
  await db().update(secondFactors).set({ sealed: null, secretSealed: sealedBefore() }).where(mine);
  expect(await countOf("authenticators that")).toEqual([[former, 1]]);
  expect(await own.status(one.ctx)).toMatchObject({ areRecoveryCodesOld: true });
  const [first = "", second = ""] = one.codes;
  expect((await login(one.user.email, first)).status).toBe(200);
  const named = await db()
    .selectDistinct({ keyId: recoveryCodes.keyId, usedAt: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, one.user.id));
  expect(named.filter(({ usedAt }) => usedAt === null)).toEqual([{ keyId: former, usedAt: null }]);
  await moveKeys(ctx());
  const [row] = await db().select().from(secondFactors).where(mine);
  expect(row?.secretSealed).toBe("");
  drop();
  expect((await login(one.user.email, codeOf(one.secret, 1))).status).toBe(200);
  expect((await login(one.user.email, second)).status).toBe(401);
});

it("asks who has recovery codes of an older secret to make new ones, which then count for the newest", async () => {
  const one = await enrolled();
  expect(await own.status(one.ctx)).toMatchObject({ areRecoveryCodesOld: false });
  turn();
  expect(await own.status(one.ctx)).toMatchObject({ areRecoveryCodesOld: true, recoveryCodesLeft: 10 });
  const { recoveryCodes: fresh } = await own.renewRecoveryCodes(one.ctx, codeOf(one.secret));
  expect(await own.status(one.ctx)).toMatchObject({ areRecoveryCodesOld: false });
  drop();
  expect((await login(one.user.email, fresh[0])).status).toBe(200);
});

it("names every row that hangs on a key, and those that the lists lack", async () => {
  for (const table of [sessions, secondFactors, recoveryCodes]) await db().delete(table);
  const user = await makeUser(db());
  await loginService.signIn(anonymous(db()), { email: user.email, password: testPassword });
  const phone = await loginService.login(anonymous(db()), { email: user.email, password: testPassword });
  await loginService.login(anonymous(db()), { email: user.email, password: testPassword });
  const { user: enrolledUser } = await enrolled();
  const texts = {
    importer: "labels",
    owner: "test",
    actorLabel: "test",
    fileName: "a.csv",
    fileSha256: "a",
    planKey: "a",
    token: "a",
  };
  const lists = {
    titles: [],
    ignoredTitles: [],
    options: {},
    counts: { total: 0, new: 0, changed: 0, same: 0, error: 0 },
    asks: {},
    chunks: [],
    moved: [],
    left: [],
  };
  const planned = { kind: "csv" as const, status: "done" as const, plannedAt: new Date().toISOString() };
  const values: typeof imports.$inferInsert = Object.assign(planned, texts, lists);
  const [{ id: importId } = { id: "" }] = await db().insert(imports).values(values).returning({ id: imports.id });
  await partsOfImports.write(ctx(), importId, "undo", 0, { kept: "for undo" });
  const [oldSecret = ""] = keyIdsOf().NEXTAUTH_SECRET;
  const [oldSigning = ""] = keyIdsOf().JWT_PRIVATE_KEY;
  const [oldData = ""] = keyIdsOf().DATA_KEYS;
  turn();
  const before = await keyUses(ctx());
  const of = (what: string) => before.filter((use) => use.what === what).map(({ keyId, rows }) => [keyId, rows]);
  expect(of("sessions of browsers")).toEqual([[oldSecret, 1]]);
  expect(of("sessions of apps")).toEqual([[oldSigning, 2]]);
  expect(of("recovery codes")).toEqual([[oldSecret, 10]]);
  expect(of("authenticators")).toEqual([[oldData, 1]]);
  expect(of("parts of imports")).toEqual([[oldData, 1]]);
  expect(await missingKeyUses(ctx())).toEqual([]);
  // An app that asked for new tokens depends on the newest key.
  const headers = { authorization: `Bearer ${phone.accessToken}`, refreshToken: `Bearer ${phone.refreshToken}` };
  await loginService.refresh(anonymous(db()), headers);
  expect((await countOf("sessions of apps")).sort()).toEqual(
    [
      [oldSigning, 1],
      [keyIdsOf().JWT_PRIVATE_KEY[0], 1],
    ].sort(),
  );
  await moveKeys(ctx());
  drop();
  const missing = (await missingKeyUses(ctx())).map(({ list, keyId, what, rows }) => [list, keyId, what, rows]);
  expect(missing.sort()).toEqual([
    ["JWT_PRIVATE_KEY", oldSigning, "sessions of apps", 1],
    ["NEXTAUTH_SECRET", oldSecret, "recovery codes", 10],
    ["NEXTAUTH_SECRET", oldSecret, "sessions of browsers", 1],
  ]);
  expect(await partsOfImports.read(ctx(), importId, "undo", 0)).toEqual({ kept: "for undo" });
  await db().delete(imports).where(eq(imports.id, importId));
  await db().delete(secondFactors).where(eq(secondFactors.userId, enrolledUser.id));
});

it("counts no session that is over, nor a browser's under switch-to, which keeps the cookie that it came with", async () => {
  await db().delete(sessions);
  const { id: userId } = await makeUser(db());
  const session = async (keyId: string, values: Partial<typeof sessions.$inferInsert>) => {
    const row = { userId, keyId, kind: "browser", expiresAt: "9999-01-01T00:00:00Z", ...values } as const;
    const [made] = await db().insert(sessions).values(row).returning({ id: sessions.id });
    return made?.id;
  };
  const parentId = await session("own", {});
  await session("switched", { parentId });
  await session("app switched", { kind: "api", parentId });
  const past = "2026-01-01T00:00:00Z";
  for (const over of [{ revokedAt: past }, { expiresAt: past }]) {
    await session("over", over);
    await session("app over", { kind: "api", parentId, ...over });
  }
  await session("app without tokens", { kind: "api" });
  expect(await countOf("sessions of browsers")).toEqual([["own", 1]]);
  expect(await countOf("sessions of apps")).toEqual([["app switched", 1]]);
});

it("says nothing of the keys themselves", async () => {
  const said = JSON.stringify([keyIdsOf(), await keyUses(ctx())]);
  for (const { secret } of [...env.NEXTAUTH_SECRET, ...env.DATA_KEYS]) expect(said).not.toContain(secret);
});
