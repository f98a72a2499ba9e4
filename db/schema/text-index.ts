import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, type ExtraConfigColumn, index } from "drizzle-orm/pg-core";

/** For finding rows by words in a text (`contains` of the lists), of a large table. */
export const searchIndex = (name: string, text: AnyPgColumn | SQL) =>
  index(name).using("gin", sql`platform.fold(${text}) gin_trgm_ops`);

/** For finding rows by what a text begins with, whatever the collation of the database. */
export const prefixIndex = (name: string, text: Pick<ExtraConfigColumn, "op">) =>
  index(name).on(text.op("text_pattern_ops"));

/** What telephone numbers are told apart by (`phoneKeyOf`), whatever their spelling. */
export const phoneKey = (number: SQLWrapper): SQL => sql`platform.phone_key(${number})`;

/** For finding rows by a part of a telephone number. */
export const phoneIndex = (name: string, number: AnyPgColumn) =>
  index(name).using("gin", sql`${phoneKey(number)} gin_trgm_ops`);

/** The order of texts for people of all languages: the root collation of ICU. */
export const inOrder = (text: SQLWrapper): SQL => sql`${text} collate "und-x-icu"`;

/** For a list of a large table that is sorted by a text. */
export const sortIndex = (name: string, text: AnyPgColumn, id: AnyPgColumn) => index(name).on(inOrder(text), id);
