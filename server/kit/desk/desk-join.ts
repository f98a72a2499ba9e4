import { lookAtTexts } from "@/server/kit/language/written-texts";
import { noteWritten } from "./desk-findings";
import { addSource, type DeskSource } from "./desk-source";

/** Makes a resource's texts reachable from the translation desk, which looks at each that is written. */
export function joinDesk(source: DeskSource): void {
  addSource(source);
  lookAtTexts(source.adapter ? source.adapter.table : source.texts, (ctx, written) =>
    noteWritten(ctx, source, written),
  );
}
