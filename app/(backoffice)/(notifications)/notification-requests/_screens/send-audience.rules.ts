import papaparse from "papaparse";
import { ListPortalUsers, ListRiders } from "@/server/identity/portal-user/portal-user.schema";
import { ListStaff } from "@/server/identity/staff/staff.schema";
import { isValueName } from "@/server/notification/text/template-token.rules";

/** Where recipients come from. */
export const audienceKinds = {
  addresses: "Addresses",
  company: "People of a company",
  model: "Riders with a PERS model",
  firmware: "Riders with a firmware version",
  list: "People of a list",
} as const;
export type AudienceKind = keyof typeof audienceKinds;

/** What was typed as recipients. Nothing of it is left out: what is no address is answered so by the server. */
export interface Recipients {
  emails: string[];
  /** the columns of a table, by address; none where it is a list of addresses */
  tokensByEmail: Record<string, Record<string, string>>;
  /** names of those columns */
  columns: string[];
  /** columns that no token can be called by */
  oddColumns: string[];
}

/** One address or what stands in its place: "Ada <ada@example.com>" is one, "no address" too. */
function partsOf(entry: string): string[] {
  const inBrackets = /<([^<>]*)>/.exec(entry)?.[1];
  if (inBrackets !== undefined) return [inBrackets.trim()];
  const parts = entry.split(/\s+/).filter(Boolean);
  const named = parts.some((part) => part.includes("@")) ? parts : [entry.trim()];
  return named.map((part) => part.replace(/^["']+|["']+$/g, ""));
}

const addressesIn = (text: string): string[] =>
  text
    .split(/[\r\n\t,;]+/)
    .filter((entry) => entry.trim())
    .flatMap(partsOf);

const emailColumn = /^(e-?mail|e-?mail-adresse|adresse e-?mail)$/i;

/**
 * Pasted or from a file: addresses, one a line or with commas, semicolons or tabs between them; or a table whose first line
 * has a column for the address and columns called as tokens, such as "email;level".
 */
export function recipientsIn(text: string): Recipients {
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: "greedy", delimitersToGuess: ["\t", ";", ","] });
  const [head = [], ...rows] = data.map((row) => row.map((cell) => cell.trim()));
  const names = head.map((name) => name.replace(/^\{\{\s*|\s*\}\}$/g, ""));
  const at = names.findIndex((name) => emailColumn.test(name));
  if (at < 0) return { emails: addressesIn(text), tokensByEmail: {}, columns: [], oddColumns: [] };
  const tokensByEmail: Recipients["tokensByEmail"] = {};
  const emails: string[] = [];
  for (const cells of rows) {
    const email = partsOf(cells[at] ?? "")[0] ?? "";
    emails.push(email);
    // Of a repeated address the first counts, as for the sending itself.
    const key = email.toLowerCase();
    if (Object.hasOwn(tokensByEmail, key)) continue;
    const given = names.flatMap((name, n) => (n !== at && isValueName(name) && cells[n] ? [[name, cells[n]]] : []));
    tokensByEmail[key] = Object.fromEntries(given);
  }
  const others = names.filter((name, n) => n !== at && name);
  return {
    emails,
    tokensByEmail,
    columns: others.filter(isValueName),
    oddColumns: others.filter((name) => !isValueName(name)),
  };
}

/** The lists of people, by their addresses. */
const peopleLists = {
  "/riders": { list: "riders", input: ListRiders },
  "/portal-users": { list: "portalUsers", input: ListPortalUsers },
  "/staff": { list: "staff", input: ListStaff },
} as const;
export type PeopleList = (typeof peopleLists)[keyof typeof peopleLists]["list"];

const ofTheScreen = new Set(["page", "limit", "sortBy", "columns", "density"]);

/** A list's parameter as its procedure takes it. */
function readValue(name: string, text: string): string | boolean | string[] {
  if (/(AnyOf|NoneOf)$/.test(name)) return text.split(",").filter(Boolean);
  if (text === "true" || text === "false") return text === "true";
  return text;
}

/**
 * The list of people that a copied link shows, and its filters; undefined for any other link.
 * @returns `unknown` are filters that the list does not have: without them it shows more people than the link says
 */
export function listOfLink(
  link: string,
  base: string,
): { list: PeopleList; filters: Record<string, string | boolean | string[]>; unknown: string[] } | undefined {
  if (!URL.canParse(link.trim(), base)) return undefined;
  const { pathname, searchParams, origin } = new URL(link.trim(), base);
  const found = Object.entries(peopleLists).find(([at]) => at === pathname)?.[1];
  if (!found || origin !== new URL(base).origin) return undefined;
  const own = [...searchParams].filter(([name, text]) => !ofTheScreen.has(name) && text !== "");
  return {
    list: found.list,
    filters: Object.fromEntries(own.map(([name, text]) => [name, readValue(name, text)])),
    unknown: own.map(([name]) => name).filter((name) => !Object.hasOwn(found.input.shape, name)),
  };
}
