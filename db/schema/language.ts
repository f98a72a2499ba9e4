import { sql } from "drizzle-orm";
import { boolean, index, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { backoffice } from "./pg-schema";

export const languages = backoffice.table(
  "languages",
  {
    id: id(),
    code: text().notNull().unique("languages_code"),
    name: text().notNull(),
    status: boolean().notNull().default(true),
    isDefault: boolean().notNull().default(false),
    ...stamps(),
  },
  (t) => [
    uniqueIndex("languages_one_default").on(t.isDefault).where(sql`is_default`),
    index("languages_created_at").on(t.createdAt, t.id),
  ],
);
