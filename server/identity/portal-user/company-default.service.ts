import { and, eq, sql } from "drizzle-orm";
import { companies, companyPreferences, userCompanies } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";

/** What counts for somebody who has chosen nothing. */
export interface Defaults {
  languageId: string | null;
  emailNotifications: boolean;
  pushNotifications: boolean;
}

/** Of people who belong to no company. */
export const noCompany: Defaults = { languageId: null, emailNotifications: true, pushNotifications: true };

/**
 * What the companies of these people prefer, by person; those who are in none are missing. Of several companies one that
 * wants a channel is enough, and the language is that of the company they came to first.
 */
export async function companyDefaultsOf(ctx: Ctx, userIds: string[]): Promise<Map<string, Defaults>> {
  const { userId } = userCompanies;
  const { languageId, emailNotifications, pushNotifications } = companyPreferences;
  const anyWants = (column: typeof emailNotifications | typeof pushNotifications) =>
    sql<boolean>`bool_or(coalesce(${column}, true))`;
  const rows = await ctx.db
    .select({
      userId,
      languageId: sql<string | null>`(array_agg(${languageId} order by ${userCompanies.createdAt}, ${userCompanies.id})
        filter (where ${languageId} is not null))[1]`,
      emailNotifications: anyWants(emailNotifications),
      pushNotifications: anyWants(pushNotifications),
    })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .leftJoin(companyPreferences, eq(companyPreferences.companyId, companies.id))
    .where(and(oneOf(userId, userIds), eq(userCompanies.status, "active"), eq(companies.status, "active")))
    .groupBy(userId);
  return new Map(rows.map(({ userId, ...defaults }) => [userId, defaults]));
}

const defaultsOf = async (ctx: Ctx, userId: string) =>
  (await companyDefaultsOf(ctx, [userId])).get(userId) ?? noCompany;

/**
 * The first choice in an app: what is not chosen with it stays as it counted until then, by the person's companies.
 */
export async function firstChoice(ctx: Ctx, userId: string) {
  const { emailNotifications, pushNotifications } = await defaultsOf(ctx, userId);
  return { emailNotifications, pushNotifications };
}

/** The companies that asked to hear of alerts that are overdue. */
export async function companiesThatHear({ db }: Ctx): Promise<string[]> {
  const rows = await db
    .select({ id: companies.id })
    .from(companyPreferences)
    .innerJoin(companies, eq(companies.id, companyPreferences.companyId))
    .where(and(eq(companyPreferences.alertNotices, true), eq(companies.status, "active")));
  return rows.map(({ id }) => id);
}
