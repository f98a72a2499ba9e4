import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Reading } from "./alerts";
import { instant } from "./column";
import { pers } from "./devices";
import { backoffice } from "./pg-schema";

/** The newest value of a field, when the device sent it, and the key of the message; rows of before November 2026 have no key. */
export type KnownReading = [Reading, string, string?];

/** Message type → field → what is known of it. */
export type Readings = Record<string, Record<string, KnownReading>>;

/**
 * What each device last said. Every PERS has a row, which a trigger on `pers` makes. Written with every batch, so what is
 * indexed changes once an hour, or with five percent of a battery: the other updates touch no index.
 */
export const persCurrentData = backoffice.table(
  "pers_current_data",
  {
    persId: uuid()
      .primaryKey()
      .references(() => pers.id, { onDelete: "cascade" }),
    readings: jsonb().$type<Readings>().notNull().default({}),
    /** when the device sent its newest message */
    lastMessageAt: instant(),
    /** the hour of that in UTC; -infinity where there is no message */
    heardHour: timestamp({ precision: 0, mode: "string" }).generatedAlwaysAs(
      sql`coalesce(date_trunc('hour', last_message_at at time zone 'UTC'), '-infinity')`,
    ),
    /** the newest battery level of the readings, in percent */
    batteryLevel: doublePrecision(),
    /** that in steps of five percent, 0 to 20 */
    batteryStep: smallint().generatedAlwaysAs(sql`floor(least(greatest(battery_level, 0), 100) / 5)`),
    /** whether the PERS is active, as the trigger keeps it */
    isInUse: boolean().notNull().default(false),
  },
  (t) => [
    index("pers_current_data_heard").on(t.isInUse, t.heardHour, t.persId),
    index("pers_current_data_last").on(t.heardHour, t.persId),
    index("pers_current_data_battery").on(t.batteryStep, t.persId),
  ],
);

/**
 * How many messages of a type were received in an hour, so that a list over millions knows its exact total. A batch
 * adds to one of a few shards, so that batches do not wait for each other; the sum is the count.
 */
export const iotMessageCounts = backoffice.table(
  "iot_message_counts",
  {
    hour: instant().notNull(),
    iotMessageType: text().notNull(),
    shard: smallint().notNull(),
    messages: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ name: "iot_message_counts_pk", columns: [t.iotMessageType, t.hour, t.shard] })],
);
