import type { Field, Operation } from "./rest-plan";

/** Whether a parameter of a list takes the address of a person, or a part of one. */
const takesAddress = ({ name, schema }: Field) =>
  /e-?mail|recipient/i.test(name) || /e-?mail/i.test(schema.description ?? "") || schema.format === "email";

/**
 * The same list by POST, with its filters in the body: an address in a path or query stands in the logs of every proxy.
 * It is the same procedure, so that a walk may be begun with one and go on with the other. Undefined where a list takes no
 * address.
 */
export function searchOf(list: Operation): Operation | undefined {
  const { rest, path, query } = list;
  const isList = rest.method === "GET" && query.has("page");
  const moved = path.filter(takesAddress);
  if (!isList || ![...moved, ...query.values()].some(takesAddress)) return undefined;
  const at = moved.reduce((text, { name }) => text.replace(`/{${name}}`, ""), rest.path);
  return {
    ...list,
    rest: { ...rest, method: "POST", path: `${at}/search`, summary: undefined, dto: undefined },
    searches: list,
    company: list.company?.place === "query" ? { ...list.company, place: "body" } : list.company,
    path: path.filter((field) => !moved.includes(field)),
    query: new Map(),
    body: [...moved, ...query.values()],
    bodyType: "json",
  };
}
