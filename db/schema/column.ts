import { customType, integer, uuid } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import { momentOf } from "./moment";

/**
 * An instant on the wire and in code: ISO 8601, UTC, milliseconds. The driver hands timestamps over as text, so that
 * rows can be answered as they are, without a pass that turns Date objects into strings. One that cannot be read is marked,
 * and its row left out of the answer (ADR 84).
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: momentOf,
});

export const id = () => uuid().primaryKey().$defaultFn(uuidv7);

const now = () => new Date().toISOString();

/** Every editable table carries these; `version` grows with each change and is what an ETag shows. */
export const stamps = () => ({
  createdAt: instant().notNull().$defaultFn(now),
  updatedAt: instant().notNull().$defaultFn(now).$onUpdateFn(now),
  version: integer().notNull().default(1),
});

export const createdAt = () => instant().notNull().$defaultFn(now);

/** The way of a notification: 1 in-app, 2 push, 3 e-mail. */
export const notificationType = () => integer().$type<1 | 2 | 3>();

/** Some of them. */
export const notificationTypes = () => integer().array().$type<(1 | 2 | 3)[]>();
