import { IconGridDots } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

export const grantMatrix: Screen = {
  heading: "Grant matrix",
  at: "/permission-matrix",
  icon: IconGridDots,
  needs: "role.read",
};
