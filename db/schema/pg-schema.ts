import { pgSchema } from "drizzle-orm/pg-core";

export const backoffice = pgSchema("backoffice");
