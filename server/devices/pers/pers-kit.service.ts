import { eq } from "drizzle-orm";
import type { z } from "zod";
import { pers } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { persService } from "./pers.service";
import { kitDifferences } from "./pers-kit.rules";
import type { UpdatePersKit } from "./pers-kit.schema";

async function read(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      persId: pers.id,
      initialKitConfiguration: pers.initialKitConfiguration,
      currentKitConfiguration: pers.currentKitConfiguration,
      version: pers.version,
    })
    .from(pers)
    .where(eq(pers.id, id));
  if (!row) throw notFound();
  return { ...row, differences: kitDifferences(row.initialKitConfiguration, row.currentKitConfiguration) };
}

/** A PERS' initial and current kit configuration and what differs (document 4.12, kit-configuration, both doors). */
export const persKitService = {
  get: (ctx: KnownCtx, id: string) => read(ctx, id),

  /** Writes the current kit as a whole; 422 for an initial one that is not the stored one. */
  async update(ctx: KnownCtx, { id, ifMatch, ...kits }: z.output<typeof UpdatePersKit>) {
    await persService.update(ctx, id, kits, ifMatch);
    return read(ctx, id);
  },
};
