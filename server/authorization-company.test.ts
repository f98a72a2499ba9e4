import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { planOperations } from "@/server/doors/rest-plan";
import { permissionCodes } from "./permissions";
import { type Credentials, credentialsOf, makePerson } from "./testing/callers";
import { answerTo, companyAsks as asks } from "./testing/company-asks";
import { makeMembers, makeMemberUnderCeiling } from "./testing/company-callers";
import { answerCompanyOperation, companyOperations } from "./testing/company-operations";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

describe("the company column of the authorisation matrix", () => {
  it("asks in a path, a query, a body and a form, at each door", () => {
    const places = planOperations(companyOperations).map(({ company, bodyType }) => `${company?.place} ${bodyType}`);
    expect(places).toEqual(expect.arrayContaining(["path json", "query none", "body json", "body multipart"]));
    for (const kind of ["GET ", "POST ", "PATCH ", "DELETE ", "tRPC workspace.home", "tRPC ", "export roles"])
      expect(asks.some(({ name }) => name.startsWith(kind))).toBe(true);
  });

  it("is under the ceiling of the company's category", async () => {
    const { companyId, credentials } = await makeMemberUnderCeiling(db(), permissionCodes);
    for (const ask of asks.filter(({ takes }) => takes.some((one) => one in credentials))) {
      const { status } = await answerTo(ask, companyId, credentials);
      expect([ask.name, status === 403]).toEqual([
        ask.name,
        !["member", "signed-in"].includes(ask.needed) || ask.isForStaff,
      ]);
    }
  });
});

describe("inside a company", () => {
  const staff = async () => credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
  const send = async (path: string, method: string, credentials: Credentials, body?: object) => {
    const headers = { authorization: `Bearer ${credentials.bearer}`, "content-type": "application/json" };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const response = await answerCompanyOperation(new Request(`http://localhost/api/v1/${path}`, init));
    return { status: response.status, json: await response.json() };
  };

  it("knows the company, in whatever case its id is written, and what the caller may do there", async () => {
    const { callers, ids } = await makeMembers(db(), ["vehicle.write"]);
    const credentials = callers["a member with only this right"]?.credentials("vehicle.write") ?? {};
    const made = await send("test-companies-by-body", "POST", credentials, {
      companyId: ids.own.toUpperCase(),
      name: "Name",
    });
    expect(made).toMatchObject({ status: 201, json: { companyId: ids.own, rights: ["vehicle.write"] } });
  });

  it("answers staff 404 for a company that is not there, and 400 before it", async () => {
    const credentials = await staff();
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
