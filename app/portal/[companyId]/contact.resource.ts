import { IconMessage } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const contactScreen: Screen = {
  heading: "Contact us",
  at: "/contact",
  icon: IconMessage,
};
