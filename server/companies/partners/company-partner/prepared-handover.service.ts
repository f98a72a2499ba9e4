import { eq, sql } from "drizzle-orm";
import {
  companyLinks,
  modelPers,
  pers,
  preparedHandovers as prepared,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { audit, type Changes } from "@/server/kit/record/audit";
import { brandGrantService } from "./brand-grant.service";
import { type Grant, shownPers, shownVehicle } from "./partner-holding.service";
import { persGrantService } from "./pers-grant.service";
import { vehicleGrantService } from "./vehicle-grant.service";

/** What can be handed over, by the column that names it. */
const columns = { vehicle: "vehicleId", pers: "persId", brand: "vehicleBrandId" } as const;
export type Handed = keyof typeof columns;

interface PreparedLink extends Grant {
  id: string;
}

async function idsOf(ctx: Ctx, linkId: string, what: Handed): Promise<string[]> {
  const column = prepared[columns[what]];
  const rows = await ctx.db
    .select({ id: column })
    .from(prepared)
    .where(sql`${prepared.companyLinkId} = ${linkId} and ${column} is not null`)
    .orderBy(prepared.id);
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * What a company means to hand to a partner that has not accepted yet. It is checked as a hand-over is, and handed over
 * when the partner accepts; nobody but the company sees it before.
 */
export const preparedHandoverService = {
  idsOf,

  /** Adds things that are good to be handed over. @returns those that were not there yet */
  async add(ctx: KnownCtx, linkId: string, what: Handed, ids: string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const column = columns[what];
    const made = await ctx.db
      .insert(prepared)
      .values(ids.map((id) => ({ companyLinkId: linkId, [column]: id })))
      .onConflictDoNothing()
      .returning({ id: prepared[column] });
    return made.flatMap(({ id }) => id ?? []);
  },

  /** Takes things out again. @returns those that were there */
  async remove(ctx: KnownCtx, linkId: string, what: Handed, ids: string[]): Promise<string[]> {
    const column = prepared[columns[what]];
    const gone = await ctx.db
      .delete(prepared)
      .where(sql`${prepared.companyLinkId} = ${linkId} and ${oneOf(column, ids)}`)
      .returning({ id: column });
    return gone.flatMap(({ id }) => id ?? []);
  },

  /** Forgets all of it, such as where the partner refused. */
  clear: (ctx: KnownCtx, linkIds: string[]) => ctx.db.delete(prepared).where(oneOf(prepared.companyLinkId, linkIds)),

  /**
   * The partner has accepted: hands over what was prepared, in the transaction of the acceptance. What cannot be handed
   * over any more, such as a vehicle that went to somebody else, is left out, and the trail says how many.
   */
  async handOver(ctx: KnownCtx, link: PreparedLink, label: string) {
    const grant: Grant = { companyId: link.companyId, linkedCompanyId: link.linkedCompanyId };
    const services = { vehicle: vehicleGrantService, pers: persGrantService, brand: brandGrantService };
    const changes: Changes = {};
    for (const what of ["vehicle", "pers", "brand"] as const) {
      const ids = await idsOf(ctx, link.id, what);
      if (ids.length === 0) continue;
      const possible = await services[what].possible(ctx, grant, ids);
      await services[what].add(ctx, grant, possible);
      changes[`prepared ${what}`] = [ids.length, possible.length];
    }
    if (Object.keys(changes).length === 0) return;
    await preparedHandoverService.clear(ctx, [link.id]);
    await audit(ctx, {
      objectType: "company-link",
      objectId: link.id,
      objectLabel: label,
      companyId: link.companyId,
      action: "hand-over-prepared",
      changes,
    });
  },

  /** What is prepared for a partner, as it is shown to the company. */
  async of(ctx: Ctx, linkId: string) {
    const of = eq(prepared.companyLinkId, linkId);
    return {
      vehicles: await ctx.db
        .select(shownVehicle)
        .from(prepared)
        .innerJoin(vehicles, eq(vehicles.id, prepared.vehicleId))
        .innerJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
        .innerJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
        .where(of)
        .orderBy(vehicles.vehicleSerialNumber),
      pers: await ctx.db
        .select(shownPers)
        .from(prepared)
        .innerJoin(pers, eq(pers.id, prepared.persId))
        .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
        .where(of)
        .orderBy(pers.nuSerialPersNumber),
      brands: await ctx.db
        .select({ id: vehicleBrands.id, name: vehicleBrands.name })
        .from(prepared)
        .innerJoin(vehicleBrands, eq(vehicleBrands.id, prepared.vehicleBrandId))
        .where(of)
        .orderBy(vehicleBrands.name),
    };
  },

  /** Which of these are prepared for another partner of the company, by their id with the partner's name. */
  async elsewhere(ctx: Ctx, { id, companyId }: PreparedLink, what: Exclude<Handed, "brand">, ids: string[]) {
    const column = prepared[columns[what]];
    const rows = await ctx.db
      .select({ id: column, name: companyLinks.name })
      .from(prepared)
      .innerJoin(companyLinks, eq(companyLinks.id, prepared.companyLinkId))
      .where(sql`${companyLinks.companyId} = ${companyId} and ${companyLinks.id} <> ${id} and ${oneOf(column, ids)}`);
    return new Map(rows.map((row) => [row.id ?? "", row.name]));
  },
};
