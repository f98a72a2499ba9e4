import { countryRouter } from "@/server/content/country/country.router";
import { languageRouter } from "@/server/content/language/language.router";
import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { auditRouter } from "@/server/operations/audit/audit.router";
import { searchRouter } from "@/server/operations/search/search.router";
import { router } from "@/server/trpc";

/** Every procedure there is: what screens call, and, where it carries `rest`, the documented REST API. */
export const appRouter = router({
  modelPers: modelPersRouter,
  languages: languageRouter,
  countries: countryRouter,
  audit: auditRouter,
  search: searchRouter,
});

export type AppRouter = typeof appRouter;
