import { sql } from "drizzle-orm";
import { check, index, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./column";
import { vehicles } from "./devices";
import { backoffice } from "./pg-schema";

/**
 * Which PERS was on which vehicle, and when. Overlapping periods of one vehicle or one PERS are refused by exclusion
 * constraints, which a migration of their own adds. It outlives the PERS, so it has its serial and no foreign key.
 */
export const vehiclePersHistory = backoffice.table(
  "vehicle_pers_history",
  {
    id: id(),
    vehicleId: uuid()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    persId: uuid().notNull(),
    nuSerialPersNumber: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    check("vehicle_pers_history_period", sql`ended_at is null or ended_at >= started_at`),
    index("vehicle_pers_history_vehicle").on(t.vehicleId, t.startedAt),
    index("vehicle_pers_history_pers").on(t.persId, t.startedAt),
  ],
);
