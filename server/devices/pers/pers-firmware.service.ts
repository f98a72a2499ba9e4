import { asc, eq, sql } from "drizzle-orm";
import { firmwareVersions, persFirmware } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { persService } from "./pers.service";

export const persFirmwareService = {
  /** What a device runs, one version of each type that is known. @throws AppError 404 */
  async get(ctx: KnownCtx, id: string) {
    await persService.get(ctx, id);
    return { items: await persFirmwareService.ofKnown(ctx, id) };
  },

  /** The same of a device that the caller was found to reach. */
  ofKnown: (ctx: Ctx, id: string) =>
    ctx.db
      .select({
        firmwareType: persFirmware.firmwareType,
        firmwareVersion: { id: firmwareVersions.id, firmwareVersion: firmwareVersions.firmwareVersion },
        saidAt: persFirmware.saidAt,
        by: persFirmware.by,
      })
      .from(persFirmware)
      .innerJoin(firmwareVersions, eq(firmwareVersions.id, persFirmware.firmwareVersionId))
      .where(eq(persFirmware.persId, id))
      .orderBy(asc(persFirmware.firmwareType)),

  /** How many devices run a version, of whatever type it is. */
  async countRunning(ctx: KnownCtx, firmwareVersionId: string): Promise<number> {
    const [row] = await ctx.db
      .select({ devices: sql<number>`count(*)::int` })
      .from(persFirmware)
      .where(eq(persFirmware.firmwareVersionId, firmwareVersionId));
    return row?.devices ?? 0;
  },
};
