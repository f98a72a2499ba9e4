import { and, sql } from "drizzle-orm";
import { dealerVehicles, vehicles } from "@/db/schema";
import { dealerVehicleCounts, hasVehicle } from "@/server/devices/reach/fleet-reach.service";
import { lockLinked } from "@/server/devices/reach/link-period.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { outsideOf } from "@/server/kit/list/scope";
import { manyOf } from "@/server/kit/record/many-service";
import { t } from "@/texts/t";
import { dealerVehicleService } from "./dealer-vehicle.service";
import { assertNoFault, type Faults } from "./partner-grant.rules";
import { type Grant, vehiclesOf } from "./partner-holding.service";

// Always as the company that grants: it is said in every condition, and what belongs to the company that gets is written
// as outside of a company (ADR 44).

const many = manyOf(dealerVehicleService);

/** What is wrong with handing these vehicles, which are locked, to this dealer, and what there is of them. */
async function lookAt(ctx: KnownCtx, { companyId, linkedCompanyId }: Grant, ids: string[]) {
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
  return { isOwn, current, stale: there.filter(({ counts }) => !counts), faultOf };
}

/** The vehicles that a company hands to a dealer. */
export const vehicleGrantService = {
  /** @throws AppError 422 that names each vehicle which is not the company's, or is with another dealer */
  async assertGood(ctx: KnownCtx, grant: Grant, ids: string[]) {
    const { isOwn, faultOf } = await lookAt(ctx, grant, ids);
    assertNoFault(ids, "vehicleIds", faultOf, (id) => !isOwn.has(id));
  },

  /** Those of these vehicles that can be handed over now. */
  async possible(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const { faultOf } = await lookAt(ctx, grant, ids);
    return ids.filter((id, index) => !faultOf(id, index));
  },

  /**
   * Hands vehicles of the company to its dealer. One that it handed to this dealer already stays.
   * @throws AppError as `assertGood`
   */
  async add(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const { companyId, linkedCompanyId } = grant;
    const { isOwn, current, stale, faultOf } = await lookAt(ctx, grant, ids);
    assertNoFault(ids, "vehicleIds", faultOf, (id) => !isOwn.has(id));
    // What a company handed over that has not the vehicle any more stands in the way of who has it now.
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

  /** Takes back what the dealer got of these vehicles. @returns the vehicles that it took back */
  async takeBack(ctx: KnownCtx, grant: Grant, vehicleIds: string[]): Promise<string[]> {
    const { id, vehicleId } = dealerVehicles;
    const rows = await ctx.db
      .select({ id, vehicleId })
      .from(dealerVehicles)
      .where(and(vehiclesOf(grant), oneOf(vehicleId, vehicleIds)));
    await many.removeMany(
      outsideOf(ctx),
      rows.map((row) => ({ id: row.id })),
    );
    return rows.map((row) => row.vehicleId);
  },

  /** Takes all of them back. */
  async endAll(ctx: KnownCtx, grant: Grant) {
    const all = await ctx.db.select({ id: dealerVehicles.id }).from(dealerVehicles).where(vehiclesOf(grant));
    await many.removeMany(outsideOf(ctx), all);
  },
};
