import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const at = "company-teams";

describe("teams", () => {
  it("are made in the company of the body, and answer with the documented statuses", async () => {
    const { id: companyId } = await makeCompany(db());
    const made = await ask("POST", at, bearer, { companyId, name: " Couriers ", description: "North" });
    expect(made).toMatchObject({
      status: 201,
      body: { companyId, name: "Couriers", description: "North" },
    });
    const one = `${at}/${made.body.id}`;
    const other = await makeCompany(db());
    const changed = await ask(
      "PATCH",
      one,
      { ...bearer, "if-match": made.etag },
      { name: "Riders", companyId: other.id },
    );
    expect(changed).toMatchObject({ status: 200, body: { companyId, name: "Riders", description: "North" } });
    expect((await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { name: "Late" })).status).toBe(412);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, made.body.id));
    expect(trail.map((entry) => [entry.action, entry.companyId]).sort()).toEqual([
      ["create", companyId],
      ["remove", companyId],
      ["update", companyId],
    ]);
  });

  it("are listed for one company, which must be named", async () => {
    const [ours, theirs] = [await makeCompany(db()), await makeCompany(db())];
    const make = async (companyId: string, name: string) =>
      (await ask("POST", at, bearer, { companyId, name })).body.id;
    const [a, b] = [await make(ours.id, "Alpha"), await make(ours.id, "Beta")];
    await make(theirs.id, "Gamma");
    const listed = await ask("GET", `${at}?companyId=${ours.id}&sortBy=name:asc`, bearer);
    expect([listed.status, listed.body.items.map(({ id }) => id)]).toEqual([200, [a, b]]);
    expect((await ask("GET", at, bearer)).status).toBe(400);
    expect((await ask("GET", `${at}?companyId=${crypto.randomUUID()}`, bearer)).status).toBe(404);
    expect((await ask("POST", at, bearer, { companyId: crypto.randomUUID(), name: "x" })).status).toBe(404);
    expect((await ask("POST", at, bearer, { companyId: ours.id, name: "" })).status).toBe(400);
    expect((await ask("GET", `${at}?companyId=${ours.id}`, byKey)).status).toBe(401);
  });
});
