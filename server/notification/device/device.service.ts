import { and, eq, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notificationDevices as table } from "@/db/schema";
import { audit, diff } from "@/server/kit/audit";
import { type Ctx, inTransaction, type KnownCtx, lockName } from "@/server/kit/context";
import type { StoreDevice } from "./device.schema";

/** Devices that take pushes (decisions 7). The backoffice context reaches them through these functions only. */
export const deviceService = {
  /** Stores a device by e-mail, app and device id; a token that another device had moves here. */
  store: (ctx: KnownCtx, values: z.output<typeof StoreDevice>) =>
    inTransaction(ctx, async (ctx) => {
      await lockName(ctx, `device token ${values.token}`);
      const { email, keyPlatformTech, mobileDeviceId } = values;
      const other = or(
        ne(table.email, email),
        ne(table.keyPlatformTech, keyPlatformTech),
        ne(table.mobileDeviceId, mobileDeviceId),
      );
      await ctx.db.delete(table).where(and(eq(table.token, values.token), other));
      const [row] = await ctx.db
        .insert(table)
        .values(values)
        .onConflictDoUpdate({
          target: [table.email, table.keyPlatformTech, table.mobileDeviceId],
          set: { ...values, updatedAt: sql`excluded.updated_at`, version: sql`${table.version} + 1` },
        })
        .returning();
      if (!row) throw new Error("insert into devices returned nothing");
      const { token, ...known } = row;
      const entry = { objectType: "device", objectId: row.id, objectLabel: mobileDeviceId, action: "store" };
      await audit(ctx, { ...entry, changes: diff({}, known) });
    }),

  /** Whoever has this address from now on is somebody else: nothing is pushed to the devices it was known by. */
  forget: (ctx: Ctx, email: string) => ctx.db.delete(table).where(eq(table.email, email)),

  /** The device of this person with this id, in the app where one is named; null where there is none. */
  async find(ctx: KnownCtx, email: string, mobileDeviceId: string, keyPlatformTech?: string) {
    const inApp = keyPlatformTech ? eq(table.keyPlatformTech, keyPlatformTech) : undefined;
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.email, email), eq(table.mobileDeviceId, mobileDeviceId), inApp))
      .limit(1);
    return row ?? null;
  },
};
