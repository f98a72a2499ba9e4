import { IconDeviceMobile, IconLanguage, IconLifebuoy, IconTextCaption, IconWorld } from "@tabler/icons-react";
import { appVersions } from "@/app/(backoffice)/(content)/app-versions/app-version.resource";
import { conditionalFeatures } from "@/app/(backoffice)/(content)/conditional-features/conditional-feature.resource";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { documentations } from "@/app/(backoffice)/(content)/documentations/documentation.resource";
import { faqs } from "@/app/(backoffice)/(content)/faqs/faq.resource";
import {
  formattedTextImport,
  formattedTexts,
} from "@/app/(backoffice)/(content)/formatted-texts/formatted-text.resource";
import { glossaryTerms } from "@/app/(backoffice)/(content)/glossary-terms/glossary-term.resource";
import { helpDeskButtons } from "@/app/(backoffice)/(content)/help-desk-buttons/help-desk-button.resource";
import { labelImport, labels } from "@/app/(backoffice)/(content)/labels/label.resource";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { messageImport, messages } from "@/app/(backoffice)/(content)/messages/message.resource";
import { mostFrequentQuestions } from "@/app/(backoffice)/(content)/most-frequent-questions/most-frequent-question.resource";
import { privacyPolicies } from "@/app/(backoffice)/(content)/privacy-policies/privacy-policy.resource";
import { deskImport, translationDesk } from "@/app/(backoffice)/(content)/translations/desk.resource";
import type { Area } from "@/components/kit/screen";

/** The areas of the content, in the order of the rail. */
export const content: readonly Area[] = [
  {
    heading: "Translation desk",
    icon: IconLanguage,
    others: [deskImport],
    pages: [
      [translationDesk, "All texts of the product side by side: find what is missing in a language, and write it."],
      [glossaryTerms, "Words of the trade, translated."],
    ],
  },
  {
    heading: "Texts",
    icon: IconTextCaption,
    others: [labelImport, messageImport, formattedTextImport],
    pages: [
      [labels, "Short texts of the apps: buttons, titles and fields."],
      [messages, "Sentences that the apps say, such as confirmations and errors."],
      [formattedTexts, "Longer texts of the apps, with headings, lists and links."],
    ],
  },
  {
    heading: "Help content",
    icon: IconLifebuoy,
    pages: [
      [faqs, "Questions and answers that the apps show, in sections."],
      [mostFrequentQuestions, "The questions that the apps show first, in their order."],
      [documentations, "Manuals and other documents that people open in the apps."],
      [helpDeskButtons, "The ways to get help that the apps offer, such as a call or a chat."],
      [privacyPolicies, "The privacy policy in its versions; the published one is what people accept."],
    ],
  },
  {
    heading: "Languages and countries",
    icon: IconWorld,
    pages: [
      [languages, "The languages into which texts are translated."],
      [countries, "The countries that can be chosen in addresses, and what they are called."],
    ],
  },
  {
    heading: "Apps",
    icon: IconDeviceMobile,
    pages: [
      [appVersions, "Which versions of the apps are out, and which of them people must update."],
      [conditionalFeatures, "Parts of the apps that can be switched on and off without a new version."],
    ],
  },
];
