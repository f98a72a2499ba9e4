import { text } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { backoffice } from "./pg-schema";

/** The parts of the product that own texts and permissions; seeded, never edited. */
export const modules = backoffice.table("modules", {
  id: id(),
  code: text().notNull().unique("modules_code"),
  label: text().notNull(),
  ...stamps(),
});
