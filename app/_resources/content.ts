import { IconFileImport } from "@tabler/icons-react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { labels } from "@/app/(backoffice)/(content)/labels/label.resource";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import type { Screen } from "@/components/kit/screen";

const labelImport: Screen = {
  heading: "Import interface labels",
  at: "/labels/import",
  domain: "Content",
  icon: IconFileImport,
  needs: labels.may.write,
  isUnlisted: true,
};

/** The screens of the content, in the order of the rail. */
export const content: Screen[] = [labels, languages, countries, labelImport];
