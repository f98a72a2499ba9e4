import { IconHome, IconUser } from "@tabler/icons-react";
import { type AreaGroups, type Screen, screensOf } from "@/components/kit/screen";
import { companies } from "./companies";
import { content } from "./content";
import { devices } from "./devices";
import { notifications } from "./notifications";
import { operations } from "./operations";
import { access, people } from "./people";

const home: Screen = { heading: "Home", at: "/", icon: IconHome };
const profile: Screen = {
  heading: "Profile",
  at: "/profile",
  icon: IconUser,
  isUnlisted: true,
  settings: "Settings, language, time zone, e-mail address, password, two-step sign-in, sessions, notifications",
};

/** What the rail of the backoffice leads to, in its order. Its layout picks the areas and pages that the person may see. */
export const backofficeAreas: AreaGroups = [
  [{ heading: "Home", icon: IconHome, others: [profile], pages: [[home]] }],
  devices,
  [...people, ...companies, ...access],
  content,
  notifications,
  operations,
];

/** Every screen of the backoffice. */
export const backoffice = screensOf(backofficeAreas);
