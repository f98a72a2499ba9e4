import { IconUserSearch } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const privacyDesk = {
  heading: "Privacy desk",
  at: "/privacy",
  icon: IconUserSearch,
  needs: "privacy.read",
} as const satisfies Screen;
