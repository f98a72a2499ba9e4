import { appVersions } from "@/app/(backoffice)/(content)/app-versions/app-version.resource";
import { conditionalFeatures } from "@/app/(backoffice)/(content)/conditional-features/conditional-feature.resource";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { documentations } from "@/app/(backoffice)/(content)/documentations/documentation.resource";
import { faqs } from "@/app/(backoffice)/(content)/faqs/faq.resource";
import {
  formattedTextImport,
  formattedTexts,
} from "@/app/(backoffice)/(content)/formatted-texts/formatted-text.resource";
import { helpDeskButtons } from "@/app/(backoffice)/(content)/help-desk-buttons/help-desk-button.resource";
import { labelImport, labels } from "@/app/(backoffice)/(content)/labels/label.resource";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { messageImport, messages } from "@/app/(backoffice)/(content)/messages/message.resource";
import { mostFrequentQuestions } from "@/app/(backoffice)/(content)/most-frequent-questions/most-frequent-question.resource";
import { privacyPolicies } from "@/app/(backoffice)/(content)/privacy-policies/privacy-policy.resource";
import { deskImport, translationDesk } from "@/app/(backoffice)/(content)/translations/desk.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of the content, in the order of the rail. */
export const content: Screen[] = [
  translationDesk,
  deskImport,
  labels,
  labelImport,
  messages,
  messageImport,
  formattedTexts,
  formattedTextImport,
  faqs,
  mostFrequentQuestions,
  documentations,
  helpDeskButtons,
  privacyPolicies,
  appVersions,
  conditionalFeatures,
  languages,
  countries,
];
