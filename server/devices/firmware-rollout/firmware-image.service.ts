import { createHash } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { firmwareSegments, firmwareVersions, type RolloutImage } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import type { RestFile } from "@/server/kit/call/meta";

// The bytes of versions, a piece at a time: an image is its segments one after the other, in the order of their indexes.

const piece = 256 * 1024;
/** Devices of a wave fetch the same image at about the same time: its pieces are kept for them, of this process so much. */
const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
});

/** A version's segments without their data. */
export const segmentsOf = (ctx: Ctx, firmwareVersionId: string) =>
  ctx.db
    .select({
      index: firmwareSegments.index,
      startAddress: firmwareSegments.startAddress,
      length: firmwareSegments.length,
      crc32: firmwareSegments.crc32,
    })
    .from(firmwareSegments)
    .where(eq(firmwareSegments.firmwareVersionId, firmwareVersionId))
    .orderBy(asc(firmwareSegments.index));

interface Part {
  id: string;
  length: number;
  crc32: string;
}

const partsOf = (ctx: Ctx, firmwareVersionId: string): Promise<(Part & { index: number })[]> =>
  ctx.db
    .select({
      id: firmwareSegments.id,
      index: firmwareSegments.index,
      length: firmwareSegments.length,
      crc32: firmwareSegments.crc32,
    })
    .from(firmwareSegments)
    .where(eq(firmwareSegments.firmwareVersionId, firmwareVersionId))
    .orderBy(asc(firmwareSegments.index));

/** One piece of a part, from this place on. @throws AppError 404 */
async function pieceOf(ctx: Ctx, { id, length, crc32 }: Part, at: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${id} ${crc32} ${at}`;
  const known = kept.get(key);
  if (known) return known;
  const [row] = await ctx.db.execute<{ bytes: string }>(sql`
    select encode(substring(data from ${at + 1}::int for ${Math.min(piece, length - at)}::int), 'base64') as bytes
    from ${firmwareSegments} where ${firmwareSegments.id} = ${id}`);
  // It went while it was read: the answer ends short, and its digest does not fit.
  if (!row) throw notFound();
  const bytes = new Uint8Array(Buffer.from(row.bytes, "base64"));
  kept.set(key, bytes);
  return bytes;
}

/** The bytes from one place to another (without it) of these parts, one after the other. */
async function* bytesOf(ctx: Ctx, parts: Part[], from: number, to: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let begin = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += piece) {
      const [first, last] = [begin + at, begin + Math.min(at + piece, part.length)];
      if (last <= from || first >= to) continue;
      const bytes = await pieceOf(ctx, part, at);
      yield bytes.subarray(Math.max(0, from - first), Math.min(to, last) - first);
    }
    begin += part.length;
  }
}

/** The digest of an image, and what it is made of; null for a version without segments. */
export async function imageOf(ctx: Ctx, firmwareVersionId: string): Promise<RolloutImage | null> {
  const parts = await partsOf(ctx, firmwareVersionId);
  const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (parts.length === 0) return null;
  const hash = createHash("sha256");
  for await (const bytes of bytesOf(ctx, parts, 0, sizeBytes)) hash.update(bytes);
  return { sha256: hash.digest("hex"), sizeBytes, segments: await segmentsOf(ctx, firmwareVersionId) };
}

/** All bytes of an image, as `/image` answers them; at most `maxFirmwareBytes`. */
export async function imageBytes(ctx: Ctx, firmwareVersionId: string): Promise<Buffer> {
  const parts = await partsOf(ctx, firmwareVersionId);
  const pieces: Uint8Array[] = [];
  for await (const bytes of bytesOf(
    ctx,
    parts,
    0,
    parts.reduce((sum, { length }) => sum + length, 0),
  ))
    pieces.push(bytes);
  return Buffer.concat(pieces);
}

function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

function fileOf(ctx: Ctx, name: string, etag: string, parts: Part[]): RestFile {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    name,
    type: "application/octet-stream",
    body: streamOf(bytesOf(ctx, parts, 0, length)),
    ranged: { etag, length, slice: (from, to) => streamOf(bytesOf(ctx, parts, from, to)) },
  };
}

/** The parts of the version with this uuid. @throws AppError 404 for one that is not, or was */
async function partsByUuid(ctx: KnownCtx, uuid: string) {
  const [version] = await ctx.db
    .select({ id: firmwareVersions.id })
    .from(firmwareVersions)
    .where(eq(firmwareVersions.uuid, uuid));
  const parts = version ? await partsOf(ctx, version.id) : [];
  if (parts.length === 0) throw notFound();
  return parts;
}

export const firmwareImageService = {
  /** A whole image. @throws AppError 404 */
  async image(ctx: KnownCtx, uuid: string): Promise<RestFile> {
    const parts = await partsByUuid(ctx, uuid);
    const tag = createHash("sha1").update(
      parts.map(({ index, length, crc32 }) => `${index}.${length}.${crc32}`).join(),
    );
    return fileOf(ctx, `${uuid}.bin`, `"${tag.digest("base64url").slice(0, 16)}"`, parts);
  },

  /** One segment of an image. @throws AppError 404 */
  async segment(ctx: KnownCtx, uuid: string, index: number): Promise<RestFile> {
    const part = (await partsByUuid(ctx, uuid)).find((one) => one.index === index);
    if (!part) throw notFound();
    return fileOf(ctx, `${uuid}-${index}.bin`, `"${part.crc32}.${part.length}"`, [part]);
  },
};
