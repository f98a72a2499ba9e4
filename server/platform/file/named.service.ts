import { sql } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import { type StoredColumn, storedColumns } from "@/db/schema/stored-column";
import type { Ctx } from "@/server/kit/call/context";
import { goneForGood } from "@/server/kit/record/removal-row";

const oneOf = (parts: ReturnType<typeof sql>[]) => (parts.length > 0 ? sql.join(parts, sql` or `) : sql`false`);

/**
 * Those of these that a row of a registered column names, or the trail of its record: for an undo brings back what it names,
 * unless the record is gone for good.
 * @param values keys of pictures, or ids of files
 */
export async function namedOf(ctx: Ctx, kind: StoredColumn["kind"], values: string[]): Promise<Set<string>> {
  const columns = storedColumns.filter((one) => one.kind === kind);
  const rows = columns.map(({ column }) => sql`key in (select ${column}::text from ${column.table})`);
  const trails = columns.map(({ audited }) => sql`${auditLog.objectType} = ${audited}`);
  const named = await ctx.db.execute<{ key: string }>(sql`
    with asked as (select value as key from json_array_elements_text(${JSON.stringify(values)}::json)),
    trail as (select changes::text || coalesce(snapshot::text, '') as text from ${auditLog}
      where (${oneOf(trails)}) and not exists (select from ${auditLog} gone where gone.object_type = ${auditLog.objectType}
        and gone.object_id = ${auditLog.objectId} and gone.action = ${goneForGood}))
    select key from asked where ${oneOf(rows)} or exists (select from trail where position(key in trail.text) > 0)`);
  return new Set(named.map(({ key }) => key));
}
