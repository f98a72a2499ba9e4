import { and, eq, isNull, sql } from "drizzle-orm";
import { companyPersLinks, companyVehicleBrandLinks, dealerVehicles, pers, vehicleBrands, vehicles } from "@/db/schema";
import type { Changes } from "@/server/kit/audit";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list-filters";
import type { ListTable } from "@/server/kit/list-source";
import { manyOf } from "@/server/kit/many-service";
import { companyPersLinkService } from "../company-pers-link/company-pers-link.service";
import { companyVehicleBrandLinkService } from "../company-vehicle-brand-link/company-vehicle-brand-link.service";
import { dealerVehicleCounts, fits, hasVehicle, persLinkCounts } from "../fleet-reach.service";
import { isCurrent, lockLinked, overlaps } from "../link-period.service";
import { dealerVehicleService } from "./dealer-vehicle.service";
import { assertNoFault, difference, type Faults, said } from "./partner-grant.rules";
import { brandsOf, type Grant, persOf, vehiclesOf } from "./partner-holding.service";

// What a company hands to its partner, always as the company that grants it. The records of these links belong to the
// company that gets them, so the grantor is said in every condition here, and they are written as outside of a company.

const persLinks = companyPersLinks;
const brandLinks = companyVehicleBrandLinks;
const manyPers = manyOf(companyPersLinkService);
const manyBrands = manyOf(companyVehicleBrandLinkService);
const manyVehicles = manyOf(dealerVehicleService);

const outside = ({ company: _, ...ctx }: KnownCtx): KnownCtx => ctx;

/** Ends links to devices now. */
const endPers = (ctx: KnownCtx, ids: string[], endDate: string) =>
  manyPers.updateMany(
    outside(ctx),
    ids.map((id) => ({ id, values: { endDate }, action: "end" })),
  );

/** Those of these devices that the company fits. */
async function fitted(ctx: Ctx, companyId: string, ids: string[]) {
  const rows = await ctx.db
    .select({ id: pers.id })
    .from(pers)
    .where(and(oneOf(pers.id, ids), fits(sql`${companyId}::uuid`, pers.id)));
  return new Set(rows.map(({ id }) => id));
}

interface Locked {
  /** what people call the devices, which are locked */
  names: Map<string, string>;
  /** those that the partner has already, which stay */
  held?: Set<string>;
}

/**
 * Hands devices over that are locked. Only who fits a device may; what somebody handed over who does not fit it any more
 * is ended.
 */
async function addPers(ctx: KnownCtx, grant: Grant, asked: string[], { names, held = new Set() }: Locked) {
  const ids = asked.filter((id) => !held.has(id));
  const startDate = new Date().toISOString();
  const own = await fitted(ctx, grant.companyId, ids);
  const ofThem = and(eq(persLinks.linkType, 2), oneOf(persLinks.persId, ids));
  const stale = await ctx.db
    .select({ id: persLinks.id })
    .from(persLinks)
    .where(and(ofThem, isCurrent(persLinks), sql`not ${persLinkCounts(persLinks)}`, oneOf(persLinks.persId, [...own])));
  await endPers(
    ctx,
    stale.map(({ id }) => id),
    startDate,
  );
  const taken = await overlaps(
    ctx,
    { table: persLinks, linked: persLinks.persId, where: ofThem },
    { startDate, endDate: null },
  );
  const faultOf: Faults = (id, index) => {
    if (held.has(id)) return asked.indexOf(id) < index ? "It is in the list twice." : undefined;
    if (!own.has(id)) return "There is no such PERS device.";
    if (asked.indexOf(id) < index) return "It is in the list twice.";
    const link = taken.get(id);
    return link && `The PERS device ${names.get(id)} has a subcontractor already: ${link}`;
  };
  assertNoFault(asked, "persIds", faultOf, (id) => !held.has(id) && !own.has(id));
  const { companyId, linkedCompanyId } = grant;
  const made = ids.map((persId) => ({
    persId,
    companyId: linkedCompanyId,
    grantedByCompanyId: companyId,
    linkType: 2,
    startDate,
  }));
  return made.length ? manyPers.createMany(outside(ctx), made) : [];
}

const serials = (ctx: Ctx, ids: string[]) => lockLinked(ctx, pers, pers.nuSerialPersNumber, ids);

/** The names of records, by id. */
async function namesOf(ctx: Ctx, table: ListTable, label: typeof vehicleBrands.name, ids: string[]) {
  const rows = await ctx.db.select({ id: table.id, label }).from(vehicleBrands).where(oneOf(table.id, ids));
  return new Map(rows.map((row) => [String(row.id), row.label]));
}

