import { checkTexts } from "@/server/kit/desk/desk-findings";
// Whose texts are checked: all that join the translation desk, which the worker loads for nothing else.
import "@/server/companies/company/company-category/company-category.service";
import "@/server/content/app-version/app-version.service";
import "@/server/content/country/country.service";
import "@/server/content/documentation/documentation.service";
import "@/server/content/faq/faq.service";
import "@/server/content/formatted-text/formatted-text.service";
import "@/server/content/help-desk-button/help-desk-button.service";
import "@/server/content/label/label.service";
import "@/server/content/language/language.service";
import "@/server/content/message/message.service";
import "@/server/content/most-frequent-question/most-frequent-question.service";
import "@/server/devices/alert/alert.service";
import "@/server/devices/level-alert/level-alert.service";
import "@/server/notification/template/notification-desk.service";
import "@/server/platform/mail/mail-template.service";

/** Compares translations with their sources, for the worker. */
export const textCheckRoutine = {
  code: "TEXT_CHECK",
  label: "Check of translations",
  module: "content" as const,
  isOutside: true,
  work: checkTexts,
};
