import { permitted, router } from "@/server/kit/call/procedure";
import { JobOverview, Jobs, ListJobs, Ran, RunAgain } from "./job.schema";
import { jobService } from "./job.service";

const may = { read: "job.read", write: "job.write" } as const;

/** What the workers do, for screens. */
export const jobRouter = router({
  overview: permitted(may.read)
    .output(JobOverview)
    .query(({ ctx }) => jobService.overview(ctx)),
  newest: permitted(may.read)
    .input(ListJobs)
    .output(Jobs)
    .query(({ ctx, input }) => jobService.list(ctx, input)),
  runAgain: permitted(may.write, undefined, { unaudited: "needs a job of the queue; the service writes the row" })
    .input(RunAgain)
    .output(Ran)
    .mutation(({ ctx, input }) => jobService.runAgain(ctx, input.ids)),
});
