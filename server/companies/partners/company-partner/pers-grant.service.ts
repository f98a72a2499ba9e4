import { and, eq, sql } from "drizzle-orm";
import { companyPersLinks as links, pers } from "@/db/schema";
import { companyPersLinkService } from "@/server/companies/fleet/company-pers-link/company-pers-link.service";
import { fits, persLinkCounts } from "@/server/devices/reach/fleet-reach.service";
import { isCurrent, lockLinked, momentNow, overlaps } from "@/server/devices/reach/link-period.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { outsideOf } from "@/server/kit/list/scope";
import type { Changes } from "@/server/kit/record/audit";
import { manyOf } from "@/server/kit/record/many-service";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { assertNoFault, type Faults, said } from "./partner-grant.rules";
import { type Grant, persOf } from "./partner-holding.service";

// Always as the company that grants: it is said in every condition, and what belongs to the company that gets is written
// as outside of a company (ADR 44).

const many = manyOf(companyPersLinkService);

/** Ends links to devices now, once they are locked. @returns the ids of those that it ended */
async function endNow(ctx: KnownCtx, ids: string[]) {
  if (ids.length === 0) return [];
  const outside = outsideOf(ctx);
  await many.lockMany(outside, ids);
  const endDate = await momentNow(ctx);
  return many.updateMany(
    outside,
    ids.map((id) => ({ id, values: { endDate }, action: "end" })),
  );
}

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

/** What is wrong with handing these devices over, and what somebody handed over who does not fit them any more. */
async function lookAt(ctx: Ctx, grant: Grant, asked: string[], { names, held = new Set() }: Locked) {
  const ids = asked.filter((id) => !held.has(id));
  const own = await fitted(ctx, grant.companyId, ids);
  const ofThem = and(eq(links.linkType, 2), oneOf(links.persId, ids));
  const stale = await ctx.db
    .select({ id: links.id })
    .from(links)
    .where(and(ofThem, isCurrent(links), sql`not ${persLinkCounts(links)}`, oneOf(links.persId, [...own])));
  const staleIds = stale.map(({ id }) => id);
  const taken = await overlaps(
    ctx,
    { table: links, linked: links.persId, where: and(ofThem, sql`not ${oneOf(links.id, staleIds)}`) },
    { startDate: await momentNow(ctx), endDate: null },
  );
  const isUnknown = (id: string) => !held.has(id) && !own.has(id);
  const faultOf: Faults = (id, index) => {
    if (isUnknown(id)) return t("There is no such {what}.", { what: within(t("PERS device")) });
    if (asked.indexOf(id) < index) return "It is in the list twice.";
    const link = held.has(id) ? undefined : taken.get(id);
    return (
      link &&
      t("The PERS device {name} has a subcontractor already: {which}", { name: names.get(id) ?? "", which: link })
    );
  };
  return { ids, staleIds, faultOf, isUnknown };
}

/**
 * Hands devices over that are locked. Only who fits a device may; what somebody handed over who does not fit it any more
 * is ended.
 */
async function handOver(ctx: KnownCtx, grant: Grant, asked: string[], locked: Locked) {
  const { ids, staleIds, faultOf, isUnknown } = await lookAt(ctx, grant, asked, locked);
  assertNoFault(asked, "persIds", faultOf, isUnknown);
  await endNow(ctx, staleIds);
  const startDate = await momentNow(ctx);
  const { companyId, linkedCompanyId } = grant;
  const made = ids.map((persId) => ({
    persId,
    companyId: linkedCompanyId,
    grantedByCompanyId: companyId,
    linkType: 2,
    startDate,
  }));
  return made.length ? many.createMany(outsideOf(ctx), made) : [];
}

const serials = (ctx: Ctx, ids: string[]) => lockLinked(ctx, pers, pers.nuSerialPersNumber, ids);

