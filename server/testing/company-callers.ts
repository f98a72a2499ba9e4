import type { Database } from "@/db/client";
import { companies, companyCategories, companyRoles, userCompanies, userRoles } from "@/db/schema";
import { makeRole } from "@/server/identity/testing";
import { isPermission, type Permission, permissionCodes } from "@/server/permissions";
import { acting, type Caller, type Credentials, credentialsOf, makeCallers, makePerson, type Needed } from "./callers";

/** Companies that a request may name; all but `own` are closed to the people below. */
const companyKinds = ["own", "foreign", "unknown", "disabled", "invited", "ended", "no id"] as const;
export type CompanyKind = (typeof companyKinds)[number];
type CompanyOutcome = 401 | 403 | 404 | "through";

export interface CompanyCaller {
  /** the companies that are of different kinds to them: a stranger's own is as foreign as any other */
  kinds: readonly CompanyKind[];
  credentials: (needed: Needed) => Credentials;
  outcome: (needed: Needed, kind: CompanyKind, isForStaff: boolean) => CompanyOutcome;
}

let n = 0;

async function makeCompany(db: Database, ceiling: Permission[], status: "active" | "disabled" = "active") {
  const [category] = await db
    .insert(companyCategories)
    .values({ code: `SCOPE_${++n}`, label: `Scope ${n}`, permissions: ceiling })
    .returning();
  const [company] = await db
    .insert(companies)
    .values({ name: `Scope ${n}`, registerNumber: `SC-${n}`, companyCategoryId: category?.id ?? "", status })
    .returning();
  if (!company) throw new Error("no company");
  return company.id;
}

async function join(
  db: Database,
  userId: string,
  companyId: string,
  permissions: Permission[],
  status: "active" | "invited" | "disabled" = "active",
) {
  const [role] = await db
    .insert(companyRoles)
    .values({ companyId, title: `Role ${++n}`, permissions })
    .returning();
  const [membership] = await db
    .insert(userCompanies)
    .values({ userId, companyId, companyRoleId: role?.id, status })
    .returning();
  if (!membership) throw new Error("no membership");
  return membership.id;
}

/** Callers with rights only where they belong: `may` says whether their rights there are enough. */
const ofOneCompany = (credentials: CompanyCaller["credentials"], may: (needed: Needed) => boolean): CompanyCaller => ({
  kinds: companyKinds,
  credentials,
  outcome: (needed, kind, isForStaff) => (kind === "own" && !isForStaff && may(needed) ? "through" : 403),
});

/** Everybody else: people of other companies, and staff and keys, who may enter any company. */
const ofNone = ({ credentials, outcome, isOfCompanies }: Caller): CompanyCaller => ({
  kinds: outcome("signed-in") === 401 ? ["foreign"] : ["foreign", "unknown", "disabled", "no id"],
  credentials,
  outcome: (needed, kind) => {
    if (isOfCompanies) return 403;
    const found = outcome(needed);
    if (found !== "through") return found;
    if (needed === "member") return 403;
    return kind === "unknown" ? 404 : "through";
  },
});

/**
 * Every kind of caller who does not belong to the companies of `makeMembers`.
 * @param asked the rights that the operations ask for
 */
export async function makeStrangers(db: Database, asked: Permission[]) {
  const callers = Object.entries(await makeCallers(db, asked));
  return Object.fromEntries(callers.map(([who, caller]) => [who, ofNone(caller)]));
}

/**
 * Companies of every kind, and every kind of caller who belongs to one of them.
 * @param asked the rights that the operations ask for
 */
export async function makeMembers(db: Database, asked: Permission[]) {
  const own = await makeCompany(db, permissionCodes);
  const ids: Record<CompanyKind, string> = {
    own,
    foreign: await makeCompany(db, permissionCodes),
    unknown: crypto.randomUUID(),
    disabled: await makeCompany(db, permissionCodes, "disabled"),
    invited: await makeCompany(db, permissionCodes),
    ended: await makeCompany(db, permissionCodes),
    "no id": "no-id",
  };
  /** A member of `own` with these rights, and with every right in the companies that are closed to them. */
  async function member(rights: Permission[], type: "Pro Center Member" | "Rider" = "Pro Center Member") {
    const user = await makePerson(db, { type });
    const membership = await join(db, user.id, own, rights);
    await join(db, user.id, ids.disabled, permissionCodes);
    await join(db, user.id, ids.invited, permissionCodes, "invited");
    await join(db, user.id, ids.ended, permissionCodes, "disabled");
    return { user, membership };
  }
  const sessionOf = async (rights: Permission[]) => credentialsOf(db, (await member(rights)).user);
  const each = async (rightsFor: (code: Permission) => Permission[]) => {
    const made = await Promise.all(asked.map(async (code) => [code, await sessionOf(rightsFor(code))] as const));
    const of = new Map<Needed, Credentials>(made);
    return (needed: Needed) => of.get(needed) ?? made[0]?.[1] ?? {};
  };
  const callers: Record<string, CompanyCaller> = {};
  const everything = await sessionOf(permissionCodes);
  callers["a member with every right"] = ofOneCompany(
    () => everything,
    () => true,
  );
  callers["a member with only this right"] = ofOneCompany(await each((code) => [code]), () => true);
  callers["a member with all but this right"] = ofOneCompany(
    await each((code) => permissionCodes.filter((other) => other !== code)),
    (needed) => !isPermission(needed),
  );
  const rider = await credentialsOf(db, (await member(permissionCodes, "Rider")).user);
  callers["a rider who is a member"] = ofOneCompany(
    () => rider,
    () => true,
  );

  const byProduct = await member([]);
  const role = await makeRole(db, permissionCodes, { groupCode: "PRO_CENTER" });
  await db.insert(userRoles).values({ userId: byProduct.user.id, roleId: role.id });
  const withProductRole = await credentialsOf(db, byProduct.user);
  callers["a member by a role of the Pro Center"] = ofOneCompany(
    () => withProductRole,
    () => true,
  );

  const aim = await member(permissionCodes);
  const actingHere = await acting(db, aim.user, undefined, aim.membership);
  callers["staff as this member"] = ofOneCompany(
    () => actingHere,
    () => true,
  );
  const elsewhere = await join(db, aim.user.id, await makeCompany(db, permissionCodes), permissionCodes);
  const actingThere = await acting(db, aim.user, undefined, elsewhere);
  callers["staff as this member in another company"] = ofOneCompany(
    () => actingThere,
    () => false,
  );
  return { callers, ids };
}

/** A member of a company whose category allows nothing, with any role. */
export async function makeMemberUnderCeiling(db: Database, rights: Permission[]) {
  const companyId = await makeCompany(db, []);
  const user = await makePerson(db, { type: "Pro Center Admin" });
  await join(db, user.id, companyId, rights);
  return { companyId, credentials: await credentialsOf(db, user) };
}
