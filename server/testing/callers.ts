import { generateKeyPairSync } from "node:crypto";
import { sql } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters, SignJWT } from "jose";
import { encode } from "next-auth/jwt";
import type { Database } from "@/db/client";
import { apiKeys, companies, companyRoles, roles, sessions, userCompanies, userRoles, users } from "@/db/schema";
import { sample } from "@/db/testing/sample";
import { env } from "@/env/env";
import { type CategoryCode, categoryId } from "@/seed/base";
import { newKey } from "@/server/identity/api-key/api-key.rules";
import { fingerprint } from "@/server/identity/secret.rules";
import { sessionCookie } from "@/server/identity/session/session.cookie";
import { addRefreshToken } from "@/server/identity/session/session.service";
import { anonymous, makeRole } from "@/server/identity/testing";
import { signAccessToken } from "@/server/identity/token.service";
import type { Meta } from "@/server/kit/call/meta";
import { givenBy, isPermission, type Permission, permissionCodes } from "@/server/permissions";

export type Outcome = 401 | 403 | "through";
export type Needed = Meta["permission"];
/** The credentials of a caller; all of them are sent to every door. */
export interface Credentials {
  bearer?: string;
  cookie?: string;
  key?: string;
}
export interface Caller {
  credentials: (needed: Needed) => Credentials;
  /** at a door that reads what they send; at any other they are anonymous */
  outcome: (needed: Needed) => Outcome;
  /** a person of a company or a rider, who has rights only in their own companies */
  isOfCompanies?: boolean;
}

type NewUser = Partial<typeof users.$inferInsert>;
let n = 0;

/** The Cookie header of a browser whose session this is. */
export const cookieOf = async (sid: string, options: { secret?: string; maxAge?: number } = {}) =>
  `${sessionCookie}=${await encode({ token: { sid }, secret: env.NEXTAUTH_SECRET[0].secret, ...options })}`;

/** A user without a password, with a role of these rights where some are given. */
export async function makePerson(db: Database, fields: NewUser = {}, permissions: Permission[] = []) {
  const email = `caller${++n}@persdesk.test`;
  const values = { email, firstName: "Cal", lastName: "Ler", type: "Staff" as const, status: "active" as const };
  const [user] = await db
    .insert(users)
    .values({ ...values, ...fields })
    .returning();
  if (!user) throw new Error("no user");
  if (permissions.length) {
    const role = await makeRole(db, permissions);
    await db.insert(userRoles).values({ userId: user.id, roleId: role.id });
  }
  return user;
}

type NewSession = Partial<typeof sessions.$inferInsert>;

export async function makeSession(db: Database, userId: string, fields: NewSession = {}) {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const [session] = await db
    .insert(sessions)
    .values({ userId, kind: "api", expiresAt, ...fields })
    .returning();
  if (!session) throw new Error("no session");
  return session.id;
}

/** A person's bearer and cookie, both of one session. */
export async function credentialsOf(db: Database, user: { id: string; type: string }, fields: NewSession = {}) {
  const sid = await makeSession(db, user.id, fields);
  return { sid, bearer: await signAccessToken({ sub: user.id, sid, type: user.type }), cookie: await cookieOf(sid) };
}

const everyRight = (db: Database, fields: NewUser = {}) => makePerson(db, fields, permissionCodes);
const ago = new Date(Date.now() - 60_000).toISOString();

/** The same claims and header, signed with another key. */
const forged = (token: string) =>
  new SignJWT(decodeJwt(token))
    .setProtectedHeader(decodeProtectedHeader(token) as JWTHeaderParameters)
    .sign(generateKeyPairSync("ed25519").privateKey);

