import type { AnyRouter } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { exportPath } from "@/server/doors/export";
import { type Operation, planOperations, proceduresOf } from "@/server/doors/rest-plan";
import { handleApi } from "./api";
import { isPermission, type Permission, permissionCodes } from "./permissions";
import { appRouter } from "./root";
import { credentialsTaken } from "./testing/asks";
import type { Credentials, Needed } from "./testing/callers";
import { type CompanyKind, makeCompanyCallers, makeMemberUnderCeiling } from "./testing/company-callers";
import { answerCompanyOperation, companyOperations } from "./testing/company-operations";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** An operation inside a company, at one door. */
interface Ask {
  name: string;
  needed: Needed;
  isForStaff: boolean;
  takes: (keyof Credentials)[];
  /** asks in a way that nobody's rights make good, so that who gets through changes no row */
  request: (companyId: string) => { path: string; method: string; type?: string; body?: BodyInit };
  send: (request: Request) => Promise<Response>;
}

/** The place of the company filled, the other keys of the path unreadable. */
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
  // Who is refused is refused before this is looked at: a body that can be read in no way.
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
  const onScreens = proceduresOf(router).flatMap(([name, { _def }]): Ask[] => {
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
      ...(meta.rest?.files ? [] : [{ ...ask, name: `tRPC ${name}`, request: typed }]),
      ...(meta.list ? [{ ...ask, name: `export ${list}`, request: exported }] : []),
    ];
  });
  return [...overRest, ...onScreens];
}

async function answerTo(ask: Ask, companyId: string, { bearer, cookie, key }: Credentials) {
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

const asks = [
  ...asksOf(appRouter, (request) => handleApi(request)),
  ...asksOf(companyOperations, answerCompanyOperation),
];
const asked = [...new Set(asks.map(({ needed }) => needed))].filter((needed): needed is Permission =>
  isPermission(needed),
);

describe("the company column of the authorisation matrix", () => {
  it("asks in a path, a query, a body and a form, at each door", () => {
    const places = planOperations(companyOperations).map(({ company, bodyType }) => `${company?.place} ${bodyType}`);
    expect(places).toEqual(expect.arrayContaining(["path json", "query none", "body json", "body multipart"]));
    for (const kind of ["GET ", "POST ", "PATCH ", "DELETE ", "tRPC workspace.home", "tRPC ", "export roles"])
      expect(asks.some(({ name }) => name.startsWith(kind))).toBe(true);
  });

  it("has no wrong cell, and no answer tells a company that is there from one that is not", {
    timeout: 120_000,
  }, async () => {
    const { callers, ids } = await makeCompanyCallers(db(), asked);
    const wrong: string[] = [];
    for (const ask of asks)
      await Promise.all(
        Object.entries(callers).map(async ([who, caller]) => {
          const credentials = caller.credentials(ask.needed);
          const isHeard = ask.takes.some((one) => one in credentials);
          const outcomeOf = (kind: CompanyKind) => (isHeard ? caller.outcome(ask.needed, kind, ask.isForStaff) : 401);
          const refusals = new Set<string>();
          for (const kind of caller.kinds) {
            const { status, told } = await answerTo(ask, ids[kind], credentials);
            const right = outcomeOf(kind);
            // What is not readable comes before what is not there; at a screen the company is looked up first.
            const is400 = right === 404 && status >= 400 && status < 500 && status !== 401 && status !== 403;
            const found = status === 401 || status === 403 ? status : "through";
            if (status >= 500 || (found !== right && !is400))
              wrong.push(`${ask.name}, ${kind}, by ${who}: ${status}, not ${right}`);
            if (right === 403 && kind !== "own") refusals.add(told);
          }
          if (refusals.size > 1)
            wrong.push(`${ask.name} by ${who} tells companies apart: ${[...refusals].join(" | ")}`);
        }),
      );
    expect(wrong).toEqual([]);
  });

  it("is under the ceiling of the company's category", async () => {
    const { companyId, credentials } = await makeMemberUnderCeiling(db(), permissionCodes);
    for (const ask of asks.filter(({ takes }) => takes.some((one) => one in credentials))) {
      const { status } = await answerTo(ask, companyId, credentials);
      expect([ask.name, status === 403]).toEqual([ask.name, ask.needed !== "member" || ask.isForStaff]);
    }
  });
});

describe("inside a company", () => {
  const staff = async () => (await makeCompanyCallers(db(), [])).callers["staff with every right"];
  const send = async (path: string, method: string, credentials: Credentials, body?: object) => {
    const headers = { authorization: `Bearer ${credentials.bearer}`, "content-type": "application/json" };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const response = await answerCompanyOperation(new Request(`http://localhost/api/v1/${path}`, init));
    return { status: response.status, json: await response.json() };
  };

  it("knows the company, in whatever case its id is written, and what the caller may do there", async () => {
    const { callers, ids } = await makeCompanyCallers(db(), ["vehicle.write"]);
    const credentials = callers["a member with only this right"]?.credentials("vehicle.write") ?? {};
    const made = await send("test-companies-by-body", "POST", credentials, {
      companyId: ids.own.toUpperCase(),
      name: "Name",
    });
    expect(made).toMatchObject({ status: 201, json: { companyId: ids.own, rights: ["vehicle.write"] } });
  });

  it("answers staff 404 for a company that is not there, and 400 before it", async () => {
    const credentials = (await staff())?.credentials("vehicle.write") ?? {};
    const unknown = crypto.randomUUID();
    const record = `records/${crypto.randomUUID()}`;
    const change = (companyId: string, body: object) =>
      send(`test-companies/${companyId}/${record}`, "PATCH", credentials, body);
    expect((await change(unknown, { name: "Name" })).status).toBe(404);
    expect((await change(unknown, { name: 5 })).status).toBe(400);
    expect((await change("no-id", { name: "Name" })).status).toBe(400);
    const wrongKey = await send(`test-companies/${unknown}/records/-`, "GET", credentials);
    expect(wrongKey).toMatchObject({ status: 400, json: { errors: [{ path: "recordId" }] } });
  });
});
