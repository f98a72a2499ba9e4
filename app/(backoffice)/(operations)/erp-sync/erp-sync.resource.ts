import { IconRefresh } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const erpSync = {
  heading: "ERP sync",
  at: "/erp-sync",
  icon: IconRefresh,
  needs: "erp-sync.read",
} as const satisfies Screen;

export const erpRuns: Screen = {
  heading: "Runs of the ERP sync",
  at: "/erp-sync/runs",
  icon: IconRefresh,
  needs: "erp-sync.write",
  isUnlisted: true,
};
