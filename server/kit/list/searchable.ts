import type { SQL, SQLWrapper } from "drizzle-orm";
import type { Permission } from "@/server/permissions";
import type { ListSource, ListTable } from "./list-source";

interface Searched {
  /** the router that reads the records, by its name in `server/root.ts`: the palette knows the way to them by it */
  kind: string;
  needs: Permission;
  /** what people call a record */
  label: SQLWrapper;
  /** what tells two of the same name apart, a text each; where it is null, nothing is shown */
  about?: SQLWrapper[];
  /** what is searched, the label where not said; large tables have a trigram index on each */
  in?: SQLWrapper[];
  /** of these, those with a unique index: their very value is looked up in it */
  unique?: SQLWrapper[];
  /**
   * of these, addresses in lower case with a `prefixIndex`: a term that is an address from its beginning on is looked for at
   * their beginning alone, because nearly all of its trigrams are in nearly all addresses
   */
  address?: SQLWrapper;
  /** what else finds a record, for a whole term that means such a thing: a telephone number, a word of a translation */
  by?: (term: string) => SQL | undefined;
  /** other ways to a record by what it belongs to, each with a limit of its own on what it looks through */
  through?: (term: string) => SQL[];
}

/** How the command palette finds the records of a list; what the caller does not reach in the list it does not find either. */
export interface Searchable extends Searched {
  of: Pick<ListSource<ListTable>, "table" | "reach">;
}

/** Says how the records of a list are found; `server/overview/search` asks all that it names. */
export const searchable = ({ of }: Pick<Searchable, "of">, searched: Searched): Searchable => ({ of, ...searched });