/** The links that count from this company to its partner. */
const currentOf = (ctx: Ctx, grant: Grant) =>
  ctx.db.select({ id: links.id, persId: links.persId }).from(links).where(persOf(grant));

/** Ends these links. @returns what changed */
async function takeBack(ctx: KnownCtx, gone: { id: string; persId: string }[], names: Map<string, string>) {
  await endNow(
    ctx,
    gone.map(({ id }) => id),
  );
  return said(
    names,
    "PERS",
    [],
    gone.map(({ persId }) => persId),
  );
}

/** The devices that a company hands to a subcontractor. */
export const persGrantService = {
  /** @throws AppError 422 that names each device which the company does not fit, or which has a subcontractor */
  async assertGood(ctx: KnownCtx, grant: Grant, ids: string[]) {
    const { faultOf, isUnknown } = await lookAt(ctx, grant, ids, { names: await serials(ctx, ids) });
    assertNoFault(ids, "persIds", faultOf, isUnknown);
  },

  /** Those of these devices that can be handed over now. */
  async possible(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const { faultOf } = await lookAt(ctx, grant, ids, { names: await serials(ctx, ids) });
    return ids.filter((id, index) => !faultOf(id, index));
  },

  /**
   * Sets the whole set of devices that this company handed over; those of others stay.
   * @returns what changed
   * @throws AppError 422 that names each device which the company does not fit, or which has a subcontractor
   */
  async set(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const current = await currentOf(ctx, grant);
    const held = new Set(current.map(({ persId }) => persId));
    const names = await serials(ctx, [...new Set([...ids, ...held])]);
    const wanted = new Set(ids);
    const gone = current.filter(({ persId }) => !wanted.has(persId));
    const takenBack = await takeBack(ctx, gone, names);
    await handOver(ctx, grant, ids, { names, held });
    const added = ids.filter((id) => !held.has(id));
    return { ...said(names, "PERS", added, []), ...takenBack };
  },

  /** Hands more devices over; one that the partner has already stays. @returns what changed @throws as `set` */
  async addTo(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const held = new Set((await currentOf(ctx, grant)).map(({ persId }) => persId));
    const names = await serials(ctx, ids);
    await handOver(ctx, grant, ids, { names, held });
    return said(
      names,
      "PERS",
      ids.filter((id) => !held.has(id)),
      [],
    );
  },

  /** Takes devices back; one that the partner does not have is left out. @returns what changed */
  async takeFrom(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<Changes> {
    const names = await serials(ctx, ids);
    const asked = new Set(ids);
    const gone = (await currentOf(ctx, grant)).filter(({ persId }) => asked.has(persId));
    return takeBack(ctx, gone, names);
  },

  /** Hands more devices over. @returns the ids of the links, in their order @throws as `set` */
  async add(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const names = await serials(ctx, ids);
    return handOver(ctx, grant, ids, { names });
  },

  /** Ends those of these links to devices that this company made. @returns the ids of those that it ended */
  async end(ctx: KnownCtx, grant: Grant, ids: string[]): Promise<string[]> {
    const rows = await ctx.db
      .select({ id: links.id })
      .from(links)
      .where(and(persOf(grant), oneOf(links.id, ids)));
    return endNow(
      ctx,
      rows.map(({ id }) => id),
    );
  },

  /** Ends what the subcontractor got of these devices. @returns the devices */
  async takeBack(ctx: KnownCtx, grant: Grant, persIds: string[]): Promise<string[]> {
    const rows = await ctx.db
      .select({ id: links.id, persId: links.persId })
      .from(links)
      .where(and(persOf(grant), oneOf(links.persId, persIds)));
    await endNow(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map(({ persId }) => persId);
  },

  /** Ends all of them. */
  async endAll(ctx: KnownCtx, grant: Grant) {
    const all = await ctx.db.select({ id: links.id }).from(links).where(persOf(grant));
    await endNow(
      ctx,
      all.map(({ id }) => id),
    );
  },
};
