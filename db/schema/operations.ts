import { sql } from "drizzle-orm";
import { index, integer, text } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { backoffice } from "./pg-schema";

export const routineLog = backoffice.table(
  "routine_log",
  {
    id: id(),
    codeRoutine: text().notNull(),
    routine: text().notNull(),
    module: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    status: text({ enum: ["running", "done", "fail"] }).notNull(),
    itemsDone: integer().notNull().default(0),
    error: text(),
    ...stamps(),
  },
  (t) => [
    index("routine_log_started_at").on(t.startedAt, t.id),
    index("routine_log_created_at").on(t.createdAt, t.id),
    index("routine_log_running").on(t.codeRoutine).where(sql`status = 'running'`),
  ],
);
