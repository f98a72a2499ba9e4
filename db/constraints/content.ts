import { type Constraints, rule, textConstraints, translationConstraints } from "./constraint";

export const contentConstraints: Constraints = {
  countries_code: rule("A country with this code already exists.", "code"),
  ...translationConstraints("country_translations", "countries", "country"),
  languages_code: rule("A language with this code already exists.", "code"),
  languages_one_default: rule("Only one language can be the default.", "isDefault"),
  ...translationConstraints("language_translations", "languages", "language"),
  modules_code: rule("A module with this code already exists.", "code"),
  ...textConstraints("labels", "label_translations", "label", "labels"),
  ...textConstraints("formatted_texts", "formatted_text_translations", "formatted text", "formatted texts"),
  ...textConstraints("messages", "message_translations", "message", "messages"),
};
