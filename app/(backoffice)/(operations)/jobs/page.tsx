import { serverSide } from "@/app/_screen/hydrate";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { JobList } from "./_screens/job.part";
import { jobs } from "./job.resource";

export default async function JobsPage() {
  await onlyWhoMay(jobs.needs);
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([trpc.jobs.overview.prefetch(), trpc.jobs.newest.prefetch({ status: "failed" })]);
  return (
    <HydrateClient>
      <JobList />
    </HydrateClient>
  );
}
