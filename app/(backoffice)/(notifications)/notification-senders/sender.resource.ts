import { IconAntenna } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const senders: Screen = {
  heading: "Senders",
  at: "/notification-senders",
  domain: "Notifications",
  icon: IconAntenna,
  needs: "notification-request.read",
};
