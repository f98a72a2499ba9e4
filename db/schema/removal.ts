import { index, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./column";
import { platform } from "./pg-schema";
import { searchIndex } from "./text-index";

/** What was removed and can be brought back from the audit trail, which keeps the record itself. */
export const removals = platform.table(
  "removals",
  {
    id: id(),
    /** what the record is, as the audit trail calls it: "pers" */
    kind: text().notNull(),
    objectId: uuid().notNull(),
    companyId: uuid(),
    /** what people called it */
    title: text().notNull(),
    at: instant().notNull(),
    by: text().notNull(),
    byId: uuid(),
    /** when the trail forgets what the record was */
    until: instant().notNull(),
    /** it is there again; what the trail keeps of its removal goes at the same time */
    restoredAt: instant(),
  },
  (t) => [
    unique("removals_object").on(t.kind, t.objectId),
    index("removals_at").on(t.at, t.id),
    index("removals_company_at").on(t.companyId, t.at),
    index("removals_until").on(t.until),
    searchIndex("removals_title_search", t.title),
  ],
);
