import { asc, count, eq, inArray, sql } from "drizzle-orm";
import { companies, companyCategories, companyRoles, userCompanies, users } from "@/db/schema";
import { mayReadMembers } from "@/server/companies/company/company-fact.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { sha256 } from "@/server/kit/secret/hash";
import { type MergePart, mergeParts } from "./company-merge.rules";
import { collidingLinks, inBoth, rolesToRename } from "./merge-collision.service";
import { columnRules, moving, ofCompany, type Sides } from "./merge-column.service";

/** So many people of a plan are named. */
const named = 200;

/**
 * The two companies.
 * @param isLocked whether they are locked until the transaction ends, in the order of their ids
 * @throws AppError 404, and 422 for two companies that cannot be merged
 */
export async function sidesOf(ctx: Ctx, { fromId, intoId }: Sides, isLocked: boolean) {
  if (fromId === intoId) throw broken("intoCompanyId", "Choose another company.");
  const asked = ctx.db
    .select()
    .from(companies)
    .where(inArray(companies.id, [fromId, intoId]))
    .orderBy(companies.id);
  const rows = await (isLocked ? asked.for("update") : asked);
  const from = rows.find(({ id }) => id === fromId);
  const into = rows.find(({ id }) => id === intoId);
  if (!from || !into) throw notFound();
  if (from.closedAs) throw broken("fromCompanyId", "This company is closed for good.");
  if (into.closedAs) throw broken("intoCompanyId", "This company is closed for good.");
  if (into.status !== "active")
    throw broken("intoCompanyId", "Only a company that is active can take over another one.");
  return { from, into };
}

type Company = typeof companies.$inferSelect;

async function shown(ctx: Ctx, company: Company) {
  const { id, name, registerNumber, status, isVerified, companyCategoryId } = company;
  const { label } = companyCategories;
  const [category] = await ctx.db
    .select({ label })
    .from(companyCategories)
    .where(eq(companyCategories.id, companyCategoryId));
  return { id, name, registerNumber, status, isVerified, category: category?.label ?? "" };
}

/** How many rows of each part move, and how many do not. */
async function partsOf(ctx: Ctx, sides: Sides) {
  const sums = new Map<MergePart, { moves: number; stays: number }>();
  for (const rule of columnRules) {
    const moves = sql<number>`(count(*) filter (where ${moving(rule, sides)}))::int`;
    const [row] = await ctx.db.select({ all: count(), moves }).from(rule.column.table).where(ofCompany(rule, sides));
    const sum = sums.get(rule.part) ?? { moves: 0, stays: 0 };
    sum.moves += row?.moves ?? 0;
    sum.stays += (row?.all ?? 0) - (row?.moves ?? 0);
    sums.set(rule.part, sum);
  }
  return mergeParts.flatMap((part) => {
    const sum = sums.get(part);
    return sum && sum.moves + sum.stays > 0 ? [{ part, ...sum }] : [];
  });
}

async function peopleOf(ctx: KnownCtx, sides: Sides) {
  const both = await inBoth(ctx, sides);
  const { firstName, lastName, email } = users;
  const rows = await ctx.db
    .select({
      id: users.id,
      firstName,
      lastName,
      email,
      status: userCompanies.status,
      isAdmin: userCompanies.isAdmin,
      role: companyRoles.title,
    })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(eq(userCompanies.companyId, sides.fromId))
    .orderBy(asc(userCompanies.status), asc(email), asc(users.id))
    .limit(named);
  const isShown = mayReadMembers(ctx);
  return rows.map(({ firstName, lastName, ...person }) => ({
    ...person,
    email: isShown ? person.email : null,
    name: `${firstName} ${lastName}`.trim(),
    isInBoth: both.has(person.id),
  }));
}

async function partnersOf(ctx: Ctx, sides: Sides) {
  const colliding = await collidingLinks(ctx, sides);
  const ids = colliding.flatMap(({ link }) => [link.companyId, link.linkedCompanyId]);
  const { id, name } = companies;
  const rows = await ctx.db.select({ id, name }).from(companies).where(oneOf(id, ids));
  const names = new Map(rows.map((row) => [row.id, row]));
  const company = (companyId: string) => names.get(companyId) ?? { id: companyId, name: "" };
  return colliding.map(({ link, twin }) => ({
    id: link.id,
    company: company(link.companyId),
    linkedCompany: company(link.linkedCompanyId),
    kind: link.kind,
    status: link.status,
    isBetween: twin === undefined,
  }));
}

/** Everything that a merge would do; it writes nothing. @throws AppError 404, 422 */
export async function planOf(ctx: KnownCtx, sides: Sides, { from, into }: { from: Company; into: Company }) {
  const plan = {
    from: await shown(ctx, from),
    into: await shown(ctx, into),
    parts: await partsOf(ctx, sides),
    people: await peopleOf(ctx, sides),
    peopleCount: await ctx.db.$count(userCompanies, eq(userCompanies.companyId, sides.fromId)),
    roles: await rolesToRename(ctx, sides),
    partners: await partnersOf(ctx, sides),
  };
  const asJson = JSON.stringify([plan, from.version, into.version]);
  return { ...plan, planHash: sha256(asJson) };
}