export const partnerGrantService = {
  /**
   * Sets the whole set of devices that this company handed over; those of others stay.
   * @returns what changed
   * @throws AppError 422 that names each device which the company does not fit, or which has a subcontractor
   */
  async setPers(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const current = await ctx.db
      .select({ id: persLinks.id, persId: persLinks.persId })
      .from(persLinks)
      .where(persOf(grant));
    const held = current.map(({ persId }) => persId);
    const names = await serials(ctx, [...new Set([...ids, ...held])]);
    const wanted = new Set(ids);
    const gone = current.filter(({ persId }) => !wanted.has(persId));
    await endPers(
      ctx,
      gone.map(({ id }) => id),
      new Date().toISOString(),
    );
    const isHeld = new Set(held);
    const added = ids.filter((id) => !isHeld.has(id));
    await addPers(ctx, grant, ids, { names, held: isHeld });
    return said(
      names,
      "PERS",
      added,
      gone.map(({ persId }) => persId),
    );
  },

  /** Hands more devices over. @returns the ids of the links, in their order @throws as `setPers` */
  async addPers(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const names = await serials(ctx, ids);
    return addPers(ctx, grant, ids, { names });
  },

  /** Ends those of these links to devices that this company made. @returns the ids of those that it ended */
  async endPersLinks(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const rows = await ctx.db
      .select({ id: persLinks.id })
      .from(persLinks)
      .where(and(persOf(grant), oneOf(persLinks.id, ids)));
    return endPers(
      ctx,
      rows.map(({ id }) => id),
      new Date().toISOString(),
    );
  },

  /**
   * Sets the whole set of brands that this company handed over; those of others stay.
   * @throws AppError 422 for a brand that the company is not the manufacturer of
   */
  async setBrands(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const { companyId, linkedCompanyId } = grant;
    const current = await ctx.db
      .select({ id: brandLinks.id, brandId: brandLinks.vehicleBrandId })
      .from(brandLinks)
      .where(brandsOf(grant));
    const held = current.map(({ brandId }) => brandId);
    const added = difference(ids, held);
    const own = await ctx.db
      .select({ id: brandLinks.vehicleBrandId })
      .from(brandLinks)
      .where(
        and(
          eq(brandLinks.companyId, companyId),
          eq(brandLinks.linkType, 1),
          isNull(brandLinks.grantedByCompanyId),
          oneOf(brandLinks.vehicleBrandId, added),
        ),
      );
    const isOwn = new Set(own.map(({ id }) => id));
    const faultOf: Faults = (id, index) => {
      if (!held.includes(id) && !isOwn.has(id)) return "There is no such vehicle brand.";
      return ids.indexOf(id) < index ? "It is in the list twice." : undefined;
    };
    assertNoFault(ids, "vehicleBrandIds", faultOf, (id) => !held.includes(id) && !isOwn.has(id));
    const gone = current.filter(({ brandId }) => !ids.includes(brandId));
    await manyBrands.removeMany(
      outside(ctx),
      gone.map(({ id }) => ({ id })),
    );
    const made = added.map((vehicleBrandId) => ({
      vehicleBrandId,
      companyId: linkedCompanyId,
      grantedByCompanyId: companyId,
      linkType: 2,
    }));
    if (made.length) await manyBrands.createMany(outside(ctx), made);
    const names = await namesOf(ctx, vehicleBrands, vehicleBrands.name, [...ids, ...held]);
    return said(
      names,
      "brand",
      added,
      gone.map(({ brandId }) => brandId),
    );
  },

  /**
   * Hands vehicles of the company to its dealer. One that it handed to this dealer already stays.
   * @throws AppError 422 that names each vehicle which is not the company's, or is with another dealer
   */
  async addVehicles(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
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
      if (!isOwn.has(id)) return "There is no such vehicle.";
      if (ids.indexOf(id) < index) return "It is in the list twice.";
      const row = current.get(id);
      return row && row.dealerId !== linkedCompanyId
        ? `The vehicle ${names.get(id)} is with another dealer.`
        : undefined;
    };
    assertNoFault(ids, "vehicleIds", faultOf, (id) => !isOwn.has(id));
    // What a company handed over that has not the vehicle any more stands in the way of who has it now.
    const stale = there.filter(({ counts }) => !counts);
    await manyVehicles.removeMany(
      outside(ctx),
      stale.map(({ id }) => ({ id })),
    );
    const made = ids
      .filter((id) => !current.has(id))
      .map((vehicleId) => ({ vehicleId, companyId: linkedCompanyId, grantedByCompanyId: companyId }));
    return made.length ? manyVehicles.createMany(outside(ctx), made) : [];
  },

  /** Takes vehicles back, by the vehicles or by the rows. @returns the ids of the rows that it took back */
  async removeVehicles(
    ctx: KnownCtx,
    grant: Grant,
    by: { vehicleIds: string[] } | { ids: string[] },
  ): Promise<string[]> {
    const these = "ids" in by ? oneOf(dealerVehicles.id, by.ids) : oneOf(dealerVehicles.vehicleId, by.vehicleIds);
    const rows = await ctx.db
      .select({ id: dealerVehicles.id })
      .from(dealerVehicles)
      .where(and(vehiclesOf(grant), these));
    await manyVehicles.removeMany(outside(ctx), rows);
    return rows.map(({ id }) => id);
  },

  /** Takes everything back that the company handed to this partner: the partnership ends. */
  async endAll(ctx: KnownCtx, grant: Grant) {
    const devices = await ctx.db.select({ id: persLinks.id }).from(persLinks).where(persOf(grant));
    await endPers(
      ctx,
      devices.map(({ id }) => id),
      new Date().toISOString(),
    );
    const brands = await ctx.db.select({ id: brandLinks.id }).from(brandLinks).where(brandsOf(grant));
    await manyBrands.removeMany(outside(ctx), brands);
    const handed = await ctx.db.select({ id: dealerVehicles.id }).from(dealerVehicles).where(vehiclesOf(grant));
    await manyVehicles.removeMany(outside(ctx), handed);
  },
};
