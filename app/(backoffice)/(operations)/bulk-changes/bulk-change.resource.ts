import { IconChecklist } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

/** For who is signed in: everybody sees what they may. */
export const bulkChanges: Screen = {
  heading: "Bulk changes",
  at: "/bulk-changes",
  icon: IconChecklist,
  isUnlisted: true,
};
