import { sql } from "drizzle-orm";
import { auditLog, files } from "@/db/schema";
import { storedColumns } from "@/db/schema/stored-column";
import { type Ctx, ownerOf } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";

/** Field → [before, after]. */
type Changes = Record<string, [unknown, unknown]>;

/** What the fields are called that hold files, by what the trail calls their record; our columns are named by their keys. */
function fileFieldsOf(objectType: string): Set<string> {
  const own = storedColumns.filter(({ kind, audited }) => kind === "file" && audited === objectType);
  return new Set(own.map(({ column }) => column.name));
}

/** The files in a value, each with its field; texts, parts and translations stand deeper in it. */
function collect(value: unknown, field: string | undefined, fields: Set<string>, found: Map<string, string>) {
  if (typeof value === "string" && field) found.set(value, field);
  else if (Array.isArray(value)) for (const item of value) collect(item, field, fields, found);
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) collect(part, fields.has(key) ? key : undefined, fields, found);
}

/** A translation's change is called `fileId (fr)`. */
const fieldOf = (key: string, fields: Set<string>) => key.split(/\W+/).find((part) => fields.has(part));

/** The files that changes bring into a record, each with its field. */
function broughtIn(changes: Changes, fields: Set<string>): Map<string, string> {
  const [old, found] = [new Map<string, string>(), new Map<string, string>()];
  for (const [key, [before, after]] of Object.entries(changes)) {
    collect(before, fieldOf(key, fields), fields, old);
    collect(after, fieldOf(key, fields), fields, found);
  }
  for (const id of old.keys()) found.delete(id);
  return found;
}

interface Change {
  /** the resource's name */
  objectType: string;
  objectId: string;
  changes?: Changes;
}

/**
 * Takes up the files that a change brings into a record, in the change's transaction: from then on they are kept. Only who
 * sent a file may put it into a record, because readers of the record may then read the file; what the record held
 * before may come back to it by anybody.
 * @throws AppError 422 for an unknown file, or one that somebody else sent
 */
export async function claimFiles(ctx: Ctx, { objectType, objectId, changes = {} }: Change) {
  const fields = fileFieldsOf(objectType);
  if (fields.size === 0) return;
  const wanted = broughtIn(changes, fields);
  if (wanted.size === 0) return;
  const owner = ctx.actor && ownerOf({ ...ctx, actor: ctx.actor });
  const held = sql`exists (select from ${auditLog} where ${auditLog.objectType} = ${objectType}
    and ${auditLog.objectId} = ${objectId}
    and position(${files.id}::text in ${auditLog.changes}::text || coalesce(${auditLog.snapshot}::text, '')) > 0)`;
  const claimed = await ctx.db.execute<{ id: string }>(sql`
    update ${files} set used_at = now() where ${files.id}::text = any(${`{${[...wanted.keys()].join(",")}}`}::text[])
      and (${ctx.actor?.kind === "system"} or ${files.owner} = ${owner} or ${held}) returning ${files.id} as id`);
  for (const { id } of claimed) wanted.delete(id);
  const [field] = wanted.values();
  if (field === undefined) return;
  const message = "There is no such file of yours. Send it again.";
  throw new AppError("unknown_reference", `${field}: ${message}`, { errors: [{ path: field, message }] });
}
