import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companies,
  companyCategories,
  companyPersLinks,
  companyRoles,
  persCurrentData,
  sessions,
  userCompanies,
  vehicles,
} from "@/db/schema";
import type { ListVehicles } from "@/server/devices/vehicle/vehicle.schema";
import { vehicleService } from "@/server/devices/vehicle/vehicle.service";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import type { KnownCtx } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import { isPermission, type Permission, permissionCatalogue } from "@/server/permissions";

/**
 * The caller's active membership of an active company, with what it lets them do there; under switch-to that one
 * membership alone. 404 for any other company, whether it exists or not.
 */
async function enter(ctx: KnownCtx, companyId: string) {
  const { actor } = ctx;
  if (actor.kind !== "user") throw notFound();
  const [found] = await ctx.db
    .select({ company: companies, category: companyCategories, role: companyRoles })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(
      and(
        eq(userCompanies.userId, actor.id),
        eq(companies.id, companyId),
        sql`${userCompanies.status} = 'active' and ${companies.status} = 'active'`,
        actor.actingId
          ? sql`${userCompanies.id} = (select ${sessions.userCompanyId} from ${sessions} where ${sessions.id} = ${actor.sessionId})`
          : undefined,
      ),
    );
  if (!found) throw notFound();
  const { company, category, role } = found;
  const held = await rightsIn(ctx, actor.id, companyId);
  return { company, category, role, held };
}

/** Devices with an open link to the company, as its manufacturer or as its subcontractor. */
const linked = (companyId: string) =>
  sql`(select ${companyPersLinks.persId} as id from ${companyPersLinks}
    where ${companyPersLinks.companyId} = ${companyId} and ${companyPersLinks.endDate} is null)`;

async function one<T extends Record<string, number>>(ctx: KnownCtx, query: ReturnType<typeof sql>) {
  const [row] = await ctx.db.execute<T>(query);
  if (!row) throw new Error("a figure has no row");
  return row;
}

const persOf = (ctx: KnownCtx, companyId: string) =>
  one<{ total: number; silent: number }>(
    ctx,
    sql`select count(*)::int as total,
        (count(*) filter (where coalesce(heard.last_message_at < now() - interval '1 day', true)))::int as silent
      from (select distinct id from ${linked(companyId)} as links) as linked
      left join ${persCurrentData} as heard on heard.pers_id = linked.id`,
  );

/** Vehicles that carry a device of the company. */
const vehiclesOf = (ctx: KnownCtx, companyId: string) =>
  one<{ total: number; withoutRider: number }>(
    ctx,
    sql`select count(*)::int as total, (count(*) filter (where ${vehicles.riderId} is null))::int as "withoutRider"
      from ${vehicles} where ${vehicles.persId} in ${linked(companyId)}`,
  );

const membersOf = (ctx: KnownCtx, companyId: string) =>
  one<{ active: number; invited: number }>(
    ctx,
    sql`select (count(*) filter (where ${userCompanies.status} = 'active'))::int as active,
        (count(*) filter (where ${userCompanies.status} = 'invited'))::int as invited
      from ${userCompanies} where ${userCompanies.companyId} = ${companyId}`,
  );

/** A company's own workspace: what its people see of it, each by their role there. */
export const workspaceService = {
  /** The company, what the caller may do in it, and the figures that this lets them see. */
  async home(ctx: KnownCtx, companyId: string) {
    const { company, category, role, held } = await enter(ctx, companyId);
    const ifMay = <T>(code: Permission, count: (ctx: KnownCtx, companyId: string) => Promise<T>) =>
      held.includes(code) ? count(ctx, companyId) : null;
    const [pers, vehicles, members] = await Promise.all([
      ifMay("company-pers.read", persOf),
      ifMay("company-vehicle.read", vehiclesOf),
      ifMay("company-member.read", membersOf),
    ]);
    const { id, name, registerNumber } = company;
    const permissions = held.filter(isPermission).map((code) => ({ code, label: permissionCatalogue[code][0] }));
    return {
      company: { id, name, registerNumber, category: category.label },
      role: role?.title ?? null,
      permissions,
      pers,
      vehicles,
      members,
    };
  },

  /** The first hundred vehicles that the caller rides. */
  async ownVehicles(ctx: KnownCtx) {
    if (ctx.actor.kind !== "user") return { items: [] };
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
