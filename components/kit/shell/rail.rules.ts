/** The cookie that remembers how wide a person has their rail, so that the server draws it right at once. */
export const railCookie = "persdesk.rail";

/** A favourite: a page, a view of the list on it, or a record. */
export interface Favourite {
  at: string;
  viewId?: string;
  /** of a view, or the title of a record */
  name?: string;
  /** the title of a record when it was chosen */
  title?: string;
}

export interface RailState {
  isNarrow: boolean;
  /** the favourites, in the order in which they were chosen */
  starred: readonly Favourite[];
}

const listOf = (text: string | null) => (text ? text.split(",") : []);

/**
 * How a person has their rail; of a cookie that cannot be understood, what can.
 * @param kept the favourites that the server keeps; null where it keeps none yet: then those that an older release wrote
 * into the cookie
 */
export function readRail(cookie: string | undefined, kept: readonly Favourite[] | null): RailState {
  const params = new URLSearchParams(cookie);
  return {
    isNarrow: params.has("narrow"),
    starred: kept ?? listOf(params.get("starred")).map((at) => ({ at })),
  };
}

/** The cookie's value, to be encoded. */
export const writeRail = ({ isNarrow }: Pick<RailState, "isNarrow">): string => (isNarrow ? "narrow=" : "");

export const isSame = (one: Favourite, other: Favourite) => one.at === other.at && one.viewId === other.viewId;

/** The list with the item at its end, or without it where it was there. */
export const toggled = (list: readonly Favourite[], item: Favourite) =>
  list.some((one) => isSame(one, item)) ? list.filter((one) => !isSame(one, item)) : [...list, item];

/** A letter for each of these names: its own first one that no name before it has; none where all are taken. */
export function lettersOf(names: readonly string[]): (string | undefined)[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const letter = [...name.toLowerCase().normalize("NFD")].find((one) => /[a-z]/.test(one) && !taken.has(one));
    if (letter) taken.add(letter);
    return letter;
  });
}
