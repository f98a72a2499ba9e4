import type { RestMeta } from "@/server/kit/call/meta";

interface Parameter {
  name: string;
  schema: { description?: string; format?: string };
}

/** What is looked at of an operation, whose parameters are of the kind `P`. */
interface Asked<P> {
  rest: RestMeta;
  company?: { field: P; place: "path" | "query" | "body" };
  path: P[];
  query: Map<string, P>;
}

/** Whether a parameter of a list takes the address of a person, or a part of one. */
const takesAddress = ({ name, schema }: Parameter) =>
  /e-?mail|recipient/i.test(name) || /e-?mail/i.test(schema.description ?? "") || schema.format === "email";

/**
 * The same list by POST, with its filters in the body: an address in a path or query stands in the logs of every proxy.
 * It is the same procedure, so that a walk may be begun with one and go on with the other.
 * @returns what differs from the list; undefined where it takes no address
 */
export function searchOf<P extends Parameter>({ rest, path, query, company }: Asked<P>) {
  const isList = rest.method === "GET" && query.has("page");
  const moved = path.filter(takesAddress);
  if (!isList || ![...moved, ...query.values()].some(takesAddress)) return undefined;
  const own = moved.reduce((text, { name }) => text.replace(`/{${name}}`, ""), rest.path);
  return {
    rest: {
      ...rest,
      method: "POST",
      path: rest.search ?? `${own}/search`,
      summary: undefined,
      dto: undefined,
    } as const,
    company: company?.place === "query" ? ({ ...company, place: "body" } as const) : company,
    path: path.filter((field) => !moved.includes(field)),
    query: new Map<string, P>(),
    body: [...moved, ...query.values()],
    bodyType: "json" as const,
  };
}
