import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyPersLinks, dealerVehicles, pers, vehicles } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { broken } from "@/server/kit/errors";
import { importer, type Left, type RowPlan } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list-filters";
import { companyOf } from "@/server/kit/scope";
import { Id, Text } from "@/server/kit/wire";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { dealerVehicleCounts, fits, hasVehicle, persLinkCounts } from "../fleet-reach.service";
import { dealerService, subcontractorService } from "./company-partner.service";
import { persGrantService } from "./pers-grant.service";
import { vehicleGrantService } from "./vehicle-grant.service";

interface Handed {
  id: string;
  label: string;
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
  const { status } = await service.link(ctx, id);
  if (status !== "accepted") throw broken("partnerId", "This partner has not accepted your invitation.");
}

/** Vehicles of the company for one of its dealers: they are handed over, never made. */
export const dealerVehicleImporter = importer({
  name: "dealer-vehicle",
  options: OfPartner,
  columns: serialColumn("Vehicle Serial Number"),
  key: "serial",
  check: (ctx, { partnerId }) => assertPartner(ctx, dealerService, partnerId),
  async known(ctx, rows, { partnerId }): Promise<Known> {
    const { linkedCompanyId } = await dealerService.link(ctx, partnerId);
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
          { id, with: name, isTheirs: dealerId === linkedCompanyId },
        ]),
      ),
    };
  },
  plan: ({ serial }, known: Known) => handRow(serial, known, "vehicle"),
  write: (ctx, writes: { id: string; serial: string }[], { partnerId }) =>
    dealerService.handOver(ctx, partnerId, "hand-over-vehicles", async (ctx, grant) => {
      const made = await vehicleGrantService.add(
        ctx,
        grant,
        writes.map(({ id }) => id),
      );
      const handed = made.map((id, index): Handed => ({ id, label: writes[index]?.serial ?? "" }));
      return { changes: { vehicles: [null, made.length] }, result: handed };
    }),
  undo: async (ctx, handed: Handed[], { partnerId }) => {
    const grant = await dealerService.link(ctx, partnerId);
    return leftOf(handed, await vehicleGrantService.remove(ctx, grant, { ids: handed.map(({ id }) => id) }));
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
    const { linkedCompanyId } = await subcontractorService.link(ctx, partnerId);
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
          { id, with: name, isTheirs: companyId === linkedCompanyId && grantedBy === companyOf(ctx) },
        ]),
      ),
    };
  },
  plan: ({ serial }, known: Known) => handRow(serial, known, "PERS device"),
  write: (ctx, writes: { id: string; serial: string }[], { partnerId }) =>
    subcontractorService.handOver(ctx, partnerId, "manage-pers", async (ctx, grant) => {
      const made = await persGrantService.add(
        ctx,
        grant,
        writes.map(({ id }) => id),
      );
      const handed = made.map((id, index): Handed => ({ id, label: writes[index]?.serial ?? "" }));
      return { changes: { pers: [null, made.length] }, result: handed };
    }),
  undo: async (ctx, handed: Handed[], { partnerId }) => {
    const grant = await subcontractorService.link(ctx, partnerId);
    return leftOf(
      handed,
      await persGrantService.end(
        ctx,
        grant,
        handed.map(({ id }) => id),
      ),
    );
  },
});
