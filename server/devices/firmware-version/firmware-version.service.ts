import { and, asc, eq, getTableColumns, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import {
  firmwareCategories,
  firmwareCompatibilities,
  firmwareSegments,
  firmwareVersions,
  modelPers,
} from "@/db/schema";
import { segmentsOf } from "@/server/devices/firmware-rollout/firmware-image.service";
import { assertSigned, assertStillSigned } from "@/server/devices/firmware-rollout/firmware-signature.service";
import { assertNotRolledOut, withdrawVersion } from "@/server/devices/firmware-rollout/rollout-lock.service";
import { persService } from "@/server/devices/pers/pers.service";
import { persFirmwareService } from "@/server/devices/pers/pers-firmware.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { rangeFilters, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { searchable } from "@/server/kit/list/searchable";
import type { Changes } from "@/server/kit/record/audit";
import { recordService } from "@/server/kit/record/record-service";
import { versionKey } from "@/server/kit/value/version.rules";
import { t } from "@/texts/t";
import { versionLabel } from "./firmware-version.rules";
import {
  type CheckDuplicateVersion,
  type CreateFirmwareVersion,
  ListFirmwareVersions,
} from "./firmware-version.schema";

type Fields = z.output<typeof CreateFirmwareVersion>;
const category = { table: firmwareCategories, on: eq(firmwareCategories.id, firmwareVersions.categoryId) };

async function load(ctx: Ctx, ids: string[]) {
  const [rows, counts] = await Promise.all([
    ctx.db
      .select({
        ...getTableColumns(firmwareVersions),
        category: { id: firmwareCategories.id, label: firmwareCategories.label },
      })
      .from(firmwareVersions)
      .innerJoin(category.table, category.on)
      .where(oneOf(firmwareVersions.id, ids)),
    persService.countByFirmware(ctx, ids),
  ]);
  return rows.map((row) => ({
    ...row,
    label: versionLabel(row.firmwareVersion, row.category.label, row.firmwareType),
    persCount: counts.get(row.id) ?? 0,
  }));
}

const list = listService({
  table: firmwareVersions,
  scope: "global",
  load,
  input: ListFirmwareVersions,
  joins: [category],
  sort: {
    firmwareVersion: firmwareVersions.firmwareVersionSort,
    "category.label": firmwareCategories.label,
    updateId: firmwareVersions.updateId,
    firmwareType: firmwareVersions.firmwareType,
    createdAt: firmwareVersions.createdAt,
    updatedAt: firmwareVersions.updatedAt,
  },
  filters: {
    firmwareVersion: contains(firmwareVersions.firmwareVersion),
    ...rangeFilters("firmwareVersion", firmwareVersions.firmwareVersionSort, versionKey),
    categoryId: equals(firmwareVersions.categoryId),
    ...setFilters("categoryId", firmwareVersions.categoryId),
    updateId: contains(firmwareVersions.updateId),
    firmwareType: equals(firmwareVersions.firmwareType),
    ...setFilters("firmwareType", firmwareVersions.firmwareType, "integer"),
    isActivated: equals(firmwareVersions.isActivated),
  },
});

const crud = recordService(list, {
  name: "firmware-version",
  label: (row) => row.firmwareVersion,
  parts: [
    { table: firmwareCompatibilities, parent: firmwareCompatibilities.firmwareVersionId },
    { table: firmwareSegments, parent: firmwareSegments.firmwareVersionId },
  ],
});

const compatibility = {
  id: firmwareCompatibilities.id,
  modelPersId: firmwareCompatibilities.modelPersId,
  modelPers: { id: modelPers.id, label: modelPers.label },
  minVersion: firmwareCompatibilities.minVersion,
  maxVersion: firmwareCompatibilities.maxVersion,
};

/** The models a version fits, by label. */
export const compatibilitiesOf = (ctx: Ctx, firmwareVersionId: string) =>
  ctx.db
    .select(compatibility)
    .from(firmwareCompatibilities)
    .innerJoin(modelPers, eq(modelPers.id, firmwareCompatibilities.modelPersId))
    .where(eq(firmwareCompatibilities.firmwareVersionId, firmwareVersionId))
    .orderBy(asc(modelPers.label));

/** The answer for one version, with its models and segments. */
async function detail(ctx: KnownCtx, id: string) {
  const row = await crud.get(ctx, id);
  return { ...row, compatiblePers: await compatibilitiesOf(ctx, id), segments: await segmentsOf(ctx, id) };
}

/** Devices are offered active versions, and there is nothing to offer of one without an image. @throws AppError 422 */
async function assertImage(ctx: KnownCtx, id: string | undefined) {
  if (id && (await ctx.db.$count(firmwareSegments, eq(firmwareSegments.firmwareVersionId, id))) > 0) return;
  throw broken("isActivated", "It has no image yet. Upload its image first, then make it active.");
}

/** Firmware versions (document 4.13); their models and segments are in firmware-version-parts.service.ts. */
export const firmwareVersionService = {
  ...crud,
  get: detail,

  /** A new version is inactive. 422 for one that the category has already with that update and type. */
  async create(ctx: KnownCtx, values: Fields) {
    if (values.isActivated) await assertImage(ctx, undefined);
    if (values.signature) await assertSigned(ctx, undefined, values.signature);
    const { id } = await crud.create(ctx, { ...values, uuid: crypto.randomUUID() });
    return detail(ctx, id);
  },

  /** 422 for a version without an image that is made active, and for a signature that no key fits. */
  update: (ctx: KnownCtx, id: string, values: Partial<Fields>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const stored = await crud.lock(ctx, id);
      const { isActivated: before } = stored;
      if (values.signature && values.signature !== stored.signature) await assertSigned(ctx, id, values.signature);
      if (values.isActivated && !before) {
        await assertImage(ctx, id);
        if (values.signature === undefined || values.signature === stored.signature)
          await assertStillSigned(ctx, id, "isActivated");
      }
      for (const field of ["firmwareVersion", "firmwareType"] as const)
        if (values[field] !== undefined && values[field] !== stored[field]) await assertNotRolledOut(ctx, id, field);
      await crud.update(ctx, id, values, ifMatch);
      if (before && values.isActivated === false) await withdrawVersion(ctx, id);
      return detail(ctx, id);
    }),

  /** A signature is of one image: with another one it goes. Called with the version locked. @returns what changed */
  async dropSignature(ctx: KnownCtx, id: string): Promise<Changes> {
    const where = and(eq(firmwareVersions.id, id), isNotNull(firmwareVersions.signature));
    const [row] = await ctx.db.select({ signature: firmwareVersions.signature }).from(firmwareVersions).where(where);
    if (!row) return {};
    await ctx.db.update(firmwareVersions).set({ signature: null }).where(where);
    return { signature: [row.signature, null] };
  },

  /** 422 while a rollout offers it: its devices ask for its image by the uuid. */
  regenerateUuid: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.lock(ctx, id);
      await assertNotRolledOut(ctx, id, "uuid");
      await crud.update(ctx, id, { uuid: crypto.randomUUID() }, undefined, "regenerate-uuid");
      return detail(ctx, id);
    }),

  /** @throws AppError 404 */
  async running(ctx: KnownCtx, id: string) {
    await crud.get(ctx, id);
    return { devices: await persFirmwareService.countRunning(ctx, id) };
  },

  /** 422 that says how many devices run it. */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const row = await crud.lock(ctx, id); // no device can be given it from here on
      await assertNotRolledOut(ctx, id, "id", true);
      const running = Math.max(
        (await persService.countByFirmware(ctx, [id])).get(id) ?? 0,
        await persFirmwareService.countRunning(ctx, id),
      );
      if (running > 0) {
        const message = t(
          "{count, plural, one {It runs on # PERS device} other {It runs on # PERS devices}}. Give them another version first.",
          { count: running },
        );
        throw new AppError("in_use", message, { errors: [{ path: "persCount", message }] });
      }
      await persService.keepFirmwareName(ctx, id, row.firmwareVersion);
      await crud.remove(ctx, id, ifMatch);
    }),

  async restore(ctx: KnownCtx, id: string) {
    await crud.restore(ctx, id);
    return detail(ctx, id);
  },

  /** 422 where the category has that version with that update and type; without a version, where it has any. */
  async assertFree(ctx: KnownCtx, wanted: z.output<typeof CheckDuplicateVersion>) {
    const [taken] = await ctx.db
      .select({ id: firmwareVersions.id })
      .from(firmwareVersions)
      .where(
        and(
          eq(firmwareVersions.categoryId, wanted.categoryId),
          eq(firmwareVersions.updateId, wanted.updateId),
          eq(firmwareVersions.firmwareType, wanted.firmwareType),
          wanted.firmwareVersion ? eq(firmwareVersions.firmwareVersion, wanted.firmwareVersion.trim()) : undefined,
        ),
      )
      .limit(1);
    if (!taken) return;
    const message = "The category already has this version with this update and type.";
    const fields = ["firmwareVersion", "categoryId", "updateId", "firmwareType"].filter((key) => key in wanted);
    throw new AppError("duplicate", message, { errors: fields.map((path) => ({ path, message })) });
  },
};

export const firmwareVersionSearch = searchable(crud, {
  kind: "firmwareVersions",
  needs: "firmware.read",
  label: firmwareVersions.firmwareVersion,
  about: [firmwareVersions.updateId],
  in: [firmwareVersions.firmwareVersion, firmwareVersions.updateId],
});
