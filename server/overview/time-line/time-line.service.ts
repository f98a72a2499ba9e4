import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { auditLog } from "@/db/schema";
import { persTimeLine } from "@/server/devices/pers-time-line/pers-time-line.service";
import { userTimeLine } from "@/server/identity/user/user-time-line.service";
import { bulkChangesOf } from "@/server/kit/bulk/bulk-row";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { type ChangeKind, merged, type TimeLine } from "@/server/kit/record/time-line";
import { assertMayRead, changesInside, changesOf } from "@/server/overview/audit/audit.service";
import { notesOf } from "@/server/platform/sheet-activity/sheet-activity.service";
import type { TimeLineInput, TimeLinePage } from "./time-line.schema";

/** What is known of an object beside its changes and notes, by its name in the audit trail. */
const declared: ReadonlyMap<string, TimeLine> = new Map([
  ["pers", persTimeLine],
  ["user", userTimeLine],
]);

const [change, note, inside] = ["change", "note", "inside"];

const listed = (values: string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** The kind of a change: the first that is declared for one of its fields or for its action, else a change and no more. */
function kindIn(kinds: ChangeKind[]): SQL<string> {
  const whens = kinds.flatMap(({ kind, actions = [], fields = [] }) => [
    ...(actions.length > 0 ? [sql`when ${auditLog.action} in (${listed(actions)}) then ${kind}`] : []),
    ...(fields.length > 0 ? [sql`when ${auditLog.changes} ?| array[${listed(fields)}] then ${kind}`] : []),
  ]);
  return whens.length > 0 ? sql`(case ${sql.join(whens, sql` `)} else ${change} end)` : sql`${change}::text`;
}

type Shown = z.output<typeof TimeLinePage>["items"][number];
type Entry = Exclude<Shown, { type: "change" }> | (Extract<Shown, { type: "change" }> & { requestId: string });

/**
 * What happened to one object, newest first, from every table that knows of it: its changes, its notes, and the sources
 * that are declared for its kind.
 * @throws AppError `rule_broken` for a kind of object that has no history, `forbidden` for a caller who may not read the
 * object, or nothing that is known of it
 */
export async function timeLine(ctx: KnownCtx, input: z.output<typeof TimeLineInput>) {
  const { objectType, objectId, notes, cursor: before, limit } = input;
  await assertMayRead(ctx, objectType, objectId);
  const line = declared.get(objectType) ?? { changes: [], sources: [] };
  const changeKinds = mayDo(ctx.actor, "audit.read") ? [...line.changes.map(({ kind }) => kind), change] : [];
  const sources = line.sources.filter(({ may }) => may === undefined || mayDo(ctx.actor, may));
  const mayNotes = notes === true && mayDo(ctx.actor, "sheet-activity.read");
  const isWhole = objectType === "company" && changeKinds.length > 0;
  const kinds = [
    ...new Set([
      ...(mayNotes ? [note] : []),
      ...sources.map(({ kind }) => kind),
      ...changeKinds,
      ...(isWhole ? [inside] : []),
    ]),
  ];
  if (kinds.length === 0) throw new AppError("forbidden", "A time line needs the right to see changes or notes.");

  const isAsked = (kind: string) => !input.kinds || input.kinds.includes(kind);
  const place = { before, limit: limit + 1 };
  const reads: Promise<Entry[]>[] = sources
    .filter(({ kind }) => isAsked(kind))
    .map(async ({ load }) =>
      (await load(ctx, objectId, before, place.limit)).map((event) => ({ ...event, type: "event" as const })),
    );
  const asked = changeKinds.filter(isAsked);
  if (asked.length > 0) {
    const kind = kindIn(line.changes);
    const where = asked.length < changeKinds.length ? sql`${kind} in (${listed(asked)})` : undefined;
    const rows = changesOf(ctx, { objectType, objectId, ...place, kind, where });
    reads.push(rows.then((rows) => rows.map((row) => ({ ...row, type: "change" as const }))));
  }
  if (isWhole && isAsked(inside)) {
    const rows = changesInside(ctx, objectId, place);
    reads.push(
      rows.then((rows) =>
        rows.map(({ objectType, objectId, objectLabel, ...row }) => {
          const of = { objectType, objectId, objectLabel };
          return { ...row, type: "change" as const, kind: inside, of };
        }),
      ),
    );
  }
  if (mayNotes && isAsked(note)) {
    const rows = notesOf(ctx, { objectId, modelType: objectType, ...place });
    reads.push(
      rows.then((rows) =>
        rows.map((row) => ({ type: "note" as const, kind: note, id: row.id, at: row.createdAt, note: row })),
      ),
    );
  }
  const page = merged(await Promise.all(reads), limit);
  const groups = await bulkChangesOf(
    ctx,
    page.items.flatMap((item) => (item.type === "change" ? item.requestId : [])),
  );
  const items = page.items.map((item) =>
    item.type === "change" ? { ...item, bulk: groups.get(item.requestId) } : item,
  );
  return { kinds, ...page, items };
}
