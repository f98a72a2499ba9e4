import { boolean, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { backoffice } from "./pg-schema";

/** A page of the ERP as it was last pulled: its ETag, how many records it holds, and how many pages there are. */
export interface ErpPageMark {
  etag: string;
  count: number;
  totalPages: number;
}

/** Where companies and kits are pulled from, and when: one row. What the pulls did stands in `platform.imports`. */
export const erpSyncs = backoffice.table("erp_syncs", {
  id: id(),
  erpUrl: text(),
  enabled: boolean().notNull().default(false),
  /** five fields, UTC */
  cron: text().notNull(),
  /** the last try that made no plan, or none that could be run without a person */
  triedAt: instant(),
  triedStatus: text({ enum: ["done", "failed", "waiting"] }),
  triedError: text(),
  triedSame: jsonb().$type<{ unchanged: number }>(),
  /** address of a page → as it was when that import was planned; of use once the import is done */
  pages: jsonb().$type<Record<string, ErpPageMark>>(),
  pagesOf: uuid(),
  ...stamps(),
});