/** Callers whose credentials were valid, with every right, and are not any more: 401 everywhere. */
async function deadPeople(db: Database): Promise<Record<string, Credentials>> {
  const old = await everyRight(db);
  const { sid, bearer } = await credentialsOf(db, old);
  const refresh = await addRefreshToken(anonymous(db), sid);
  const aim = { sub: old.id, sid, type: "Staff" };
  return {
    anonymous: {},
    "an expired token": { bearer: await signAccessToken(aim, -60), cookie: await cookieOf(sid, { maxAge: -60 }) },
    "a token of another key": {
      bearer: await forged(bearer),
      cookie: await cookieOf(sid, { secret: "another secret of forty letters and more" }),
    },
    "a refresh token as access token": { bearer: refresh, cookie: `${sessionCookie}=${refresh}` },
    "an access token as cookie, a cookie as token": {
      bearer: (await cookieOf(sid)).slice(sessionCookie.length + 1),
      cookie: `${sessionCookie}=${bearer}`,
    },
    "a disabled user": await credentialsOf(db, await everyRight(db, { status: "disabled" })),
    "a pending user": await credentialsOf(db, await everyRight(db, { status: "pending" })),
    "a reset token": await credentialsOf(db, await everyRight(db), { kind: "reset" }),
    "an ended session": await credentialsOf(db, await everyRight(db), { revokedAt: ago }),
    "a session past its end": await credentialsOf(db, await everyRight(db), { expiresAt: ago }),
  };
}

/** The admin of a new company, whose role there holds all rights of staff, which count for nothing outside of it. */
export async function makeCompanyAdmin(db: Database, category: CategoryCode, fields: NewUser = {}) {
  const name = `${category} ${++n}`;
  const values = { name, registerNumber: name, companyCategoryId: categoryId(category) };
  const [company] = await db.insert(companies).values(values).returning();
  const companyId = company?.id ?? "";
  const [role] = await db
    .insert(companyRoles)
    .values({ companyId, title: "All", permissions: permissionCodes })
    .returning();
  const user = await makePerson(db, { type: "Pro Center Admin", ...fields });
  await db.insert(userCompanies).values({ userId: user.id, companyId, companyRoleId: role?.id, status: "active" });
  return { user, companyId };
}

/**
 * Staff who act as `target`, by token and in the browser.
 * @param end ends what the session under switch-to depends on
 */
export async function acting(
  db: Database,
  target: { id: string; type: string },
  end: (staff: { id: string; sid: string }) => Promise<unknown> = async () => undefined,
  userCompanyId?: string,
): Promise<Credentials> {
  const staff = await makePerson(db, {}, ["switch-to.use"]);
  const parentId = await makeSession(db, staff.id, { kind: "browser" });
  const under = { actUserId: staff.id, parentId, userCompanyId };
  const { bearer } = await credentialsOf(db, target, under);
  await makeSession(db, target.id, { ...under, kind: "browser" });
  await end({ id: staff.id, sid: parentId });
  return { bearer, cookie: await cookieOf(parentId) };
}

export async function makeKey(db: Database, scopes: string[], fields: Partial<typeof apiKeys.$inferInsert> = {}) {
  const { prefix, key } = newKey();
  await db.insert(apiKeys).values({ name: `key ${prefix}`, prefix, keyHash: fingerprint(key), scopes, ...fields });
  return { key };
}

/** Those whose one right decides, and some of the others, other ones for each operation; all where everything is tried. */
export function drawn<T>(callers: [who: string, caller: T][], count: number): [string, T][] {
  const decides = ([who]: [string, T]) => /(only this|all but)|with the scope/.test(who);
  return [
    ...callers.filter(decides),
    ...sample(
      callers.filter((one) => !decides(one)),
      count,
      "callers of each operation, beside those whose one right decides",
    ),
  ];
}

const through = () => "through" as const;
const withoutRights = (needed: Needed): Outcome => (isPermission(needed) || needed === "member" ? 403 : "through");

/** The rights that these operations ask for. */
export const rightsOf = (asks: { needed: Needed }[]): Permission[] => [
  ...new Set(asks.map(({ needed }) => needed).filter(isPermission)),
];

/**
 * Every kind of caller and the expected answers: the table behind the authorisation matrix. Needs `seedBase`.
 * @param asked the rights that operations ask for: of each of them there is somebody who has it alone, and who has all others
 */
