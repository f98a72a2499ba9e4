import { IconFileImport, IconLanguageHiragana } from "@tabler/icons-react";
import type { Screen } from "@/components/kit/screen";

/** The texts of all resources; what of them a person sees follows from the rights of each resource. */
export const translationDesk: Screen = {
  heading: "Translation desk",
  at: "/translations",
  icon: IconLanguageHiragana,
  needs: "language.read",
};

export const deskImport: Screen = {
  heading: "Import translations",
  at: "/translations/import",
  icon: IconFileImport,
  needs: "language.read",
  isUnlisted: true,
};
