import { pgSchema } from "drizzle-orm/pg-core";

// No foreign key crosses the lines between the three (decisions 1): each could live in a database of its own.

export const backoffice = pgSchema("backoffice");
/** The second context. */
export const notification = pgSchema("notification");
/** What the kit keeps for both contexts: audit trail, idempotency keys, limits, mail outbox. */
export const platform = pgSchema("platform");
