import { IconTrash } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

/** Of all lists; each has its own on its page, for who reads that. */
export const removedRecords: Screen = {
  heading: "Removed records",
  at: "/removed",
  icon: IconTrash,
  needs: "audit.read",
};
