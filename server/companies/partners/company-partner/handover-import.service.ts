import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyPersLinks, dealerVehicles, pers, vehicles } from "@/db/schema";
import { dealerVehicleCounts, fits, hasVehicle, persLinkCounts } from "@/server/devices/reach/fleet-reach.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { Id, Text } from "@/server/kit/call/wire";
import { importer, type Left, type RowPlan } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import type { Changes } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import type { PartnerLink } from "./company-partner.rules";
import { dealerService, subcontractorService } from "./company-partner.service";
import { persGrantService } from "./pers-grant.service";
import { assertOpen, preparePartner } from "./prepare-partner.service";
import { preparedHandoverService } from "./prepared-handover.service";
import { vehicleGrantService } from "./vehicle-grant.service";

/** A link that was made, or, where `isPrepared`, the thing that is handed over once the partner accepts. */
interface Handed {
  id: string;
  label: string;
  isPrepared?: true;
}
interface Known {
  /** serial number → what it is, and with whom */
  own: Map<string, { id: string; with: string | null; isTheirs: boolean }>;
}

/** What a row of serial numbers would do. */
function handRow(serial: string, { own }: Known, what: string): RowPlan<{ id: string; serial: string }> {
  const found = own.get(serial);
  const column = "serial";
  if (!found)
    return {
      kind: "error",
      column,
      message: t("You have no {what} with this serial number.", { what: within(t(what)) }),
    };
  if (found.isTheirs) return { kind: "same", key: serial };
  if (found.with) return { kind: "error", column, message: t("It is with {company}.", { company: found.with }) };
  return {
    kind: "new",
    key: serial,
    changes: [{ column, before: null, after: serial }],
    write: { id: found.id, serial },
  };
}

const OfPartner = z.object({ partnerId: Id });
const serialColumn = (title: string) =>
  ({
    serial: { title, schema: Text(60), required: true, help: "As it stands in your list." },
  }) as const;

const leftOf = (handed: Handed[], gone: string[]) => {
  const isGone = new Set(gone);
  return handed
    .filter(({ id }) => !isGone.has(id))
    .map(({ id, label }): Left => ({ id, label, reason: "Taken back since, or with somebody else." }));
};

/** The option names a partner of this company. @throws AppError 422 */
async function assertPartner(ctx: KnownCtx, service: typeof dealerService | typeof subcontractorService, id: string) {
  const link = await service.link(ctx, id);
  if (link.status !== "accepted") assertOpen(link);
}

/** What is prepared for a partner who has not accepted; undefined for one who has. */
async function preparedFor(ctx: KnownCtx, link: PartnerLink, what: "vehicle" | "pers") {
  if (link.status === "accepted") return undefined;
  return new Set(await preparedHandoverService.idsOf(ctx, link.id, what));
}

/** Prepares what the rows name. */
async function prepare(
  ctx: KnownCtx,
  link: PartnerLink,
  what: "vehicle" | "pers",
  writes: { id: string; serial: string }[],
) {
  const serialOf = new Map(writes.map(({ id, serial }) => [id, serial]));
  const ids = [...serialOf.keys()];
  await preparePartner.assertGood(ctx, link, what, ids);
  const made = await preparedHandoverService.add(ctx, link.id, what, ids);
  const handed = made.map((id): Handed => ({ id, label: serialOf.get(id) ?? "", isPrepared: true }));
  const changes: Changes = { [`prepared ${what}`]: [null, made.length] };
  return { changes, result: handed };
}

/** What an import handed over at once, and what it prepared. */
const apart = (handed: Handed[]) => ({
  made: handed.filter(({ isPrepared }) => !isPrepared).map(({ id }) => id),
  prepared: handed.filter(({ isPrepared }) => isPrepared).map(({ id }) => id),
});

