/** Where recipients come from. */
export const audienceKinds = {
  addresses: "Addresses",
  company: "People of a company",
  model: "Riders with a PERS model",
  firmware: "Riders with a firmware version",
  list: "People of a list",
} as const;
export type AudienceKind = keyof typeof audienceKinds;

/** Pasted addresses: one a line, or with commas, semicolons or blanks between them; "Ada <ada@example.com>" is one. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^[<"']+|[>"']+$/g, ""))
    .filter((part) => part.includes("@"));

/** The lists of people, by their addresses. */
export const peopleLists = { "/riders": "riders", "/portal-users": "portalUsers", "/staff": "staff" } as const;
export type PeopleList = (typeof peopleLists)[keyof typeof peopleLists];

const ofTheScreen = new Set(["page", "limit", "sortBy", "columns", "density"]);

/** A list's parameter as its procedure takes it. */
function readValue(name: string, text: string): string | boolean | string[] {
  if (/(AnyOf|NoneOf)$/.test(name)) return text.split(",").filter(Boolean);
  if (text === "true" || text === "false") return text === "true";
  return text;
}

/** The list of people that a copied link shows, and its filters; undefined for any other link. */
export function listOfLink(
  link: string,
  base: string,
): { list: PeopleList; filters: Record<string, string | boolean | string[]> } | undefined {
  if (!URL.canParse(link.trim(), base)) return undefined;
  const { pathname, searchParams, origin } = new URL(link.trim(), base);
  const list = Object.entries(peopleLists).find(([at]) => at === pathname)?.[1];
  if (!list || origin !== new URL(base).origin) return undefined;
  const own = [...searchParams].filter(([name, text]) => !ofTheScreen.has(name) && text !== "");
  return { list, filters: Object.fromEntries(own.map(([name, text]) => [name, readValue(name, text)])) };
}
