import { router, signedIn } from "@/server/trpc";
import { SearchHits, SearchInput } from "./search.schema";
import { search } from "./search.service";

export const searchRouter = router({
  find: signedIn()
    .input(SearchInput)
    .output(SearchHits)
    .query(({ ctx, input }) => search(ctx, input.term)),
});
