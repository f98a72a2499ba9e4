import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { countries, languages, roles, sessions, userRoles, users } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { userDeviceService } from "@/server/notification/user-device/user-device.service";
import { optinOf } from "../portal-user/optin.service";
import { companyLinksOf } from "../user-role/company-link.service";
import type { GetProfile } from "./profile.schema";

const named = { id: languages.id, code: languages.code, name: languages.name };

const rolesOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ id: roles.id, code: roles.code, name: roles.name, groupCode: roles.groupCode })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(roles.name), asc(roles.id));

/** Under switch-to: the person who acts, the membership, the reason, and when it ends. */
async function actingOf(ctx: Ctx, sessionId: string) {
  const { userCompanyId, reason, expiresAt } = sessions;
  const [row] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      userCompanyId,
      reason,
      expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.actUserId))
    .where(eq(sessions.id, sessionId));
  return row ?? null;
}

/**
 * The caller's own profile, with roles, rights, companies, opt-ins of the app and the device named, and, under switch-to,
 * who is acting (document 4.10, `me`).
 */
export async function myProfile(ctx: KnownCtx, says: z.output<typeof GetProfile> = {}) {
  if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only people have a profile.");
  const { id, email, permissions, sessionId } = ctx.actor;
  const [row] = await ctx.db
    .select({ user: users, language: named, country: { id: countries.id, code: countries.code, name: countries.name } })
    .from(users)
    .leftJoin(languages, eq(languages.id, users.languageId))
    .leftJoin(countries, eq(countries.id, users.countryId))
    .where(eq(users.id, id));
  if (!row) throw notFound();
  const [myRoles, myCompanies, optin, device, acting] = await Promise.all([
    rolesOf(ctx, id),
    companyLinksOf(ctx, id),
    says.keyPlatformTech ? optinOf(ctx, id, says.keyPlatformTech) : null,
    says.mobileDeviceId ? userDeviceService.find(ctx, email, says.mobileDeviceId, says.keyPlatformTech) : null,
    ctx.actor.actingId ? actingOf(ctx, sessionId) : null,
  ]);
  const { user, language, country } = row;
  // Under switch-to only that one membership counts.
  const companies = acting ? myCompanies.filter((one) => one.userCompanyId === acting.userCompanyId) : myCompanies;
  return {
    ...user,
    language,
    country,
    optin,
    device,
    acting,
    roles: myRoles,
    companies,
    permissions: [...permissions].sort(),
    hasSwitchToPassword: user.switchToPasswordHash !== null,
  };
}

/** The languages that somebody may choose for themselves. */
export async function activeLanguages(ctx: Ctx) {
  const items = await ctx.db
    .select(named)
    .from(languages)
    .where(eq(languages.status, true))
    .orderBy(asc(languages.name));
  return { items };
}
