import { sql } from "drizzle-orm";
import { check, index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { notification } from "./pg-schema";

/** A phone or browser that takes pushes for a person in one app. `os`: 1 Android, 2 iOS, 3 Web. */
export const notificationDevices = notification.table(
  "devices",
  {
    id: id(),
    email: text().notNull(),
    keyPlatformTech: text().notNull(),
    mobileDeviceId: text().notNull(),
    token: text().notNull().unique("devices_token"),
    os: integer().notNull(),
    languageId: uuid(),
    appVersion: text(),
    model: text(),
    ...stamps(),
  },
  (t) => [
    check("devices_os", sql`os in (1, 2, 3)`),
    unique("devices_of_person").on(t.email, t.keyPlatformTech, t.mobileDeviceId),
    index("devices_created_at").on(t.createdAt, t.id),
  ],
);
