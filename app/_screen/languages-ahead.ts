import { everyLanguage } from "@/app/(backoffice)/(content)/_screens/every-language.rules";
import type { ServerSide } from "./hydrate";

/** For a list whose cells name languages or show texts in one: they stand in its HTML. */
export const languagesAhead = (trpc: ServerSide["trpc"]) => trpc.languages.rows.prefetch(everyLanguage);
