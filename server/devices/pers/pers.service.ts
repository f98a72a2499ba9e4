import { desc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companyPersLinks,
  firmwareCategories,
  firmwareVersions,
  modelPers,
  pers,
  persCurrentData,
  persFirmware,
  persFirmwareHistory,
  persFormerSerials,
  vehicles,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { emptyFilter, rangeFilters, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { searchable } from "@/server/kit/list/searchable";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { same } from "@/server/kit/value/same.rules";
import { versionKey } from "@/server/kit/value/version.rules";
import { t } from "@/texts/t";
import { hasNewerFirmware } from "./newer-firmware.service";
import { type CreatePers, ListPers } from "./pers.schema";
import {
  batteryFilters,
  heardInLastDays,
  inRollout,
  kitDiffers,
  linkTypes,
  loadPers,
  neverHeard,
  ofCompanies,
  ofFirmware,
  ofVehicleModels,
  onVehicle,
  silence,
  silentForDays,
  withIds,
  withOpenAlert,
  withOpenAlertOfLevel,
} from "./pers-row.service";

type Fields = z.output<typeof CreatePers>;

const list = listService({
  table: pers,
  scope: "global",
  counted: "all",
  load: loadPers,
  input: ListPers,
  joins: [
    { table: modelPers, on: eq(modelPers.id, pers.modelPERSId) },
    { table: firmwareVersions, on: eq(firmwareVersions.id, pers.firmwareVersionId) },
    { table: persCurrentData, on: eq(persCurrentData.persId, pers.id), isRequired: true },
  ],
  sort: {
    nuSerialPersNumber: pers.nuSerialPersNumber,
    createdAt: pers.createdAt,
    updatedAt: pers.updatedAt,
    status: pers.status,
    erpPersId: pers.erpPersId,
    "modelPERS.label": modelPers.label,
    firmwareVersion: firmwareVersions.firmwareVersionSort,
    lastMessageAt: [persCurrentData.heardHour, persCurrentData.lastMessageAt],
  },
  filters: {
    ids: (ids) => oneOf(pers.id, ids),
    nuSerialPersNumber: contains(pers.nuSerialPersNumber),
    modelPERSId: equals(pers.modelPERSId),
    ...setFilters("modelPERSId", pers.modelPERSId),
    firmwareVersionId: equals(pers.firmwareVersionId),
    ...setFilters("firmwareVersionId", pers.firmwareVersionId),
    ...emptyFilter("firmwareVersionId", pers.firmwareVersionId),
    ...rangeFilters("firmwareVersion", ofFirmware, versionKey),
    erpPersId: contains(pers.erpPersId),
    ...emptyFilter("erpPersId", pers.erpPersId),
    nameVehicle: (value) => onVehicle(contains(vehicles.nameVehicle)(value)),
    vehicleSerialNumber: (value) => onVehicle(contains(vehicles.vehicleSerialNumber)(value)),
    vehicleBrand: ofVehicleModels,
    vehicleRegistrationNumber: (value) => onVehicle(contains(vehicles.vehicleRegistrationNumber)(value)),
    manufacturer: ofCompanies(linkTypes.manufacturer),
    subcontractor: ofCompanies(linkTypes.subcontractor),
    initialKitConfiguration: contains(sql`backoffice.kit_text(${pers.initialKitConfiguration})`),
    currentKitConfiguration: contains(sql`backoffice.kit_text(${pers.currentKitConfiguration})`),
    status: equals(pers.status),
    ...setFilters("status", pers.status, "text"),
    lastMessageAtInLastDays: heardInLastDays,
    lastMessageAtIsEmpty: neverHeard,
    ...batteryFilters,
    hasOpenAlert: (value) => (value ? withOpenAlert() : sql`not ${withOpenAlert()}`),
    openAlertLevelId: (value) => withOpenAlertOfLevel((level) => sql`${level} = ${value}`),
    ...setFilters("openAlertLevelId", withOpenAlertOfLevel),
    isSilent: silence,
    silentForDays,
    isFirmwareBehind: (value) => (value ? hasNewerFirmware : sql`not ${hasNewerFirmware}`),
    rolloutId: (rolloutId) => inRollout(rolloutId, undefined),
    rolloutStatus: (status, { rolloutId }) => inRollout(rolloutId, status),
    kitDiffers: (value) => (value ? kitDiffers : sql`not ${kitDiffers}`),
  },
});

const crud = recordService(list, {
  name: "pers",
  label: (row) => row.nuSerialPersNumber,
  parts: [
    { table: persFirmwareHistory, parent: persFirmwareHistory.persId },
    { table: persFormerSerials, parent: persFormerSerials.persId },
    { table: companyPersLinks, parent: companyPersLinks.persId },
    { table: persCurrentData, parent: persCurrentData.persId, isMade: true },
    { table: persFirmware, parent: persFirmware.persId, isMade: true },
  ],
});

const many = manyOf(crud);

function assertInitialKit(stored: unknown, given: unknown) {
  if (given !== undefined && !same(stored, given))
    throw broken("initialKitConfiguration", "The initial kit configuration comes from the ERP and cannot be written.");
}

const recordFirmware = (ctx: KnownCtx, persId: string, firmwareVersionId: string) =>
  ctx.db.insert(persFirmwareHistory).values({ persId, firmwareVersionId, installedAt: new Date().toISOString() });

const recordSerial = (ctx: KnownCtx, persId: string, nuSerialPersNumber: string) =>
  ctx.db.insert(persFormerSerials).values({ persId, nuSerialPersNumber, endedAt: sql`clock_timestamp()` });

/** PERS devices (document 4.12). The initial kit is read-only, and each firmware a device gets goes into its history. */
export const persService = {
  ...crud,
  list: async (ctx: KnownCtx, request: ListRequest) => crud.list(ctx, await withIds(ctx, request)),
  rows: async (ctx: KnownCtx, request: ListRequest) => crud.rows(ctx, await withIds(ctx, request)),
  count: async (ctx: KnownCtx, request: ListRequest) => crud.count(ctx, await withIds(ctx, request)),
  stream: async (ctx: KnownCtx, request: ListRequest, visit: Parameters<typeof crud.stream>[2]) =>
    crud.stream(ctx, await withIds(ctx, request), visit),

  /** 422 for a serial that exists, an unknown model or firmware, or an initial kit. */
  create: (ctx: KnownCtx, { initialKitConfiguration, ...values }: Fields) =>
    inTransaction(ctx, async (ctx) => {
      assertInitialKit(null, initialKitConfiguration);
      const row = await crud.create(ctx, values);
      if (row.firmwareVersionId) await recordFirmware(ctx, row.id, row.firmwareVersionId);
      return row;
    }),

  update: (ctx: KnownCtx, id: string, { initialKitConfiguration, ...values }: Partial<Fields>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await crud.lock(ctx, id, ifMatch);
      assertInitialKit(before.initialKitConfiguration, initialKitConfiguration);
      const row = await crud.update(ctx, id, values);
      if (row.firmwareVersionId && row.firmwareVersionId !== before.firmwareVersionId)
        await recordFirmware(ctx, id, row.firmwareVersionId);
      if (row.nuSerialPersNumber !== before.nuSerialPersNumber) await recordSerial(ctx, id, before.nuSerialPersNumber);
      return row;
    }),

  /** Sets the status of many devices at once, all or none; 404 where one does not exist. */
  async setStatus(ctx: KnownCtx, ids: string[], status: Fields["status"]) {
    const edits = [...new Set(ids)].map((id) => ({ id, values: { status } }));
    await many.updateMany(ctx, edits);
  },

  /** What devices run of type 1, as they said it; with their histories and audit rows. A device that is gone is left out. */
  runFirmware: (ctx: KnownCtx, said: { persId: string; firmwareVersionId: string }[]) =>
    inTransaction(ctx, async (ctx) => {
      const present = new Map(
        (
          await many.lockMany(
            ctx,
            said.map(({ persId }) => persId),
          )
        ).map((row) => [row.id, row]),
      );
      const changed = said.filter(({ persId, firmwareVersionId }) => {
        const row = present.get(persId);
        return row !== undefined && row.firmwareVersionId !== firmwareVersionId;
      });
      if (changed.length === 0) return;
      const edits = changed.map(({ persId, firmwareVersionId }) => ({ id: persId, values: { firmwareVersionId } }));
      await many.updateMany(ctx, edits);
      const installedAt = new Date().toISOString();
      await ctx.db.insert(persFirmwareHistory).values(changed.map((one) => ({ ...one, installedAt })));
    }),

  /** 422 for a device that is on a vehicle, which is named, and for one that raised alerts. */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.lock(ctx, id); // no vehicle can be given it from here on
      const [vehicle] = await ctx.db.select().from(vehicles).where(eq(vehicles.persId, id));
      if (vehicle) {
        const name = [vehicle.nameVehicle, vehicle.vehicleSerialNumber].filter(Boolean).join(", ");
        const message = t("It is on the vehicle {name}. Take it off the vehicle first.", { name });
        throw new AppError("in_use", message, { errors: [{ path: "vehicle", message }] });
      }
      await crud.remove(ctx, id, ifMatch);
    }),

  /** Undoes a removal. Its PIN is lost, because the audit trail keeps no secrets. */
  restore: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.restore(ctx, id);
      await ctx.db.update(pers).set({ activationPinAt: null }).where(eq(pers.id, id));
      return crud.get(ctx, id);
    }),

  changePin: (ctx: KnownCtx, id: string, activationPinHash: string) =>
    crud.update(
      ctx,
      id,
      { activationPinHash, activationPinAt: new Date().toISOString() },
      undefined,
      "new-activation-pin",
    ),

  /** Every firmware the device ran, newest first; a version that was deleted since has its name only. */
  async firmwareHistory(ctx: KnownCtx, id: string) {
    await crud.get(ctx, id);
    const history = persFirmwareHistory;
    const items = await ctx.db
      .select({
        id: history.id,
        firmwareVersionId: history.firmwareVersionId,
        firmwareVersion: sql<string | null>`coalesce(${firmwareVersions.firmwareVersion}, ${history.firmwareVersion})`,
        category: firmwareCategories.label,
        installedAt: history.installedAt,
      })
      .from(history)
      .leftJoin(firmwareVersions, eq(firmwareVersions.id, history.firmwareVersionId))
      .leftJoin(firmwareCategories, eq(firmwareCategories.id, firmwareVersions.categoryId))
      .where(eq(history.persId, id))
      .orderBy(desc(history.installedAt), desc(history.id))
      .limit(200);
    return { items };
  },

  /** How many devices run each of these versions; a version that none runs is missing. */
  async countByFirmware(ctx: Ctx, firmwareVersionIds: string[]) {
    if (firmwareVersionIds.length === 0) return new Map<string, number>();
    const rows = await ctx.db
      .select({ id: pers.firmwareVersionId, count: sql<number>`count(*)::int` })
      .from(pers)
      .where(inArray(pers.firmwareVersionId, firmwareVersionIds))
      .groupBy(pers.firmwareVersionId);
    return new Map(rows.map((row) => [row.id ?? "", row.count]));
  },

  /** Called before a firmware version is deleted, so that the devices' histories keep its name. */
  keepFirmwareName: (ctx: KnownCtx, firmwareVersionId: string, firmwareVersion: string) =>
    ctx.db
      .update(persFirmwareHistory)
      .set({ firmwareVersion })
      .where(eq(persFirmwareHistory.firmwareVersionId, firmwareVersionId)),
};

/** What a pull from the ERP writes of devices, many at once, each with its audit row: it alone writes the initial kit. */
export const persOfErp = {
  lockMany: many.lockMany,
  createMany: many.createMany,
  updateMany: many.updateMany,
  removeMany: many.removeMany,
};

export const persSearch = searchable(list, {
  kind: "pers",
  needs: "pers.read",
  label: pers.nuSerialPersNumber,
  unique: [pers.nuSerialPersNumber],
});
