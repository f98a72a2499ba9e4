import { jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./column";
import { backoffice } from "./pg-schema";

// Partitioned by month, which drizzle-kit cannot say: the table is made by a migration written by hand, and this file is
// not exported by the barrel, so that `db:generate` leaves them alone.

/**
 * Every message a device sent. `id` is a UUID v7 whose time is `receivedAt`, so a page found by its ids is read from
 * the right partitions only.
 */
export const iotMessages = backoffice.table(
  "iot_messages",
  {
    id: uuid().notNull(),
    receivedAt: instant().notNull(),
    sentAt: instant().notNull(),
    /** as the sender named it */
    messageId: text().notNull(),
    persSerialNumber: text().notNull(),
    iotMessageType: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.receivedAt, t.id] })],
);
