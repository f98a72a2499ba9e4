import { and, sql } from "drizzle-orm";
import { dealerVehicles, vehicles } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list-filters";
import { manyOf } from "@/server/kit/many-service";
import { outsideOf } from "@/server/kit/scope";
import { t } from "@/texts/t";
import { dealerVehicleCounts, hasVehicle } from "../fleet-reach.service";
import { lockLinked } from "../link-period.service";
import { dealerVehicleService } from "./dealer-vehicle.service";
import { assertNoFault, type Faults } from "./partner-grant.rules";
import { type Grant, vehiclesOf } from "./partner-holding.service";

// Always as the company that grants: it is said in every condition, and what belongs to the company that gets is written
// as outside of a company (ADR 44).

const many = manyOf(dealerVehicleService);

/** The vehicles that a company hands to a dealer. */
export const vehicleGrantService = {
  /**
   * Hands vehicles of the company to its dealer. One that it handed to this dealer already stays.
   * @throws AppError 422 that names each vehicle which is not the company's, or is with another dealer
   */
  async add(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const { companyId, linkedCompanyId } = grant;
    const names = await lockLinked(ctx, vehicles, vehicles.vehicleSerialNumber, ids);
    const own = await ctx.db
      .select({ id: vehicles.id })
      .from(vehicles)
      .where(and(oneOf(vehicles.id, ids), hasVehicle(sql`${companyId}::uuid`, vehicles.id)));
    const isOwn = new Set(own.map(({ id }) => id));
    const there = await ctx.db
      .select({
        id: dealerVehicles.id,
        vehicleId: dealerVehicles.vehicleId,
        dealerId: dealerVehicles.companyId,
        counts: sql<boolean>`${dealerVehicleCounts(dealerVehicles)}`,
      })
      .from(dealerVehicles)
      .where(oneOf(dealerVehicles.vehicleId, [...isOwn]));
    const current = new Map(there.filter(({ counts }) => counts).map((row) => [row.vehicleId, row]));
    const faultOf: Faults = (id, index) => {
      if (!isOwn.has(id)) return t("There is no such {what}.", { what: t("vehicle") });
      if (ids.indexOf(id) < index) return "It is in the list twice.";
      const row = current.get(id);
      return row && row.dealerId !== linkedCompanyId
        ? t("The vehicle {name} is with another dealer.", { name: names.get(id) ?? "" })
        : undefined;
    };
    assertNoFault(ids, "vehicleIds", faultOf, (id) => !isOwn.has(id));
    // What a company handed over that has not the vehicle any more stands in the way of who has it now.
    const stale = there.filter(({ counts }) => !counts);
    await many.removeMany(
      outsideOf(ctx),
      stale.map(({ id }) => ({ id })),
    );
    const made = ids
      .filter((id) => !current.has(id))
      .map((vehicleId) => ({ vehicleId, companyId: linkedCompanyId, grantedByCompanyId: companyId }));
    return made.length ? many.createMany(outsideOf(ctx), made) : [];
  },

  /** Takes vehicles back, by the vehicles or by the rows. @returns the ids of the rows that it took back */
  async remove(ctx: KnownCtx, grant: Grant, by: { vehicleIds: string[] } | { ids: string[] }): Promise<string[]> {
    const these = "ids" in by ? oneOf(dealerVehicles.id, by.ids) : oneOf(dealerVehicles.vehicleId, by.vehicleIds);
    const rows = await ctx.db
      .select({ id: dealerVehicles.id })
      .from(dealerVehicles)
      .where(and(vehiclesOf(grant), these));
    await many.removeMany(outsideOf(ctx), rows);
    return rows.map(({ id }) => id);
  },

  /** Takes all of them back. */
  async endAll(ctx: KnownCtx, grant: Grant) {
    const all = await ctx.db.select({ id: dealerVehicles.id }).from(dealerVehicles).where(vehiclesOf(grant));
    await many.removeMany(outsideOf(ctx), all);
  },
};
