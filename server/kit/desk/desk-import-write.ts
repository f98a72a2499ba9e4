import { and, eq, isNotNull } from "drizzle-orm";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import type { Left, Undoable } from "@/server/kit/import/importer";
import { leftSince } from "@/server/kit/import/left-records";
import { oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import { isByMachine } from "./desk-findings";
import type { DeskImport } from "./desk-import-plan";
import { textsIn, translationsOf } from "./desk-list";
import { deskReview } from "./desk-review";
import { type DeskChange, type DeskSource, deskSourceNamed, type Texts } from "./desk-source";
import { changeNamed, codeOf } from "./desk-text";
import { writeCell } from "./desk-write";

/** What an import did to a text in one language. */
export interface ImportedText extends Undoable, Omit<DeskImport, "name" | "id" | "recordId"> {
  textId: string;
}

const isSame = (one: Texts | null, other: Texts) => one !== null && JSON.stringify(one) === JSON.stringify(other);

/** Texts by resource and language. */
const groupsOf = <T extends { resource: string; languageId: string }>(all: T[]) =>
  [...groupBy(all, ({ resource, languageId }) => `${resource} ${languageId}`).values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ source: deskSourceNamed(first.resource), languageId: first.languageId, of }] : [];
  });

/** Sets texts of one language as the resource's own screens do. @throws AppError 412 where one is not what was expected */
async function set(ctx: KnownCtx, source: DeskSource, languageId: string, cells: DeskChange[]) {
  if (!source.adapter && source.setMany) return source.setMany(ctx, languageId, cells);
  for (const cell of cells) await writeCell(ctx, source, { ...cell, resource: source.name, languageId });
}

/** An imported text is right, even where only its white space changed. */
async function confirmAll(ctx: KnownCtx, source: DeskSource, languageId: string, ids: string[]) {
  if (source.adapter) {
    for (const id of ids) await source.adapter.write(ctx, { id, languageId }, { outdatedFrom: null });
    return;
  }
  const { texts } = source;
  await ctx.db
    .update(texts)
    .set({ outdatedFrom: null })
    .where(and(oneOf(texts.parentId, ids), eq(texts.languageId, languageId), isNotNull(texts.outdatedFrom)));
}

/** Writes what an import plans. */
export async function writeImported(ctx: KnownCtx, writes: DeskImport[]): Promise<ImportedText[]> {
  for (const { source, languageId, of } of groupsOf(writes)) {
    const changed = of.filter(({ before, after }) => !isSame(before, after));
    const cells = changed.map(({ id, before, after }) => ({ id, texts: after, expected: before ?? {} }));
    if (cells.length > 0) {
      await set(ctx, source, languageId, cells);
      const ids = cells.map(({ id }) => id);
      await confirmAll(ctx, source, languageId, ids);
    }
    if (isByMachine(ctx)) continue; // it confirms nothing
    for (const { id } of of.filter((one) => !changed.includes(one)))
      await deskReview.confirm(ctx, { resource: source.name, id, languageId });
  }
  return writes.map(({ id, recordId, name, ...rest }) => ({ ...rest, id: recordId, label: name, textId: id }));
}

/** Marks a text again as outdated, as it was before the import. */
async function markOutdated(
  ctx: KnownCtx,
  source: DeskSource,
  { id: recordId, textId, languageId, ...one }: ImportedText,
) {
  const { outdatedFrom } = one;
  if (source.adapter) return source.adapter.write(ctx, { id: textId, languageId }, { outdatedFrom });
  const { texts } = source;
  const work = (ctx: KnownCtx) =>
    ctx.db
      .update(texts)
      .set({ outdatedFrom })
      .where(and(eq(texts.parentId, textId), eq(texts.languageId, languageId)));
  if (!isSame(one.before, one.after)) return work(ctx);
  const name = changeNamed(source, textId, "confirmed", await codeOf(ctx, languageId));
  await source.record.change(ctx, recordId, undefined, "undo", async (ctx) => {
    await work(ctx);
    return { changes: { [name]: [true, false] }, result: null };
  });
}

/** Texts get back what they had. One that somebody changed since, or that the caller may not change, stays. */
export async function undoImported(ctx: KnownCtx, imported: ImportedText[]): Promise<Left[]> {
  const left: Left[] = [];
  for (const { source, languageId, of } of groupsOf(imported)) {
    if (!mayDo(ctx.actor, source.may.write)) {
      left.push(...of.map(({ id, label }) => ({ id, label, reason: "You may no longer change it." })));
      continue;
    }
    const ids = of.map(({ textId }) => textId);
    const { byText } = await translationsOf(ctx, source, ids);
    const isAsImported = ({ textId, after }: ImportedText) =>
      isSame(textsIn(source, byText.get(textId)?.get(languageId)), after);
    const back = of.filter(isAsImported);
    const cells = back
      .filter(({ before, after }) => !isSame(before, after))
      .map(({ textId, before, after }) => ({ id: textId, texts: before, expected: after }));
    if (cells.length > 0) await set(ctx, source, languageId, cells);
    for (const one of back) if (one.outdatedFrom) await markOutdated(ctx, source, one);
    // The trail of a text that is a record of its own is that record's.
    const ownId = ({ textId, id }: ImportedText) => (source.adapter && byText.get(textId)?.get(languageId)?.id) || id;
    const changed = of.filter((one) => !back.includes(one)).map((one) => ({ ...one, id: ownId(one) }));
    left.push(
      ...(await leftSince(ctx, source.name, changed, (id) =>
        changed.some((one) => one.id === id && byText.has(one.textId)),
      )),
    );
  }
  return left;
}
