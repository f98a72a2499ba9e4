import { sql } from "drizzle-orm";
import { z } from "zod";
import { helpDeskButtons, helpDeskButtonTranslations } from "@/db/schema";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { orderOf } from "@/server/kit/record/order-service";
import type { buttonGroups } from "./help-desk-button.rules";
import { helpDeskButtonTexts, ListHelpDeskButtons } from "./help-desk-button.schema";

const table = helpDeskButtons;

const record = translatedService({
  name: "help-desk-button",
  label: (row) => row.topic,
  table,
  texts: helpDeskButtonTranslations,
  scope: "global",
  input: ListHelpDeskButtons,
  sort: {
    rank: table.rank,
    topic: table.topic,
    groupName: table.groupName,
    isActivated: table.isActivated,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    topic: contains(table.topic),
    groupName: contains(table.groupName),
    isActivated: equals(table.isActivated),
  },
  async load(ctx, ids) {
    const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids));
    return rows.map((row) => ({ ...row, groupName: row.groupName as (typeof buttonGroups)[number] })); // as the table's check says
  },
});

/** The buttons under which people find help in the apps (document 4.14). */
export const helpDeskButtonService = { ...record, ...orderOf(record) };

joinTranslated(helpDeskButtonService, {
  title: "Help-desk buttons",
  may: { read: "help-desk-button.read", write: "help-desk-button.write" },
  label: table.topic,
  place: sql`${table.groupName}`,
  fields: { label: { title: "Label" } },
  schema: z.object(helpDeskButtonTexts),
});
