/** What all languages are asked by, on the server as on the screen. */
export const everyLanguage = { limit: 1000, sortBy: "name:asc" };
