import { crc32 } from "node:zlib";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { firmwareCompatibilities, firmwareSegments } from "@/db/schema";
import { segmentsOf } from "@/server/devices/firmware-rollout/firmware-image.service";
import { assertNotRolledOut, excludeModel } from "@/server/devices/firmware-rollout/rollout-lock.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import type { Changes } from "@/server/kit/record/audit";
import { sha256 } from "@/server/kit/secret/hash";
import { compareVersions } from "@/server/kit/value/version.rules";
import { t } from "@/texts/t";
import { readBinary, readIntelHex } from "./firmware-image.rules";
import { readCrc, segmentFaults } from "./firmware-segment.rules";
import type { CreateFirmwareCompatibility, CreateFirmwareSegments, ImageFile } from "./firmware-version.schema";
import { compatibilitiesOf, firmwareVersionService } from "./firmware-version.service";

type Compatibility = z.output<typeof CreateFirmwareCompatibility>;
type Image = z.output<typeof ImageFile>;
type Segments = z.output<typeof CreateFirmwareSegments>["segments"];

const rangeOf = (fit: { modelPers: { label: string }; minVersion: string | null; maxVersion: string | null }) =>
  [fit.modelPers.label, fit.minVersion && `from ${fit.minVersion}`, fit.maxVersion && `to ${fit.maxVersion}`]
    .filter(Boolean)
    .join(" ");

async function segmentSummary(ctx: KnownCtx, id: string) {
  const segments = await segmentsOf(ctx, id);
  const bytes = segments.reduce((sum, segment) => sum + segment.length, 0);
  return segments.length === 0 ? null : `${segments.length} with ${bytes} bytes`;
}

/** Puts this set in place of a version's segments; what changed, for the trail. 422 that names every fault by its place. */
async function storeSegments(ctx: KnownCtx, id: string, given: Segments): Promise<Changes> {
  const segments = given.map((segment) => ({ ...segment, crc32: readCrc(segment.crc32) }));
  const errors = segmentFaults(segments).slice(0, 50);
  await assertNotRolledOut(ctx, id, "segments");
  if (errors[0]) throw new AppError("rule_broken", `${errors[0].path}: ${errors[0].message}`, { errors });
  const before = await segmentSummary(ctx, id);
  await ctx.db.delete(firmwareSegments).where(eq(firmwareSegments.firmwareVersionId, id));
  await ctx.db.insert(firmwareSegments).values(segments.map((segment) => ({ firmwareVersionId: id, ...segment })));
  const dropped = await firmwareVersionService.dropSignature(ctx, id);
  return { segments: [before, await segmentSummary(ctx, id)], ...dropped };
}

/** The segments that an image file holds; 422 that names every fault by its line, such as `lines.12`. */
function readImage({ base64, format, startAddress }: Image) {
  const file = Buffer.from(base64, "base64");
  if (format === "binary" && typeof startAddress !== "number")
    throw broken("startAddress", "A binary file holds no address. Give the address of its first byte.");
  const image = format === "binary" ? readBinary(file, startAddress ?? 0) : readIntelHex(file);
  const errors = image.faults.map(({ line, message }) => ({ path: line ? `lines.${line}` : "base64", message }));
  const [first] = image.faults;
  if (first)
    throw new AppError(
      "rule_broken",
      first.line ? t("Line {line}: {message}", { line: first.line, message: t(first.message) }) : first.message,
      { errors },
    );
  const segments = image.runs.map(({ startAddress, bytes }, index) => ({
    index,
    startAddress,
    length: bytes.length,
    data: bytes.toString("base64"),
    crc32: readCrc(crc32(bytes)),
  }));
  return { segments, entryPoint: image.entryPoint, sha256: sha256(file) };
}

