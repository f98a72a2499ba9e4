import { boolean, index, text, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { companies } from "./companies";
import { users } from "./identity";
import { backoffice } from "./pg-schema";

/** Notes on the sheet of any record; `objectId` names records of many tables, so it has no foreign key. */
export const sheetActivities = backoffice.table(
  "sheet_activities",
  {
    id: id(),
    objectId: uuid().notNull(),
    modelType: text().notNull(),
    content: text().notNull(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    isProCenterMember: boolean().notNull().default(false),
    /** the company whose own people wrote it in its workspace, for nobody else of a company to see */
    companyId: uuid().references(() => companies.id),
    ...stamps(),
  },
  (t) => [
    index("sheet_activities_object").on(t.objectId, t.createdAt, t.id),
    index("sheet_activities_author").on(t.authorId),
    index("sheet_activities_company").on(t.companyId),
  ],
);
