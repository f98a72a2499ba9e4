/** What people are told when a write breaks a constraint of the database, and which fields of the request it is about. */
export interface Constraint {
  /** one sentence, in which `{what}` stands for `what` */
  says: string;
  /** the thing that the sentence names, such as "PERS model" */
  what?: string;
  fields: string[];
  /** of a foreign key that keeps a record from being deleted: what refers to it, as one and as many */
  users?: [one: string, many: string];
}
export type Constraints = Record<string, Constraint>;

/**
 * A unique key, a check or an exclusion.
 * @param says one sentence for people
 * @param fields wire names of the fields it is about
 */
export const rule = (says: string, ...fields: string[]): Constraint => ({ says, fields });

/**
 * A foreign key.
 * @param what the record that must exist, such as "PERS model"
 * @param field wire name of the field that refers to it
 * @param users what refers to it, as one and as many; left out where a delete takes those with it
 */
export const reference = (what: string, field: string, users?: [one: string, many: string]): Constraint => ({
  says: "There is no such {what}.",
  what,
  fields: [field],
  users,
});

/**
 * The constraints that `translationTable` makes.
 * @param table such as "country_translations"
 * @param parents the parent's table, such as "countries"
 * @param what what is translated, such as "country"
 */
export const translationConstraints = (table: string, parents: string, what: string): Constraints => ({
  [`${table}_language`]: {
    says: "The {what} already has a translation in this language.",
    what,
    fields: ["languageId"],
  },
  [`${table}_parent_id_${parents}_id_fk`]: reference(what, "parentId"),
  [`${table}_language_id_languages_id_fk`]: reference("language", "languageId", [
    `${what} translation`,
    `${what} translations`,
  ]),
});

/**
 * The constraints that `textTable` makes, and those of its values' table.
 * @param table such as "labels"
 * @param values the table of its values, such as "label_translations"
 * @param one what people call one, and `many` of them
 */
export const textConstraints = (table: string, values: string, one: string, many: string): Constraints => ({
  [`${table}_name`]: {
    says: "The module already has a {what} with this name.",
    what: one,
    fields: ["moduleId", "name"],
  },
  [`${table}_module_id_modules_id_fk`]: reference("module", "moduleId", [one, many]),
  ...translationConstraints(values, table, one),
});
