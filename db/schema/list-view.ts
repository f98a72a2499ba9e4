import { index, integer, jsonb, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { platform } from "./pg-schema";

/** A list as it stood when it was given a name. */
export const listViews = platform.table(
  "list_views",
  {
    id: id(),
    /** the router of the list, such as "pers" */
    list: text().notNull(),
    name: text().notNull(),
    /** who sees it beside who made it */
    share: text({ enum: ["mine", "role", "everybody"] })
      .notNull()
      .default("mine"),
    ownerId: uuid().notNull(),
    /** the role that it is shared with: of the backoffice, or of the company */
    roleId: uuid(),
    /** the company whose people made it in its workspace; null for a view of staff */
    companyId: uuid(),
    /** what the address of the list says: filters, order, columns, widths, density and page size, by their names there */
    query: jsonb().$type<Record<string, string>>().notNull(),
    ...stamps(),
  },
  (t) => [index("list_views_list").on(t.list, t.companyId), index("list_views_owner").on(t.ownerId)],
);

/** The views that a person gets by mail on Mondays. */
export const viewMails = platform.table(
  "view_mails",
  {
    id: id(),
    userId: uuid().notNull(),
    /** the company in whose workspace it was chosen; null for one of staff */
    companyId: uuid(),
    /** the router of the list */
    list: text().notNull(),
    /** the id of its row, or the name of one that comes with the product */
    viewId: text().notNull(),
    /** the page of the list, below the product's address */
    at: text().notNull(),
    /** how many records it had when it was mailed last, or chosen */
    lastTotal: integer().notNull(),
    lastAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("view_mails_one").on(t.userId, t.companyId, t.list, t.viewId).nullsNotDistinct(),
    index("view_mails_last_at").on(t.lastAt),
  ],
);

/** What the server remembers of how a person has a list, or the rail, in the backoffice or in one company. */
export const personSettings = platform.table(
  "person_settings",
  {
    id: id(),
    userId: uuid().notNull(),
    companyId: uuid(),
    /** "list:" with the router of a list, or "rail" */
    key: text().notNull(),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    ...stamps(),
  },
  (t) => [unique("person_settings_one").on(t.userId, t.companyId, t.key).nullsNotDistinct()],
);
