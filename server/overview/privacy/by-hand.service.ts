import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { files, pers, vehicles } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import type { Ctx } from "@/server/kit/call/context";
import { fileService } from "@/server/platform/file/file.service";
import { masked } from "@/server/platform/mail/mail-template.rules";
import { byHandLimits } from "./by-hand.rules";
import { columnTypes } from "./erase-sweep.service";
import { readableIn } from "./file-text.rules";
import { type Identity, namesPatternOf, patternOf, regexFrom } from "./needles.rules";
import { columnsOf, personColumns } from "./person-columns.rules";
import type { ByHand } from "./privacy.schema";
import type { Subject } from "./subject.service";

/** Labels of people who act: a first or last name in one of them is somebody else's. */
const ofOthers = new Set(["actor_label", "requested_by", "confirmed_by"]);

/** A text on one line around the first place where it is found, without codes that are secret. */
function excerpt(text: string, regex: RegExp): string {
  const plain = masked(text).replace(/\s+/g, " ");
  const at = Math.max(0, plain.search(regex));
  const [start, end] = [Math.max(0, at - byHandLimits.around), at + byHandLimits.around];
  return `${start > 0 ? "…" : ""}${plain.slice(start, end)}${end < plain.length ? "…" : ""}`;
}

const wordsOf = (table: string, column: string) =>
  `${table.slice(table.indexOf(".") + 1)}, ${column}`.replaceAll("_", " ");

/**
 * Texts in which a first or last name of the person stands alone. Asked after everything else was erased, in the same
 * transaction, it finds what is left.
 */
export async function namesLeft(ctx: Ctx, identity: Identity): Promise<ByHand[]> {
  const pattern = namesPatternOf(identity);
  if (!pattern) return [];
  const regex = regexFrom(pattern);
  const types = await columnTypes(ctx);
  const found: ByHand[] = [];
  for (const [table, columns] of Object.entries(personColumns))
    for (const column of columnsOf(columns.swept)) {
      const type = types.get(table)?.get(column);
      if (!type || ofOthers.has(column)) continue;
      const text: SQL = sql`t.${sql.identifier(column)}::text`;
      const rows = await ctx.db.execute<{ id: string | null; text: string; count: number }>(sql`
        select coalesce(to_jsonb(t)->>'id', to_jsonb(t)->>'parent_id') as id, ${text} as text, count(*) over ()::int as count
        from ${sql.raw(table)} t where ${text} ~* ${pattern} limit ${byHandLimits.examples}`);
      const [first] = rows;
      if (first)
        found.push({
          where: wordsOf(table, column),
          count: first.count,
          examples: rows.map((row) => ({ id: row.id ?? "", text: excerpt(row.text, regex) })),
        });
    }
  return found;
}

const anyPatternOf = (identity: Identity) =>
  [patternOf(identity), namesPatternOf(identity)].filter((one) => one !== undefined).join("|");

/** Uploaded files whose readable text names the person. Scans, and text that is drawn by glyph numbers, are not read. */
export async function filesNaming(ctx: Ctx, identity: Identity): Promise<ByHand[]> {
  const regex = regexFrom(anyPatternOf(identity));
  const all = await ctx.db
    .select({ id: files.id, name: files.name, size: files.size })
    .from(files)
    .orderBy(desc(files.id))
    .limit(byHandLimits.files);
  const examples: ByHand["examples"] = [];
  let [bytes, count, read] = [0, 0, 0];
  for (const { id, name, size } of all) {
    if (bytes + size > byHandLimits.fileBytes) break;
    bytes += size;
    read += 1;
    const content = await fileService.content(id);
    const text = content && (await readableIn(content));
    if (!text || text.search(regex) < 0) continue;
    count += 1;
    if (examples.length < byHandLimits.examples) examples.push({ id, text: `${name}: ${excerpt(text, regex)}` });
  }
  const left = (await ctx.db.$count(files)) - read;
  return [
    ...(count > 0 ? [{ where: "uploaded files, contents", count, examples }] : []),
    ...(left > 0 ? [{ where: "uploaded files that were not read", count: left, examples: [] }] : []),
  ];
}

/** Messages of the devices on the vehicles that the person rides, as far as they name them. */
export async function messagesNaming(ctx: Ctx, { user, identity }: Subject): Promise<ByHand[]> {
  if (!user) return [];
  const theirs = await ctx.db
    .select({ serial: pers.nuSerialPersNumber })
    .from(vehicles)
    .innerJoin(pers, eq(pers.id, vehicles.persId))
    .where(eq(vehicles.riderId, user.id));
  if (theirs.length === 0) return [];
  const pattern = anyPatternOf(identity);
  const serials = theirs.map(({ serial }) => serial);
  const newest = ctx.db
    .select({ id: iotMessages.id, payload: iotMessages.payload })
    .from(iotMessages)
    .where(inArray(iotMessages.persSerialNumber, serials))
    .orderBy(desc(iotMessages.receivedAt))
    .limit(byHandLimits.messages * serials.length);
  const rows = await ctx.db.execute<{ id: string; text: string; count: number }>(sql`
    select id::text, payload::text as text, count(*) over ()::int as count from (${newest.getSQL()}) m
    where payload::text ~* ${pattern} limit ${byHandLimits.examples}`);
  const regex = regexFrom(pattern);
  const examples = rows.map(({ id, text }) => ({ id, text: excerpt(text, regex) }));
  return rows[0] ? [{ where: "device messages, payload", count: rows[0].count, examples }] : [];
}
