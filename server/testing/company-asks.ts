import type { AnyRouter } from "@trpc/server";
import { handleApi } from "@/server/api";
import { exportPath } from "@/server/doors/export";
import { type Operation, planOperations, proceduresOf, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { credentialsTaken } from "./asks";
import type { Credentials, Needed } from "./callers";
import type { CompanyCaller, CompanyKind } from "./company-callers";
import { answerCompanyOperation, companyOperations } from "./company-operations";

/** An operation inside a company, at one door. */
export interface Ask {
  name: string;
  needed: Needed;
  isForStaff: boolean;
  takes: (keyof Credentials)[];
  /** sends a request that fails for everybody who is let in, so that no row is changed */
  request: (companyId: string) => { path: string; method: string; type?: string; body?: BodyInit };
  send: (request: Request) => Promise<Response>;
}

/** The key of the company is filled in, the other keys of the path cannot be read. */
const addressOf = ({ rest, company }: Operation, companyId: string) => {
  const path = rest.path.replace(/\{(\w+)\}/g, (_, name) => (name === company?.field.name ? companyId : "-"));
  const query = new URLSearchParams({ limit: "none", ...(company?.place === "query" && { companyId }) });
  return `/api${path}?${query}`;
};

function bodyOf({ company, bodyType }: Operation, companyId: string) {
  if (company?.place === "body" && bodyType === "json")
    return { type: "application/json", body: JSON.stringify({ companyId }) };
  if (company?.place === "body") {
    const form = new FormData();
    form.append("companyId", companyId);
    return { body: form };
  }
  // A body that cannot be read: callers who are refused must be refused before that is noticed.
  return bodyType === "none" ? {} : { type: "text/plain", body: "{" };
}

/** Every operation of a router that is inside a company, at every door that it has. */
function asksOf(router: AnyRouter, send: Ask["send"]): Ask[] {
  const overRest = planOperations(router)
    .filter(({ company }) => company)
    .map((operation): Ask => {
      const { rest, meta } = operation;
      const request = (companyId: string) => {
        const { type, body } = bodyOf(operation, companyId);
        return { path: addressOf(operation, companyId), method: rest.method, type, body };
      };
      const takes = credentialsTaken(rest.auth);
      const name = `${rest.method} ${rest.path}`;
      return { name, needed: meta.permission, isForStaff: meta.staffOnly === true, takes, request, send };
    });
  const onScreens = proceduresOf(router).flatMap(([name, procedure]): Ask[] => {
    const { _def } = procedure;
    const { meta } = _def;
    if (!meta?.company) return [];
    const ask = { needed: meta.permission, isForStaff: meta.staffOnly === true, takes: ["cookie" as const], send };
    const input = (companyId: string) => JSON.stringify({ companyId, id: "-", limit: "none" });
    const typed = (companyId: string) =>
      _def.type === "mutation"
        ? { path: `/api/trpc/${name}`, method: "POST", type: "application/json", body: input(companyId) }
        : { path: `/api/trpc/${name}?input=${encodeURIComponent(input(companyId))}`, method: "GET" };
    const list = name.split(".").slice(0, -1).join(".");
    const exported = (companyId: string) => ({
      path: `${exportPath}${list}?${new URLSearchParams({ companyId, format: "none" })}`,
      method: "GET",
    });
    return [
      ...(takesOrGivesFiles(procedure) ? [] : [{ ...ask, name: `tRPC ${name}`, request: typed }]),
      ...(meta.list ? [{ ...ask, name: `export ${list}`, request: exported }] : []),
    ];
  });
  return [...overRest, ...onScreens];
}

export async function answerTo(ask: Ask, companyId: string, { bearer, cookie, key }: Credentials) {
  const { path, method, type, body } = ask.request(companyId);
  const headers = {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(cookie && { cookie }),
    ...(key && { "x-api-key": key }),
    ...(type && { "content-type": type }),
    "x-persdesk": "1",
    "x-request-id": "the-same",
  };
  const response = await ask.send(new Request(`http://localhost${path}`, { method, headers, body }));
  const told = `${JSON.stringify([...response.headers])} ${await response.text()}`;
  return { status: response.status, told: told.replaceAll(encodeURIComponent(companyId), "{company}") };
}

/** Every operation inside a company: the product's, and one of each kind of the kit's own. */
export const companyAsks = [
  ...asksOf(appRouter, (request) => handleApi(request)),
  ...asksOf(companyOperations, answerCompanyOperation),
];

/** What is wrong where one caller asks for one operation in each company: a wrong status, or answers that tell companies apart. */
export async function faultsOf(ask: Ask, who: string, caller: CompanyCaller, ids: Record<CompanyKind, string>) {
  const credentials = caller.credentials(ask.needed);
  const isHeard = ask.takes.some((one) => one in credentials);
  const wrong: string[] = [];
  const refusals = new Set<string>();
  for (const kind of caller.kinds) {
    const { status, told } = await answerTo(ask, ids[kind], credentials);
    const right = isHeard ? caller.outcome(ask.needed, kind, ask.isForStaff) : 401;
    const found = status === 401 || status === 403 ? status : "through";
    // For a company that does not exist, staff may also get the 400 first.
    const isRight = found === right || (right === 404 && found === "through" && status >= 400);
    if (status >= 500 || !isRight) wrong.push(`${ask.name}, ${kind}, by ${who}: ${status}, not ${right}`);
    if (right === 403 && kind !== "own") refusals.add(told);
  }
  if (refusals.size > 1) wrong.push(`${ask.name} by ${who} tells companies apart: ${[...refusals].join(" | ")}`);
  return wrong;
}
