import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { labelImport, labels } from "@/app/(backoffice)/(content)/labels/label.resource";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of the content, in the order of the rail. */
export const content: Screen[] = [labels, labelImport, languages, countries];
