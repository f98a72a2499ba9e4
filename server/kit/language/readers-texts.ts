import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { languages } from "@/db/schema";
import { manner } from "@/texts/speech";
import type { TranslationTable } from "./translations";

/** The id of the reader's language, asked for when a statement is written: modules are loaded once for all readers. */
export const readersLanguage: SQLWrapper = {
  getSQL: () => sql`select ${languages.id} from ${languages} where ${eq(languages.code, manner().language)}`,
};

/**
 * What joins a record with its texts in the reader's language, to the left: none or one row, which the unique index of
 * parent and language finds.
 */
export const inReadersLanguage = (texts: TranslationTable, parent: AnyPgColumn): SQL =>
  sql`${texts.parentId} = ${parent} and ${texts.languageId} = ${readersLanguage}`;

/** A text of that join; where the language has none, what the record itself is called. */
export const orOwn = (text: AnyPgColumn, own: AnyPgColumn) => sql<string>`coalesce(${text}, ${own})`;
