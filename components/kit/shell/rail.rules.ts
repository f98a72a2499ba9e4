/** The cookie that remembers how a person has their rail, so that the server draws it right at once. */
export const railCookie = "persdesk.rail";

export interface RailState {
  isNarrow: boolean;
  /** the addresses of the favourites, in the order in which they were chosen */
  starred: readonly string[];
}

const listOf = (text: string | null) => (text ? text.split(",") : []);

/** What the cookie says; of one that cannot be understood, what it can. */
export function readRail(cookie: string | undefined): RailState {
  const params = new URLSearchParams(cookie);
  return {
    isNarrow: params.has("narrow"),
    starred: listOf(params.get("starred")),
  };
}

/** The cookie's value, to be encoded. */
export function writeRail({ isNarrow, starred }: RailState): string {
  const params = new URLSearchParams();
  if (isNarrow) params.set("narrow", "");
  if (starred.length > 0) params.set("starred", starred.join(","));
  return params.toString();
}

/** The list with the item at its end, or without it where it was there. */
export const toggled = (list: readonly string[], item: string) =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
