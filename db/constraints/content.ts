import { type Constraints, reference, rule, translationConstraints } from "./constraint";

export const contentConstraints: Constraints = {
  countries_code: rule("A country with this code already exists.", "code"),
  ...translationConstraints("country_translations", "countries", "country"),
  languages_code: rule("A language with this code already exists.", "code"),
  languages_one_default: rule("Only one language can be the default.", "isDefault"),
  ...translationConstraints("language_translations", "languages", "language"),
  modules_code: rule("A module with this code already exists.", "code"),
  labels_name: rule("The module already has a label with this name.", "moduleId", "name"),
  labels_module_id_modules_id_fk: reference("module", "moduleId", ["label", "labels"]),
  ...translationConstraints("label_translations", "labels", "label"),
};
