import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  alerts,
  companies,
  companyCategories,
  companyCategoryTranslations,
  companyLinks,
  companyRoles,
  companyRoleTranslations,
  levelAlerts,
  pers,
  persAlerts,
  persCurrentData,
  userCompanies,
  vehicles,
} from "@/db/schema";
import type { PartnerKind } from "@/server/companies/partners/company-partner/company-partner.rules";
import { isUrgent } from "@/server/devices/alert/alert-name.service";
import { hasNewerFirmware } from "@/server/devices/pers/newer-firmware.service";
import { openAlertsOf } from "@/server/devices/pers-alert/open-alert.service";
import { reachedPers, reachedVehicles } from "@/server/devices/reach/fleet-reach.service";
import type { ListVehicles } from "@/server/devices/vehicle/vehicle.schema";
import { vehicleService } from "@/server/devices/vehicle/vehicle.service";
import { categoryName, categoryWords, roleName, roleWords } from "@/server/identity/user-role/company-name.service";
import type { CompanyCtx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { isForVerified, permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";

/** Of open alerts, on the first page. */
const shownAlerts = 6;

async function one<T extends Record<string, number>>(ctx: KnownCtx, query: ReturnType<typeof sql>) {
  const [row] = await ctx.db.execute<T>(query);
  if (!row) throw new Error("a figure has no row");
  return row;
}

/** A company's own workspace: what its people see of it. Each figure needs the right to read the list behind it. */
export const workspaceService = {
  /** The company, the caller's role in it, and what they may do there; category and role in the reader's language where they have it. */
  async home({ db, actor, company: { id, rights } }: CompanyCtx) {
    if (actor.kind !== "user") throw notFound();
    const [found] = await db
      .select({
        company: companies,
        category: categoryName,
        role: sql<string | null>`${roleName}`,
      })
      .from(userCompanies)
      .innerJoin(companies, eq(companies.id, userCompanies.companyId))
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
      .leftJoin(companyCategoryTranslations, categoryWords)
      .leftJoin(companyRoleTranslations, roleWords)
      .where(and(eq(userCompanies.userId, actor.id), eq(companies.id, id)));
    if (!found) throw notFound();
    const { company, category, role } = found;
    const permissions = [...rights].sort().map((code) => ({ code, label: t(permissionCatalogue[code].label) }));
    const { name, registerNumber, isVerified } = company;
    return {
      company: { id, name, registerNumber, category, isVerified },
      role,
      permissions,
    };
  },

  /** What roles of the company can give: the rights of its category, without those of verified companies where it is none. */
  async ceiling({ db, company: { id } }: CompanyCtx) {
    const [found] = await db
      .select({ permissions: companyCategories.permissions, isVerified: companies.isVerified })
      .from(companies)
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .where(eq(companies.id, id));
    if (!found) throw notFound();
    return { codes: found.permissions.filter((code) => found.isVerified || !isForVerified(code)) };
  },

  /**
   * Devices that the company reaches: those not heard of for a day, those with an open alert, those of them with one that
   * needs somebody, those to be updated.
   */
  pers: (ctx: CompanyCtx) =>
    one<{ total: number; silent: number; alerting: number; urgent: number; behind: number }>(
      ctx,
      sql`select count(*)::int as total,
          (count(*) filter (where coalesce(heard.last_message_at < now() - interval '1 day', true)))::int as silent,
          (count(*) filter (where exists (select from ${persAlerts}
            where ${persAlerts.persId} = ${pers.id} and ${persAlerts.endedAt} is null)))::int as alerting,
          (count(*) filter (where exists (select from ${persAlerts}
            join ${alerts} on ${alerts.id} = ${persAlerts.alertId}
            join ${levelAlerts} on ${levelAlerts.id} = ${alerts.levelAlertId}
            where ${persAlerts.persId} = ${pers.id} and ${persAlerts.endedAt} is null and ${isUrgent})))::int as urgent,
          (count(*) filter (where ${hasNewerFirmware}))::int as behind
        from ${pers} left join ${persCurrentData} as heard on heard.pers_id = ${pers.id} where ${reachedPers(ctx)}`,
    ),

  /** The open alerts of devices that the company reaches, the gravest first, the newest of a level first. */
  async alerts(ctx: CompanyCtx) {
    const rows = await openAlertsOf(ctx, reachedPers(ctx), shownAlerts + 1);
    return { items: rows.slice(0, shownAlerts), hasMore: rows.length > shownAlerts };
  },

  /** Vehicles that the company reaches, those without a rider, and how far all of them went. */
  vehicles: (ctx: CompanyCtx) =>
    one<{ total: number; withoutRider: number; distance: number }>(
      ctx,
      sql`select count(*)::int as total, (count(*) filter (where ${vehicles.riderId} is null))::int as "withoutRider",
          coalesce(sum(${vehicles.persDistance}), 0)::float8 as distance
        from ${vehicles} where ${reachedVehicles(ctx)}`,
    ),

  /** Partners of one kind that accepted, that have not answered, and whose invitation waits for staff. */
  partners: (ctx: CompanyCtx, kind: PartnerKind) =>
    one<{ accepted: number; invited: number; waiting: number }>(
      ctx,
      sql`select (count(*) filter (where ${companyLinks.status} = 'accepted'))::int as accepted,
          (count(*) filter (where ${companyLinks.status} = 'invited'))::int as invited,
          (count(*) filter (where ${companyLinks.status} = 'invited' and ${companyLinks.invitationDate} is null))::int as waiting
        from ${companyLinks} where ${companyLinks.companyId} = ${ctx.company.id} and ${companyLinks.kind} = ${kind}`,
    ),

  /** Members of the company, and people who were invited. */
  members: (ctx: CompanyCtx) =>
    one<{ active: number; invited: number }>(
      ctx,
      sql`select (count(*) filter (where ${userCompanies.status} = 'active'))::int as active,
          (count(*) filter (where ${userCompanies.status} = 'invited'))::int as invited
        from ${userCompanies} where ${userCompanies.companyId} = ${ctx.company.id}`,
    ),

  /** The first hundred vehicles that the caller rides; none under switch-to, which is about a company. */
  async ownVehicles(ctx: KnownCtx) {
    if (ctx.actor.kind !== "user" || ctx.actor.actingId) return { items: [] };
    const request: z.output<typeof ListVehicles> = { riderId: ctx.actor.id, limit: 100, sortBy: "nameVehicle:asc" };
    const { items } = await vehicleService.rows(ctx, request);
    return {
      items: items.map((one) => ({
        id: one.id,
        name: one.nameVehicle ?? one.vehicleSerialNumber,
        distance: one.persDistance,
        model: one.vehicleModel.nameVehicleModel,
        brand: one.vehicleBrand.name,
        registrationNumber: one.vehicleRegistrationNumber,
        persSerialNumber: one.pers?.nuSerialPersNumber ?? null,
      })),
    };
  },
};