/** Vehicles of the company for one of its dealers: they are handed over, never made. */
export const dealerVehicleImporter = importer({
  name: "dealer-vehicle",
  options: OfPartner,
  columns: serialColumn("Vehicle Serial Number"),
  key: "serial",
  check: (ctx, { partnerId }) => assertPartner(ctx, dealerService, partnerId),
  async known(ctx, rows, { partnerId }): Promise<Known> {
    const link = await dealerService.link(ctx, partnerId);
    const prepared = await preparedFor(ctx, link, "vehicle");
    const serials = rows.map(({ serial }) => serial);
    const { vehicleSerialNumber } = vehicles;
    const found = await ctx.db
      .select({
        id: vehicles.id,
        serial: vehicleSerialNumber,
        dealerId: dealerVehicles.companyId,
        name: companies.name,
      })
      .from(vehicles)
      .leftJoin(dealerVehicles, and(eq(dealerVehicles.vehicleId, vehicles.id), dealerVehicleCounts(dealerVehicles)))
      .leftJoin(companies, eq(companies.id, dealerVehicles.companyId))
      .where(and(oneOf(vehicleSerialNumber, serials, "text"), hasVehicle(sql`${companyOf(ctx)}::uuid`, vehicles.id)));
    return {
      own: new Map(
        found.map(({ id, serial, dealerId, name }) => [
          serial,
          { id, with: name, isTheirs: prepared ? prepared.has(id) : dealerId === link.linkedCompanyId },
        ]),
      ),
    };
  },
  plan: ({ serial }, known: Known) => handRow(serial, known, "vehicle"),
  write: (ctx, writes: { id: string; serial: string }[], { partnerId }) =>
    dealerService.handOver(ctx, partnerId, "hand-over-vehicles", {
      now: async (ctx, grant) => {
        const made = await vehicleGrantService.add(
          ctx,
          grant,
          writes.map(({ id }) => id),
        );
        const handed = made.map((id, index): Handed => ({ id, label: writes[index]?.serial ?? "" }));
        return { changes: { vehicles: [null, made.length] }, result: handed };
      },
      later: (ctx, link) => prepare(ctx, link, "vehicle", writes),
    }),
  undo: async (ctx, handed: Handed[], { partnerId }) => {
    const link = await dealerService.link(ctx, partnerId);
    const { made, prepared } = apart(handed);
    const gone = await vehicleGrantService.remove(ctx, link, { ids: made });
    const back = await preparedHandoverService.remove(ctx, link.id, "vehicle", prepared);
    const handedSince = await vehicleGrantService.takeBack(ctx, link, prepared);
    return leftOf(handed, [...gone, ...back, ...handedSince]);
  },
});

/** Devices of the company for one of its subcontractors. */
export const subcontractorPersImporter = importer({
  name: "subcontractor-pers",
  options: OfPartner,
  columns: serialColumn("Serial Number"),
  key: "serial",
  check: (ctx, { partnerId }) => assertPartner(ctx, subcontractorService, partnerId),
  async known(ctx, rows, { partnerId }): Promise<Known> {
    const link = await subcontractorService.link(ctx, partnerId);
    const prepared = await preparedFor(ctx, link, "pers");
    const serials = rows.map(({ serial }) => serial);
    const open = and(
      eq(companyPersLinks.persId, pers.id),
      eq(companyPersLinks.linkType, 2),
      persLinkCounts(companyPersLinks),
    );
    const found = await ctx.db
      .select({
        id: pers.id,
        serial: pers.nuSerialPersNumber,
        companyId: companyPersLinks.companyId,
        grantedBy: companyPersLinks.grantedByCompanyId,
        name: companies.name,
      })
      .from(pers)
      .leftJoin(companyPersLinks, open)
      .leftJoin(companies, eq(companies.id, companyPersLinks.companyId))
      .where(and(oneOf(pers.nuSerialPersNumber, serials, "text"), fits(sql`${companyOf(ctx)}::uuid`, pers.id)));
    return {
      own: new Map(
        found.map(({ id, serial, companyId, grantedBy, name }) => [
          serial,
          {
            id,
            with: name,
            isTheirs: prepared ? prepared.has(id) : companyId === link.linkedCompanyId && grantedBy === companyOf(ctx),
          },
        ]),
      ),
    };
  },
  plan: ({ serial }, known: Known) => handRow(serial, known, "PERS device"),
  write: (ctx, writes: { id: string; serial: string }[], { partnerId }) =>
    subcontractorService.handOver(ctx, partnerId, "manage-pers", {
      now: async (ctx, grant) => {
        const made = await persGrantService.add(
          ctx,
          grant,
          writes.map(({ id }) => id),
        );
        const handed = made.map((id, index): Handed => ({ id, label: writes[index]?.serial ?? "" }));
        return { changes: { pers: [null, made.length] }, result: handed };
      },
      later: (ctx, link) => prepare(ctx, link, "pers", writes),
    }),
  undo: async (ctx, handed: Handed[], { partnerId }) => {
    const link = await subcontractorService.link(ctx, partnerId);
    const { made, prepared } = apart(handed);
    const gone = await persGrantService.end(ctx, link, made);
    const back = await preparedHandoverService.remove(ctx, link.id, "pers", prepared);
    const handedSince = await persGrantService.takeBack(ctx, link, prepared);
    return leftOf(handed, [...gone, ...back, ...handedSince]);
  },
});
