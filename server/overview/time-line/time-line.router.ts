import { router, signedIn } from "@/server/kit/call/procedure";
import { TimeLineInput, TimeLinePage } from "./time-line.schema";
import { timeLine } from "./time-line.service";

/** What happened to one object. Each of its sources needs the right to read it, and all of them that to read the object. */
export const timeLineRouter = router({
  of: signedIn()
    .input(TimeLineInput)
    .output(TimeLinePage)
    .query(({ ctx, input }) => timeLine(ctx, input)),
});
