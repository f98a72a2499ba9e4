import { IconHome, IconUser } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

/** The screens of a company's own workspace, below its address. The layout picks those that the person may see in that company. */
export const workspace: readonly Screen[] = [
  { heading: "Home", at: "/", domain: "Home", icon: IconHome },
  { heading: "Profile", at: "/profile", domain: "Home", icon: IconUser },
];