export async function makeCallers(
  db: Database,
  asked: Permission[] = permissionCodes,
): Promise<Record<string, Caller>> {
  const callers: Record<string, Caller> = {};
  const add = (who: string, credentials: Credentials, outcome: Caller["outcome"]) => {
    callers[who] = { credentials: () => credentials, outcome };
  };
  /** Whatever roles they hold, only staff and keys have rights everywhere. */
  const addOfCompanies = (who: string, credentials: Credentials) => {
    callers[who] = { credentials: () => credentials, outcome: withoutRights, isOfCompanies: true };
  };
  const addEach = (who: string, of: Map<string, Credentials>, outcome: Caller["outcome"]) => {
    // Where no right is needed, any of them is enough.
    const some = of.values().next().value ?? {};
    callers[who] = { credentials: (needed) => of.get(needed) ?? some, outcome };
  };

  for (const [who, credentials] of Object.entries(await deadPeople(db))) add(who, credentials, () => 401);
  const member = (fields: NewUser) => makePerson(db, fields);
  addOfCompanies("a rider", await credentialsOf(db, await member({ type: "Rider" })));
  addOfCompanies("a rider with every right", await credentialsOf(db, await everyRight(db, { type: "Rider" })));
  for (const [who, category] of [
    ["a manufacturer's admin", "MANUFACTURER"],
    ["another manufacturer's admin", "MANUFACTURER"],
    ["a dealer", "DEALER"],
    ["a subcontractor", "SUBCONTRACTOR"],
    ["a fleet's admin", "FLEET"],
  ] as const)
    addOfCompanies(who, await credentialsOf(db, (await makeCompanyAdmin(db, category)).user));
  addOfCompanies("a member without right", await credentialsOf(db, await member({ type: "Pro Center Member" })));
  add("staff without a role", await credentialsOf(db, await member({})), withoutRights);
  add("staff with every right", await credentialsOf(db, await everyRight(db)), through);

  const target = await member({ type: "Pro Center Member" });
  const able = await everyRight(db, { type: "Pro Center Admin" });
  addOfCompanies("staff as a member without right", await acting(db, target));
  addOfCompanies("staff as a member with every right", await acting(db, able));
  const lost = {
    "right to it": ({ id }: { id: string }) =>
      db
        .update(roles)
        .set({ permissions: ["pers.read"] })
        .where(sql`${roles.id} in (select role_id from backoffice.user_roles where user_id = ${id})`),
    "own session": ({ sid }: { sid: string }) =>
      db.update(sessions).set({ revokedAt: ago }).where(sql`${sessions.id} = ${sid}`),
    account: ({ id }: { id: string }) => db.update(users).set({ status: "disabled" }).where(sql`${users.id} = ${id}`),
  };
  for (const [what, end] of Object.entries(lost))
    add(`staff as a member, after losing their ${what}`, await acting(db, able, end), () => 401);
  add("staff as other staff", await acting(db, await everyRight(db)), () => 401);

  const each = async (make: (code: Permission, rest: Permission[]) => Promise<Credentials>) => {
    const made = asked.map(
      async (code) =>
        [
          code,
          await make(
            code,
            permissionCodes.filter((other) => !givenBy(code).includes(other)),
          ),
        ] as const,
    );
    return new Map<string, Credentials>(await Promise.all(made));
  };
  const staffWith = async (rights: Permission[]) => credentialsOf(db, await makePerson(db, {}, rights));
  addEach("staff with only this right", await each((code) => staffWith([code])), through);
  addEach("staff with all but this right", await each((_, rest) => staffWith(rest)), withoutRights);
  addEach("a key with the scope", await each((code) => makeKey(db, [code])), through);
  addEach("a key with all but the scope", await each((_, rest) => makeKey(db, rest)), withoutRights);
  add("a key with every scope", await makeKey(db, ["*"]), through);
  add("a key that nobody made", { key: newKey().key }, () => 403);
  add("a key that was revoked", await makeKey(db, ["*"], { revokedAt: ago }), () => 403);
  add("a key that has expired", await makeKey(db, ["*"], { expiresAt: ago }), () => 403);
  return callers;
}
