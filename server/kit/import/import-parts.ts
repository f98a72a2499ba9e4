import { and, eq, ne, sql } from "drizzle-orm";
import { importParts } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { countKeyUses } from "@/server/kit/secret/key-use";
import { dataKeyIdIn, newestDataKeyId, sealData, unsealData } from "@/server/kit/secret/seal";

/** So many rows, or records, make a part. */
export const partRows = 1000;

type PartKind = (typeof importParts.$inferSelect)["kind"];

const purposeOf = (importId: string, kind: PartKind, part: number) => `persdesk import ${importId} ${kind} ${part}`;

/** Keeps what an import needs later, sealed. */
export async function writePart(ctx: Ctx, importId: string, kind: PartKind, part: number, value: unknown) {
  const sealed = sealData(purposeOf(importId, kind, part), Buffer.from(JSON.stringify(value))).toString("base64");
  await ctx.db.insert(importParts).values({ importId, kind, part, sealed });
}

/** How many parts of a kind an import has; none once its seven days are over. */
export async function countParts(ctx: Ctx, importId: string, kind: PartKind): Promise<number> {
  return ctx.db.$count(importParts, and(eq(importParts.importId, importId), eq(importParts.kind, kind)));
}

async function sealedPart(ctx: Ctx, importId: string, kind: PartKind, part: number): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ sealed: importParts.sealed })
    .from(importParts)
    .where(and(eq(importParts.importId, importId), eq(importParts.kind, kind), eq(importParts.part, part)));
  return row?.sealed;
}

const textOf = (sealed: string, importId: string, kind: PartKind, part: number) =>
  unsealData(purposeOf(importId, kind, part), Buffer.from(sealed, "base64")).toString("utf8");

/** @throws where there is no such part, or its data key is no longer known */
export async function readPart<T>(ctx: Ctx, importId: string, kind: PartKind, part: number): Promise<T> {
  const sealed = await sealedPart(ctx, importId, kind, part);
  if (sealed === undefined) throw new Error(`import ${importId} has no part ${kind} ${part}`);
  return JSON.parse(textOf(sealed, importId, kind, part));
}

/** The same as JSON; undefined where there is no such part, or its data key is no longer known. */
export async function readableText(ctx: Ctx, importId: string, kind: PartKind, part: number) {
  const sealed = await sealedPart(ctx, importId, kind, part);
  try {
    return sealed === undefined ? undefined : textOf(sealed, importId, kind, part);
  } catch {
    return undefined;
  }
}

export const removeParts = (ctx: Ctx, importId: string, kind: PartKind) =>
  ctx.db.execute(sql`delete from ${importParts} where import_id = ${importId} and kind = ${kind}`);

/** Keeps another value in place of one, for what must not be known any more. */
export async function rewritePart(ctx: Ctx, importId: string, kind: PartKind, part: number, value: unknown) {
  await ctx.db
    .delete(importParts)
    .where(and(eq(importParts.importId, importId), eq(importParts.kind, kind), eq(importParts.part, part)));
  await writePart(ctx, importId, kind, part, value);
}

const keyId = dataKeyIdIn(importParts.sealed);

/** Which keys the parts of imports need, until their seven days are over. */
export const importPartKeyUses = (ctx: Ctx) =>
  countKeyUses(ctx, { list: "DATA_KEYS", what: "parts of imports" }, { table: importParts, keyId });

/** Seals with the newest key what an older one sealed. @returns how many parts */
export async function resealImportParts(ctx: Ctx): Promise<number> {
  const old = await ctx.db
    .select({ importId: importParts.importId, kind: importParts.kind, part: importParts.part })
    .from(importParts)
    .where(ne(keyId, newestDataKeyId()));
  for (const { importId, kind, part } of old)
    await inTransaction(ctx, async (ctx) => {
      const mine = and(eq(importParts.importId, importId), eq(importParts.kind, kind), eq(importParts.part, part));
      const [row] = await ctx.db.select({ sealed: importParts.sealed }).from(importParts).where(mine).for("update");
      if (!row) return; // its days are over
      const purpose = purposeOf(importId, kind, part);
      const bytes = unsealData(purpose, Buffer.from(row.sealed, "base64"));
      await ctx.db
        .update(importParts)
        .set({ sealed: sealData(purpose, bytes).toString("base64") })
        .where(mine);
    });
  return old.length;
}
