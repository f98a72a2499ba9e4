import { languageName } from "@/server/kit/language/language-name.rules";
import { trpc } from "./trpc";

/** Each by its name in the reader's language. */
const named = <L extends { code: string; name: string }>({ items }: { items: L[] }) =>
  items.map((language) => ({ ...language, name: languageName(language) }));

/** The active languages, for everybody who is signed in, by their names in the reader's language. */
export const useLanguages = () => trpc.profile.languages.useQuery({}, { select: named });
