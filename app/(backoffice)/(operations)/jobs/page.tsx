import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { newestRuns } from "@/components/kit/bulk/bulk-words";
import { JobList } from "./_screens/job.part";
import { jobs } from "./job.resource";

export default async function JobsPage() {
  await onlyWhoMay(jobs.needs);
  return (
    <Ahead
      of={(trpc) =>
        Promise.all([
          trpc.jobs.overview.prefetch(),
          trpc.jobs.newest.prefetch({ status: "failed" }),
          trpc.bulkChanges.list.prefetch(newestRuns),
        ])
      }
    >
      <JobList />
    </Ahead>
  );
}
