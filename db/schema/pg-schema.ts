import { pgSchema } from "drizzle-orm/pg-core";

export const backoffice = pgSchema("backoffice");
/** The second context (decisions 1): no foreign key crosses the line. */
export const notification = pgSchema("notification");
