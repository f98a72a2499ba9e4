import { IconAntenna } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const senders: Screen = {
  heading: "Senders",
  at: "/notification-senders",
  icon: IconAntenna,
  needs: "notification-request.read",
};
