/**
 * What stands above a page's title: its group, and on the page of a record the way to its list. A group whose name is
 * that of the list is left out: the list, or its title, says it.
 */
export const crumbsOf = (group: string, list: string, isBelow: boolean) => [
  ...(group === list ? [] : [{ name: group, leads: false }]),
  ...(isBelow ? [{ name: list, leads: true }] : []),
];
