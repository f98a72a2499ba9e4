/**
 * What stands above the title of a record or a form: its area, and the way to its list. An area whose name is that of
 * the list is left out.
 */
export const crumbsOf = (area: string, list: string) => [
  ...(area === list ? [] : [{ name: area, leads: false }]),
  { name: list, leads: true },
];
