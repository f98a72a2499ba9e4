import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { notificationPlatformTechs as techs } from "@/db/schema";
import { arrayOf } from "@/server/kit/value/array.rules";

/** A copy that is not hidden. */
export const isThere = (table: { missingSince: AnyPgColumn }): SQL => isNull(table.missingSince);

/** One of these keys or ids. */
export const keyOrId = (key: AnyPgColumn, id: AnyPgColumn) => (wanted: string[]) => {
  const texts = arrayOf(wanted);
  return sql`(${key} = any(${texts}::text[]) or ${id}::text = any(${texts}::text[]))`;
};

/** Rows of platform techs that are not hidden. */
export const ofTechs = (column: AnyPgColumn, condition?: SQL) =>
  sql`${column} in (select ${techs.id} from ${techs} where ${and(isThere(techs), condition)})`;
