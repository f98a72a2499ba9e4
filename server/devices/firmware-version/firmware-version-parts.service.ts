import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { firmwareCompatibilities, firmwareSegments, firmwareVersions } from "@/db/schema";
import { audit, type Changes } from "@/server/kit/audit";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { AppError, broken, notFound } from "@/server/kit/errors";
import { assertVersion } from "@/server/kit/etag";
import { readCrc, segmentFaults } from "./firmware-segment.rules";
import { compareVersions } from "./firmware-version.rules";
import type { CreateFirmwareCompatibility, CreateFirmwareSegments } from "./firmware-version.schema";
import { compatibilitiesOf, firmwareVersionService, segmentsOf } from "./firmware-version.service";

type Compatibility = z.output<typeof CreateFirmwareCompatibility>;
type Segments = z.output<typeof CreateFirmwareSegments>["segments"];

/** Does `work` on a locked version, then bumps its version and writes what `work` says changed into its trail. */
const changing = <T>(
  ctx: KnownCtx,
  id: string,
  ifMatch: string | undefined,
  work: (ctx: KnownCtx) => Promise<{ action: string; changes: Changes; result: T }>,
) =>
  inTransaction(ctx, async (ctx) => {
    const version = await firmwareVersionService.lock(ctx, id);
    assertVersion(version, ifMatch);
    const { action, changes, result } = await work(ctx);
    await ctx.db
      .update(firmwareVersions)
      .set({ version: sql`${firmwareVersions.version} + 1` })
      .where(eq(firmwareVersions.id, id));
    const objectLabel = version.firmwareVersion;
    await audit(ctx, { objectType: firmwareVersionService.name, objectId: id, objectLabel, action, changes });
    return result;
  });

const rangeOf = (fit: { modelPers: { label: string }; minVersion: string | null; maxVersion: string | null }) =>
  [fit.modelPers.label, fit.minVersion && `from ${fit.minVersion}`, fit.maxVersion && `to ${fit.maxVersion}`]
    .filter(Boolean)
    .join(" ");

async function segmentSummary(ctx: KnownCtx, id: string) {
  const segments = await segmentsOf(ctx, id);
  const bytes = segments.reduce((sum, segment) => sum + segment.length, 0);
  return segments.length === 0 ? null : `${segments.length} with ${bytes} bytes`;
}

/** What belongs to a firmware version: the PERS models it fits and its segments (document 4.13). */
export const firmwareVersionPartsService = {
  /** 422 for an unknown model, one that it fits already, or a range that ends before it starts. */
  addCompatibility: (ctx: KnownCtx, id: string, { modelPersId, minVersion, maxVersion }: Compatibility) =>
    changing(ctx, id, undefined, async (ctx) => {
      if (minVersion && maxVersion && compareVersions(minVersion, maxVersion) > 0)
        throw broken("minVersion", `It is above ${maxVersion}, the last version.`);
      const [made] = await ctx.db
        .insert(firmwareCompatibilities)
        .values({ firmwareVersionId: id, modelPersId, minVersion, maxVersion })
        .returning({ id: firmwareCompatibilities.id });
      const result = (await compatibilitiesOf(ctx, id)).find((fit) => fit.id === made?.id);
      if (!result) throw new Error("the compatibility that was inserted is not there");
      return { action: "add-compatible-pers", changes: { compatiblePers: [null, rangeOf(result)] }, result };
    }),

  removeCompatibility: (ctx: KnownCtx, id: string, compatiblePersId: string, ifMatch?: string) =>
    changing(ctx, id, ifMatch, async (ctx) => {
      const before = (await compatibilitiesOf(ctx, id)).find((fit) => fit.id === compatiblePersId);
      if (!before) throw notFound();
      await ctx.db
        .delete(firmwareCompatibilities)
        .where(
          and(eq(firmwareCompatibilities.id, compatiblePersId), eq(firmwareCompatibilities.firmwareVersionId, id)),
        );
      const changes: Changes = { compatiblePers: [rangeOf(before), null] };
      return { action: "remove-compatible-pers", changes, result: undefined };
    }),

  /** Replaces all segments by this set; 422 that names every fault by its place. */
  replaceSegments: (ctx: KnownCtx, id: string, given: Segments) =>
    changing(ctx, id, undefined, async (ctx) => {
      const segments = given.map((segment) => ({ ...segment, crc32: readCrc(segment.crc32) }));
      const errors = segmentFaults(segments).slice(0, 50);
      if (errors[0]) throw new AppError("rule_broken", `${errors[0].path}: ${errors[0].message}`, { errors });
      const before = await segmentSummary(ctx, id);
      await ctx.db.delete(firmwareSegments).where(eq(firmwareSegments.firmwareVersionId, id));
      await ctx.db.insert(firmwareSegments).values(segments.map((segment) => ({ firmwareVersionId: id, ...segment })));
      const changes: Changes = { segments: [before, await segmentSummary(ctx, id)] };
      return { action: "replace-segments", changes, result: undefined };
    }),

  removeSegments: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    changing(ctx, id, ifMatch, async (ctx) => {
      const before = await segmentSummary(ctx, id);
      await ctx.db.delete(firmwareSegments).where(eq(firmwareSegments.firmwareVersionId, id));
      return { action: "remove-segments", changes: { segments: [before, null] }, result: undefined };
    }),
};
