import { sql } from "drizzle-orm";
import { languages } from "@/db/schema";
import { manner } from "@/texts/speech";
import { contains } from "../list/list-filters";
import { searchable } from "../list/searchable";
import type { TextService } from "./text-service";

const shownCharacters = 80;

/** Texts are found by their name, and by the words of any of their languages; shown in the reader's, without its tags. */
export function textSearch(service: TextService, kind: string) {
  const { table, values, may } = service.source;
  /** Asked for at each search: the language is the reader's. */
  const shown = {
    getSQL:
      () => sql`(select left(btrim(regexp_replace(${values.value}, '<[^>]*>|\\s+', ' ', 'g')), ${shownCharacters}::int)
      from ${values} join ${languages} on ${languages.id} = ${values.languageId} where ${values.parentId} = ${table.id}
      order by ${languages.code} = ${manner().language} desc, ${languages.isDefault} desc limit 1)`,
  };
  return searchable(service, {
    kind,
    needs: may.read,
    label: table.name,
    about: [shown],
    by: (term) => sql`${table.id} in (select ${values.parentId} from ${values} where ${contains(values.value)(term)})`,
  });
}
