import { and, desc, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import { pers, vehiclePersHistory, vehicles } from "@/db/schema";
import { type Ctx, type KnownCtx, lockName } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { t } from "@/texts/t";

const history = vehiclePersHistory;

const refused = (message: string) => new AppError("in_use", message, { errors: [{ path: "persId", message }] });

/**
 * Which vehicle had which PERS in which period; the current one is in `vehicles.persId`. All of it runs in the caller's
 * transaction.
 */
export const vehiclePeriods = {
  /**
   * Makes sure that nobody else moves this PERS, and that it may go to this vehicle.
   * @returns the other vehicle it is on
   * @throws AppError 422 for an unknown PERS, or one on another vehicle without `move`
   */
  async claim(ctx: KnownCtx, vehicleId: string, persId: string, move: boolean) {
    await lockName(ctx, `vehicle-pers ${persId}`);
    const [known] = await ctx.db.select({ id: pers.id }).from(pers).where(eq(pers.id, persId)).for("key share");
    if (!known) throw unknownReference("persId", "PERS device");
    // Both vehicles are locked in one order, so that two moves that cross do not wait for each other.
    const rows = await ctx.db
      .select({ id: vehicles.id, persId: vehicles.persId, serial: vehicles.vehicleSerialNumber })
      .from(vehicles)
      .where(or(eq(vehicles.id, vehicleId), eq(vehicles.persId, persId)))
      .orderBy(vehicles.id)
      .for("update");
    const other = rows.find((row) => row.id !== vehicleId && row.persId === persId);
    if (other && !move) throw refused(t("This PERS is on the vehicle {name}.", { name: other.serial }));
    return other?.id;
  },

  /**
   * Ends what is open for this vehicle and for this PERS. Uses the clock, not the start of the transaction, which may
   * have waited for a lock.
   */
  end: (ctx: KnownCtx, vehicleId: string, persId?: string) =>
    ctx.db
      .update(history)
      .set({ endedAt: sql`greatest(${history.startedAt}, clock_timestamp())` })
      .where(
        and(
          isNull(history.endedAt),
          or(eq(history.vehicleId, vehicleId), persId ? eq(history.persId, persId) : undefined),
        ),
      ),

  async begin(ctx: KnownCtx, vehicleId: string, persId: string) {
    const nuSerialPersNumber = sql<string>`(select ${pers.nuSerialPersNumber} from ${pers} where ${pers.id} = ${persId})`;
    const startedAt = sql<string>`clock_timestamp()`;
    await ctx.db.insert(history).values({ vehicleId, persId, nuSerialPersNumber, startedAt });
  },

  async list(ctx: Ctx, by: { vehicleId: string } | { persId: string }) {
    const items = await ctx.db
      .select({ ...getTableColumns(history), vehicleSerialNumber: vehicles.vehicleSerialNumber })
      .from(history)
      .innerJoin(vehicles, eq(vehicles.id, history.vehicleId))
      .where("vehicleId" in by ? eq(history.vehicleId, by.vehicleId) : eq(history.persId, by.persId))
      .orderBy(desc(history.startedAt), desc(history.id))
      .limit(200);
    return { items };
  },
};
