import { IconTrash } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

/** For who is signed in: everybody sees what they may. */
export const removedRecords: Screen = {
  heading: "Removed records",
  at: "/removed",
  icon: IconTrash,
};
