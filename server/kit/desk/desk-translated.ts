import type { KnownCtx } from "@/server/kit/call/context";
import type { TranslationTable } from "@/server/kit/language/translations";
import type { RecordTable } from "@/server/kit/record/record-rows";
import { joinDesk } from "./desk-join";
import type { TableSource } from "./desk-source";

type FromService = "name" | "table" | "texts" | "record" | "set" | "remove";

/** What `translatedService` makes, or a service around that. */
interface Translated extends Pick<TableSource, "name" | "texts"> {
  of: { table: RecordTable };
  texts: TranslationTable;
  change: TableSource["record"]["change"];
  translate: TableSource["set"];
  removeTranslation: (ctx: KnownCtx, id: string, translationId: string) => Promise<unknown>;
}

/** Makes the texts of translated records reachable from the translation desk. */
export const joinTranslated = (service: Translated, about: Omit<TableSource, FromService>): void =>
  joinDesk({
    ...about,
    name: service.name,
    table: service.of.table,
    texts: service.texts,
    record: service,
    set: service.translate,
    remove: (ctx, id, translation) => service.removeTranslation(ctx, id, translation.id),
  });
