import { companyCategories } from "@/app/(backoffice)/(companies)/company-categories/company-category.resource";
import { alerts } from "@/app/(backoffice)/(devices)/alerts/alert.resource";
import { levelAlerts } from "@/app/(backoffice)/(devices)/level-alerts/level-alert.resource";
import { notificationTemplates } from "@/app/(backoffice)/(notifications)/notification-templates/notification-template.resource";
import type { Resource } from "@/components/kit/resource";
import { appVersions } from "../../app-versions/app-version.resource";
import { countries } from "../../countries/country.resource";
import { documentations } from "../../documentations/documentation.resource";
import { faqs } from "../../faqs/faq.resource";
import { formattedTexts } from "../../formatted-texts/formatted-text.resource";
import { helpDeskButtons } from "../../help-desk-buttons/help-desk-button.resource";
import { labels } from "../../labels/label.resource";
import { languages } from "../../languages/language.resource";
import { messages } from "../../messages/message.resource";
import { mostFrequentQuestions } from "../../most-frequent-questions/most-frequent-question.resource";
import type { Row } from "./desk-row.rules";

const all: Resource[] = [
  alerts,
  appVersions,
  companyCategories,
  countries,
  documentations,
  faqs,
  formattedTexts,
  helpDeskButtons,
  labels,
  levelAlerts,
  languages,
  messages,
  mostFrequentQuestions,
];
/** Where the record of a text has another name than its texts. */
const named: [string, Resource][] = [["notification-template-content", notificationTemplates]];
const byName = new Map([...all.map((of): [string, Resource] => [String(of.audited), of]), ...named]);
const tabs: Record<string, string> = {
  faq: "questions",
  documentation: "documents",
  "notification-template-content": "contents",
};

/** The page of the record that a text belongs to; undefined for a kind whose pages this screen does not know. */
export const addressOf = ({ resource, recordId }: Pick<Row, "resource" | "recordId">) =>
  byName.get(resource)?.record(recordId, tabs[resource] ?? "translations");
