import { router, signedIn } from "@/server/kit/call/procedure";
import { SearchHits, SearchInput } from "./search.schema";
import { search } from "./search.service";

export const searchRouter = router({
  find: signedIn()
    .input(SearchInput)
    .output(SearchHits)
    .query(({ ctx, input }) => search(ctx, input.term)),
});
