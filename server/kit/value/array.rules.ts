/** Values as the text of a PostgreSQL array. */
export const arrayOf = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
