import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyPreferences } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const of = (companyId: string) => `admin/companies/${companyId}/preference`;

describe("a company's preferences", () => {
  it("are the defaults until they are changed", async () => {
    const { id } = await makeCompany(db());
    const { status, body, etag } = await ask("GET", of(id), bearer);
    expect(status).toBe(200);
    expect(body).toMatchObject({ companyId: id, languageId: null, timeZone: "UTC", distanceUnit: "km", version: 0 });
    expect(body).toMatchObject({ emailNotifications: true, pushNotifications: true, weeklyReport: false });
    expect(await db().$count(companyPreferences, eq(companyPreferences.companyId, id))).toBe(0);
    const values = { timeZone: "Europe/Paris", languageId: languageId("fr"), weeklyReport: true };
    const changed = await ask("PATCH", of(id), { ...bearer, "if-match": etag }, values);
    expect(changed).toMatchObject({ status: 200, body: { ...values, distanceUnit: "km", version: 1 } });
    expect((await ask("PATCH", of(id), { ...bearer, "if-match": etag }, { distanceUnit: "mi" })).status).toBe(412);
    const again = await ask("PATCH", of(id), { ...bearer, "if-match": changed.etag }, { distanceUnit: "mi" });
    expect(again.body).toMatchObject({ ...values, distanceUnit: "mi", version: 2 });
    expect((await ask("GET", of(id), bearer)).body).toEqual(again.body);
    const trail = await db().select().from(auditLog).where(eq(auditLog.companyId, id));
    expect(trail.map(({ objectType, companyId }) => [objectType, companyId])).toEqual(
      Array(2).fill(["company-preference", id]),
    );
  });

  it("of a company that nobody knows are 404, wrong values 400 and 422", async () => {
    const { id } = await makeCompany(db());
    const unknown = crypto.randomUUID();
    expect((await ask("GET", of(unknown), bearer)).status).toBe(404);
    expect((await ask("PATCH", of(unknown), bearer, { weeklyReport: true })).status).toBe(404);
    expect((await ask("GET", of("no-id"), bearer)).body.errors).toMatchObject([{ path: "id" }]);
    expect((await ask("PATCH", of(id), bearer, { timeZone: "Mars/Base" })).status).toBe(400);
    expect((await ask("PATCH", of(id), bearer, { distanceUnit: "m" })).status).toBe(400);
    expect((await ask("PATCH", of(id), bearer, { languageId: unknown })).status).toBe(422);
    expect((await ask("GET", of(id), byKey)).status).toBe(401);
  });

  it("are changed by 20 at once, and none is lost", async () => {
    const { id } = await makeCompany(db());
    const change = (_: unknown, n: number) =>
      ask("PATCH", of(id), bearer, n % 2 ? { distanceUnit: "mi" } : { timeZone: "Europe/Rome" });
    const answers = await Promise.all(Array.from({ length: 20 }, change));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await ask("GET", of(id), bearer)).body).toMatchObject({ distanceUnit: "mi", timeZone: "Europe/Rome" });
  });
});
