import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { countryId, seedBase } from "@/seed/base";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer, makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const at = "company-partner-referent";
let n = 0;
const person = (fields: object = {}) => ({
  firstName: "Ada",
  lastName: "Referent",
  email: `referent${++n}@persdesk.test`,
  ...fields,
});

describe("partner referents", () => {
  it("have companies, as a whole set", async () => {
    const named = (name: string) => makeCompany(db(), "DEALER", name);
    const [a, b, c] = [await named("Alpha"), await named("Beta"), await named("Gamma")];
    const values = person({ countryId: countryId("FR"), phoneNumber: "+33 1", companyIds: [a.id, b.id] });
    const made = await ask("POST", at, bearer, values);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...values, companies: [{ name: a.name }, { name: b.name }] });
    const one = `${at}/${made.body.id}`;
    const changed = await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { companyIds: [b.id, c.id] });
    expect([changed.status, changed.body.companyIds]).toEqual([200, [b.id, c.id]]);
    expect((await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { companyIds: [] })).status).toBe(412);
    expect((await ask("PATCH", one, bearer, { lastName: "Else" })).body).toMatchObject({
      lastName: "Else",
      companyIds: [b.id, c.id],
    });
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, made.body.id));
    expect(trail.map(({ action }) => action).sort()).toEqual(["create", "set-companies", "set-companies", "update"]);
  });

  it("leave nothing behind where a company is not there", async () => {
    const values = person({ companyIds: [(await makeCompany(db())).id, crypto.randomUUID()] });
    const refused = await ask("POST", at, bearer, values);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "companyIds.1" }] } });
    const found = await ask("GET", `${at}?email=${values.email}`, bearer);
    expect(found.body.items).toEqual([]);
  });

  it("have an address of their own, whatever its case", async () => {
    const values = person();
    expect((await ask("POST", at, bearer, values)).status).toBe(201);
    const same = await ask("POST", at, bearer, { ...values, email: values.email.toUpperCase() });
    expect(same).toMatchObject({ status: 422, body: { code: "duplicate", errors: [{ path: "email" }] } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask("POST", at, bearer, person({ email: "same@persdesk.test" }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
  });

  it("are found by address, and by first and last name", async () => {
    const company = await makeCompany(db());
    const made = await ask(
      "POST",
      at,
      bearer,
      person({ firstName: "Zoë", lastName: "Zimmer", companyIds: [company.id] }),
    );
    const found = async (...query: [string, string]) =>
      (await ask("GET", `${at}?${new URLSearchParams([query])}`, bearer)).body.items.map(({ id }) => id);
    const queries: [string, string][] = [
      ["name", "zoë zim"],
      ["name", "ZIMMER"],
      ["email", `${made.body.email}`],
      ["companyId", company.id],
    ];
    for (const query of queries) expect(await found(...query)).toEqual([made.body.id]);
    expect(await found("name", "nobody")).toEqual([]);
  });

  it("come back with their companies after a removal that is undone", async () => {
    const { id: companyId } = await makeCompany(db());
    const made = await ask("POST", at, bearer, person({ companyIds: [companyId] }));
    const one = `${at}/${made.body.id}`;
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
    await appRouter.createCaller(staffCtx(db())).companyPartnerReferents.restore({ id: made.body.id });
    expect((await ask("GET", one, bearer)).body.companyIds).toEqual([companyId]);
  });
});
