import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { files } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { UploadedFile } from "@/server/kit/call/meta";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { storage } from "@/server/kit/storage/storage";
import { contentTypeOf, nameOf } from "./content-type.rules";
import { fileCap } from "./file.schema";
import { namedOf } from "./named.service";

const dayMs = 86_400_000;
const ending = ".file";
const keyOf = (id: string) => `${id}${ending}`;

const refused = (message: string) =>
  new AppError("invalid_input", `file: ${message}`, { errors: [{ path: "file", message }] });

/** Files for records: readers of the record may read its files (ADR 23). */
export const fileService = {
  /**
   * Keeps a file that a record may take up within 24 hours.
   * @throws AppError 400 for what is no PDF, PNG, JPEG or WebP by its content; 413 over 20 MB; 429 over 60 an hour
   */
  async upload(ctx: KnownCtx, { name, bytes }: UploadedFile): Promise<{ fileId: string }> {
    if (bytes.length > fileCap) throw new AppError("payload_too_large", "At most 20 MB.");
    const type = contentTypeOf(bytes);
    if (!type) throw refused("Give a PDF, PNG, JPEG or WebP.");
    await limitRate(ctx, { name: "file", ...rateLimits.file, of: ownerOf(ctx) });
    const id = uuidv7();
    await storage().put(keyOf(id), bytes, type);
    const row = { id, name: nameOf(name, type), type, size: bytes.length, owner: ownerOf(ctx) };
    await inTransaction(ctx, (ctx) => ctx.db.insert(files).values(row));
    return { fileId: id };
  },

  /** A file's row; undefined where there is none. */
  async find(ctx: Ctx, id: string) {
    const [row] = await ctx.db.select().from(files).where(eq(files.id, id));
    return row;
  },

  content: (id: string) => storage().get(keyOf(id)),
};

/** Rows that nothing took up for a day, and that no record and no trail names. */
async function dropRows(ctx: Ctx, before: string): Promise<void> {
  const unused = and(lt(files.createdAt, before), or(isNull(files.usedAt), lt(files.usedAt, before)));
  const old = await ctx.db.select({ id: files.id }).from(files).where(unused);
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  const named = await namedOf(ctx, "file", ids);
  const dropped = ids.filter((id) => !named.has(id));
  // One that a record takes up at this very moment has another `usedAt` by the time it is its turn.
  for (let start = 0; start < dropped.length; start += 1000)
    await ctx.db.delete(files).where(and(inArray(files.id, dropped.slice(start, start + 1000)), unused));
}

/**
 * Drops files that no record took up within a day, or that none names any more: their rows first, then what lies in the
 * storage without a row, such as after a process that died between the two.
 * @returns how many contents went
 */
export async function sweepFiles(ctx: KnownCtx, { list, remove } = storage(), now = Date.now()): Promise<number> {
  await dropRows(ctx, new Date(now - dayMs).toISOString());
  let swept = 0;
  for await (const found of list()) {
    const old = found.filter(({ key, writtenAt }) => key.endsWith(ending) && writtenAt < now - dayMs);
    const ids = old.map(({ key }) => key.slice(0, -ending.length));
    if (ids.length === 0) continue;
    const rows = await ctx.db.select({ id: files.id }).from(files).where(inArray(files.id, ids));
    const kept = new Set(rows.map(({ id }) => id));
    for (const id of ids) {
      if (kept.has(id)) continue;
      await remove(keyOf(id));
      swept += 1;
    }
  }
  return swept;
}

/** The routine behind it, for the worker: daily is enough. */
export const fileSweepRoutine = {
  code: "FILE_SWEEP",
  label: "Sweep of unused files",
  module: "operations" as const,
  work: (ctx: KnownCtx) => sweepFiles(ctx),
};
