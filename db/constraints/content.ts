import { type Constraints, reference, rule, textConstraints, translationConstraints } from "./constraint";

export const contentConstraints: Constraints = {
  countries_code: rule("A country with this code already exists.", "code"),
  ...translationConstraints("country_translations", "countries", "country"),
  languages_code: rule("A language with this code already exists.", "code"),
  languages_one_default: rule("Only one language can be the default.", "isDefault"),
  ...translationConstraints("language_translations", "languages", "language"),
  modules_code: rule("A module with this code already exists.", "code"),
  ...textConstraints("labels", "label_translations", "label", "labels"),
  ...textConstraints("formatted_texts", "formatted_text_translations", "formatted text", "formatted texts"),
  faq_contents_faq_id_faqs_id_fk: reference("section of the FAQ", "faqId"),
  ...translationConstraints("faq_content_translations", "faq_contents", "content"),
  documentation_contents_documentation_id_documentations_id_fk: reference("documentation", "documentationId"),
  documentation_contents_place: rule("Give an address or a file, not both.", "url", "fileId"),
  documentation_content_translations_place: rule("Give an address or a file, not both.", "url", "fileId"),
  ...translationConstraints("documentation_content_translations", "documentation_contents", "content"),
  ...textConstraints("messages", "message_translations", "message", "messages"),
};
