import { and, eq, isNull } from "drizzle-orm";
import { companyVehicleBrandLinks as links, vehicleBrands } from "@/db/schema";
import { companyVehicleBrandLinkService } from "@/server/companies/fleet/company-vehicle-brand-link/company-vehicle-brand-link.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { outsideOf } from "@/server/kit/list/scope";
import type { Changes } from "@/server/kit/record/audit";
import { manyOf } from "@/server/kit/record/many-service";
import { t } from "@/texts/t";
import { assertNoFault, difference, type Faults, said } from "./partner-grant.rules";
import { brandsOf, type Grant } from "./partner-holding.service";

// Always as the company that grants: it is said in every condition, and what belongs to the company that gets is written
// as outside of a company (ADR 44).

const many = manyOf(companyVehicleBrandLinkService);

/** The names of brands, by id. */
async function namesOf(ctx: Ctx, ids: string[]) {
  const { id, name } = vehicleBrands;
  const rows = await ctx.db.select({ id, name }).from(vehicleBrands).where(oneOf(id, ids));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The brands that this company handed to its partner. */
const currentOf = (ctx: Ctx, grant: Grant) =>
  ctx.db.select({ id: links.id, brandId: links.vehicleBrandId }).from(links).where(brandsOf(grant));

/** Those of these brands that the company is the manufacturer of. */
async function ownOf(ctx: Ctx, companyId: string, ids: string[]) {
  const rows = await ctx.db
    .select({ id: links.vehicleBrandId })
    .from(links)
    .where(
      and(
        eq(links.companyId, companyId),
        eq(links.linkType, 1),
        isNull(links.grantedByCompanyId),
        oneOf(links.vehicleBrandId, ids),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** @throws AppError 422 that names each brand which the company is not the manufacturer of, except those that are held */
async function assertOwn(ctx: Ctx, { companyId }: Grant, ids: string[], held: string[]) {
  const isOwn = await ownOf(ctx, companyId, difference(ids, held));
  const isUnknown = (id: string) => !held.includes(id) && !isOwn.has(id);
  const faultOf: Faults = (id, index) => {
    if (isUnknown(id)) return t("There is no such {what}.", { what: t("vehicle brand") });
    return ids.indexOf(id) < index ? "It is in the list twice." : undefined;
  };
  assertNoFault(ids, "vehicleBrandIds", faultOf, isUnknown);
}

/** Hands brands over. @param held what the partner has already, which stays @returns the ids of those added */
async function handOver(ctx: KnownCtx, grant: Grant, ids: string[], held: string[]) {
  const { companyId, linkedCompanyId } = grant;
  const added = difference(ids, held);
  await assertOwn(ctx, grant, ids, held);
  const made = added.map((vehicleBrandId) => ({
    vehicleBrandId,
    companyId: linkedCompanyId,
    grantedByCompanyId: companyId,
    linkType: 2,
  }));
  if (made.length) await many.createMany(outsideOf(ctx), made);
  return added;
}

/** Takes brands back. @returns the ids of the brands */
async function takeBack(ctx: KnownCtx, gone: { id: string; brandId: string }[]) {
  await many.removeMany(
    outsideOf(ctx),
    gone.map(({ id }) => ({ id })),
  );
  return gone.map(({ brandId }) => brandId);
}

/** The brands that a company hands to a subcontractor. */
export const brandGrantService = {
  /** @throws AppError 422 that names each brand which the company is not the manufacturer of */
  assertGood: (ctx: KnownCtx, grant: Grant, ids: string[]) => assertOwn(ctx, grant, ids, []),

  /** Those of these brands that can be handed over now. */
  async possible(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const own = await ownOf(ctx, grant.companyId, ids);
    return ids.filter((id) => own.has(id));
  },

  /** Hands more brands over; one that the partner has already stays. @returns the brands that were added */
  async add(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const held = (await currentOf(ctx, grant)).map(({ brandId }) => brandId);
    return handOver(ctx, grant, ids, held);
  },

  /**
   * Sets the whole set of brands that this company handed over; those of others stay.
   * @throws AppError 422 for a brand that the company is not the manufacturer of
   */
  async set(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const current = await currentOf(ctx, grant);
    const held = current.map(({ brandId }) => brandId);
    const added = await handOver(ctx, grant, ids, held);
    const gone = await takeBack(
      ctx,
      current.filter(({ brandId }) => !ids.includes(brandId)),
    );
    return said(await namesOf(ctx, [...ids, ...held]), "brand", added, gone);
  },

  /** Hands more brands over; one that the partner has already stays. @returns what changed @throws as `set` */
  async addTo(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const added = await brandGrantService.add(ctx, grant, ids);
    return said(await namesOf(ctx, added), "brand", added, []);
  },

  /** Takes brands back; one that the partner does not have is left out. @returns what changed */
  async takeFrom(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const current = await currentOf(ctx, grant);
    const gone = await takeBack(
      ctx,
      current.filter(({ brandId }) => ids.includes(brandId)),
    );
    return said(await namesOf(ctx, gone), "brand", [], gone);
  },

  /** Takes all of them back. */
  async endAll(ctx: KnownCtx, grant: Grant) {
    const all = await ctx.db.select({ id: links.id }).from(links).where(brandsOf(grant));
    await many.removeMany(outsideOf(ctx), all);
  },
};
