import type { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { SetDeskCell } from "./desk.schema";
import { textsIn, translationsOf } from "./desk-list";
import type { DeskSource } from "./desk-source";
import { findText } from "./desk-text";

type Cell = z.output<typeof SetDeskCell>;

const taken = () =>
  new AppError("version_mismatch", "Somebody changed this translation after you loaded it. Nothing was saved.");

/** Writes one cell over what the translator saw, as the resource's own screens do it. */
export async function writeCell(ctx: KnownCtx, source: DeskSource, { id, languageId, texts, expected }: Cell) {
  const { recordId } = await findText(ctx, source, id);
  // Other writers of the record wait here, so that what is compared now is what is overwritten.
  if (!source.adapter)
    await source.record.change(ctx, recordId, undefined, "translate", async () => ({ changes: {}, result: null }));
  const stored = (await translationsOf(ctx, source, [id], true)).byText.get(id)?.get(languageId);
  const now = textsIn(source, stored);
  if (expected && Object.keys(now).some((field) => (expected[field] ?? "") !== now[field])) throw taken();
  if (texts === null) {
    if (stored && source.adapter) await source.adapter.write(ctx, { id, languageId }, { texts });
    else if (stored && !source.adapter) await source.remove(ctx, id, stored);
    return;
  }
  const given = Object.entries({ ...now, ...texts }).map(([field, text]) => [
    field,
    text === "" && source.fields[field]?.optional ? null : text,
  ]);
  // What a translation has beside its texts, such as a file, stays.
  const whole = source.schema.parse({ ...stored, ...Object.fromEntries(given) });
  if (source.adapter) await source.adapter.write(ctx, { id, languageId }, { texts: textsIn(source, whole) });
  else await source.set(ctx, id, languageId, whole);
}
