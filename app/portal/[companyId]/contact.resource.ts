import { IconMessage } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const contactAt = (base: "" | `/portal/${string}`): Screen => ({
  heading: "Contact us",
  at: `${base}/contact`,
  domain: "Home",
  icon: IconMessage,
});