/** What belongs to a firmware version: the PERS models it fits and its segments (document 4.13). */
export const firmwareVersionPartsService = {
  /** 422 for an unknown model, one that it fits already, or a range that ends before it starts. */
  addCompatibility: (
    ctx: KnownCtx,
    id: string,
    { modelPersId, minVersion, maxVersion }: Compatibility,
    ifMatch?: string,
  ) =>
    firmwareVersionService.change(ctx, id, ifMatch, "add-compatible-pers", async (ctx) => {
      if (minVersion && maxVersion && compareVersions(minVersion, maxVersion) > 0)
        throw broken("minVersion", t("It is above {version}, the last version.", { version: maxVersion }));
      const [made] = await ctx.db
        .insert(firmwareCompatibilities)
        .values({ firmwareVersionId: id, modelPersId, minVersion, maxVersion })
        .returning({ id: firmwareCompatibilities.id });
      const result = (await compatibilitiesOf(ctx, id)).find((fit) => fit.id === made?.id);
      if (!result) throw new Error("the compatibility that was inserted is not there");
      return { changes: { compatiblePers: [null, rangeOf(result)] }, result };
    }),

  removeCompatibility: (ctx: KnownCtx, id: string, compatiblePersId: string, ifMatch?: string) =>
    firmwareVersionService.change(ctx, id, ifMatch, "remove-compatible-pers", async (ctx) => {
      const before = (await compatibilitiesOf(ctx, id)).find((fit) => fit.id === compatiblePersId);
      if (!before) throw notFound();
      await ctx.db
        .delete(firmwareCompatibilities)
        .where(
          and(eq(firmwareCompatibilities.id, compatiblePersId), eq(firmwareCompatibilities.firmwareVersionId, id)),
        );
      await excludeModel(ctx, id, before.modelPersId);
      const changes: Changes = { compatiblePers: [rangeOf(before), null] };
      return { changes, result: undefined };
    }),

  /** Replaces all segments by this set; 422 that names every fault by its place. */
  replaceSegments: (ctx: KnownCtx, id: string, given: Segments, ifMatch?: string) =>
    firmwareVersionService.change(ctx, id, ifMatch, "replace-segments", async (ctx) => {
      const changes = await storeSegments(ctx, id, given);
      return { changes, result: undefined };
    }),

  /** What a file would put in place of the segments; nothing is written. 422 that names every fault by its line. */
  async previewImage(ctx: KnownCtx, id: string, file: Image) {
    await firmwareVersionService.get(ctx, id);
    const { segments, entryPoint, sha256 } = readImage(file);
    return { sha256, entryPoint, segments: segments.map(({ data: _, ...segment }) => segment) };
  },

  /** Puts a file's parts in place of all segments; 422 where it is another file than the one that was previewed. */
  uploadImage: (ctx: KnownCtx, id: string, { sha256, ...file }: Image & { sha256: string }, ifMatch?: string) =>
    firmwareVersionService.change(ctx, id, ifMatch, "upload-image", async (ctx) => {
      const image = readImage(file);
      if (image.sha256 !== sha256) throw broken("sha256", "This is not the file that was checked. Check it again.");
      const changes: Changes = {
        ...(await storeSegments(ctx, id, image.segments)),
        image: [null, `${file.fileName} (SHA-256 ${sha256})`],
      };
      return { changes, result: undefined };
    }),

  /** 422 for an active version: devices are offered it. */
  removeSegments: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    firmwareVersionService.change(ctx, id, ifMatch, "remove-segments", async (ctx, { isActivated }) => {
      if (isActivated) throw broken("isActivated", "Devices are offered this version. Make it inactive first.");
      await assertNotRolledOut(ctx, id, "segments");
      const before = await segmentSummary(ctx, id);
      await ctx.db.delete(firmwareSegments).where(eq(firmwareSegments.firmwareVersionId, id));
      const dropped = await firmwareVersionService.dropSignature(ctx, id);
      return { changes: { segments: [before, null], ...dropped }, result: undefined };
    }),
};
