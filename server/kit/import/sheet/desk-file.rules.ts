/** The fields of texts that files of the translation desk have a column for; a test holds all resources to it. */
export const fileFields = [
  "value",
  "label",
  "title",
  "description",
  "question",
  "answer",
  "content",
  "releaseNote",
  "subject",
  "notificationTitle",
  "notificationContent",
] as const;
export type FileField = (typeof fileFields)[number];

/** The column that holds a field in the source language. */
export const sourceColumn = (field: string) => `source ${field}`;

/** The columns of such a file: which text in which language, its fields, and the same in the source language. */
export const fileTitles = [
  "kind",
  "id",
  "language",
  "source language",
  "name",
  ...fileFields.map(sourceColumn),
  ...fileFields,
];

/** The id of a unit of an XLIFF file. */
export const unitId = (kind: string, id: string, field: string) => `${kind}.${id}.${field}`;

/** What such an id stands for; undefined for one that is none of ours. */
export function unitOf(id: string) {
  const [, kind = "", textId = "", field = ""] = /^([a-z-]{1,60})\.([0-9a-f-]{36})\.(\w{1,60})$/.exec(id) ?? [];
  const known = fileFields.find((one) => one === field);
  return known && { kind, id: textId, field: known };
}
