import { IconHome, IconUser } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";
import { companies } from "./companies";
import { content } from "./content";
import { devices } from "./devices";
import { notifications } from "./notifications";
import { operations } from "./operations";
import { people } from "./people";

const home: Screen = { heading: "Home", at: "/", domain: "Home", icon: IconHome };
const profile: Screen = { heading: "Profile", at: "/profile", domain: "Home", icon: IconUser, isUnlisted: true };

/** Every screen of the backoffice. Its layout picks those that the person may see, for rail, breadcrumbs, palette, search and home. */
export const backoffice: readonly Screen[] = [
  home,
  profile,
  ...people,
  ...companies,
  ...devices,
  ...content,
  ...notifications,
  ...operations,
];
