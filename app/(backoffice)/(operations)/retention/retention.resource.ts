import { IconClockX } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const logRetention = {
  heading: "Retention of logs",
  at: "/retention",
  icon: IconClockX,
  needs: "retention.read",
} as const satisfies Screen;
