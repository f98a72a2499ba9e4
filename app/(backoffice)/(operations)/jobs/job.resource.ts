import { IconStack2 } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const jobs: Screen = {
  heading: "Jobs",
  at: "/jobs",
  icon: IconStack2,
  needs: "job.read",
};
