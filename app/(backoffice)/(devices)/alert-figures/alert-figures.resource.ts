import { IconChartBar } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const alertFigures: Screen = {
  heading: "Alert figures",
  at: "/alert-figures",
  icon: IconChartBar,
  needs: "pers-alert.read",
};
