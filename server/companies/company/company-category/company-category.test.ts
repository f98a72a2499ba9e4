import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyCategories, companyRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, languageId, seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const fleet = categoryId("FLEET");
const at = `company-category/${fleet}`;
const both = { ...bearer, ...byKey };

describe("company categories over REST", () => {
  it("answer a bearer or a key alike, and both together only where both are allowed", async () => {
    for (const headers of [bearer, byKey, both]) {
      const { status, body } = await ask("GET", "company-category", headers);
      expect([status, body.items.map(({ label }) => label)]).toEqual([
        200,
        ["Dealer", "Fleet", "Manufacturer", "Subcontractor"],
      ]);
    }
    expect((await ask("GET", "company-category", {})).status).toBe(401);
    const noKey = backoffice(db, { key: ["pers.read"] });
    const noPerson = backoffice(db, { person: ["pers.read"] });
    expect((await noKey("GET", at, bearer)).status).toBe(200);
    expect((await noPerson("GET", at, byKey)).status).toBe(200);
    for (const half of [noKey, noPerson])
      for (const [method, path] of [
        ["GET", "company-category"],
        ["GET", at],
        ["PATCH", at],
        ["POST", `${at}/translation`],
        ["DELETE", `company-category/translation/${fleet}`],
      ] as const)
        expect((await half(method, path, both, method === "GET" ? undefined : {})).status).toBe(403);
  });

  it("are a fixed set", async () => {
    expect((await ask("POST", "company-category", bearer, { code: "NEW", label: "New" })).status).toBe(405);
    expect((await ask("DELETE", at, bearer)).status).toBe(405);
  });

  it("change by version, and keep their code", async () => {
    const { etag, body } = await ask("GET", at, bearer);
    expect(body).toMatchObject({ code: "FLEET", label: "Fleet", companiesCount: 0 });
    await makeCompany(db(), "FLEET");
    const changed = await ask("PATCH", at, { ...bearer, "if-match": etag }, { label: "Fleets", code: "OTHER" });
    expect(changed).toMatchObject({ status: 200, body: { code: "FLEET", label: "Fleets", companiesCount: 1 } });
    expect((await ask("PATCH", at, { ...bearer, "if-match": etag }, { label: "Late" })).status).toBe(412);
  });

  it("have one text a language, which is deleted by its own id", async () => {
    const text = { languageId: languageId("fr"), label: "Flotte" };
    const translated = await ask("POST", `${at}/translation`, byKey, text);
    const again = await ask("POST", `${at}/translation`, bearer, { ...text, label: "Flottes" });
    expect([translated.status, again.status]).toEqual([200, 200]);
    const french = (body: Record<string, unknown>) =>
      (body.translations as { id: string; languageId: string; label: string }[]).filter(
        (one) => one.languageId === text.languageId,
      );
    const [one, ...more] = french(again.body);
    expect([one?.label, more.length]).toEqual(["Flottes", 0]);
    expect((await ask("DELETE", `company-category/translation/${one?.id}`, bearer)).status).toBe(204);
    expect((await ask("DELETE", `company-category/translation/${one?.id}`, bearer)).status).toBe(404);
    expect(french((await ask("GET", at, bearer)).body)).toEqual([]);
  });
});

describe("a category's ceiling", () => {
  const caller = (permissions?: Parameters<typeof staffCtx>[1]) =>
    appRouter.createCaller(staffCtx(db(), permissions)).companyCategories;
  const id = categoryId("DEALER");

  it("takes rights of companies that the caller holds, and is audited", async () => {
    const permissions = ["company-member.read", "company-pers.read", "company-pers.read"];
    expect((await caller().update({ id, ifMatch: "*", permissions })).permissions).toEqual([
      "company-member.read",
      "company-pers.read",
    ]);
    const [entry] = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(entry).toMatchObject({ objectType: "company-category", action: "update" });
    expect(await failure(caller().update({ id, ifMatch: "*", permissions: ["pers.read"] }))).toMatchObject({
      code: "rule_broken",
    });
    expect(await failure(caller().update({ id, ifMatch: "*", permissions: ["no.right"] }))).toMatchObject({
      code: "rule_broken",
    });
  });

  it("is neither raised nor lowered by somebody without the right", async () => {
    const some = caller(["company-category.read", "company-category.write", "company-member.read"]);
    const now = (await some.get({ id })).permissions;
    for (const permissions of [[...now, "company-vehicle.read"], ["company-member.read"]])
      expect(await failure(some.update({ id, ifMatch: "*", permissions }))).toMatchObject({ code: "forbidden" });
    expect((await some.update({ id, ifMatch: "*", label: "Dealers" })).permissions).toEqual(now);
  });

  it("says first whose roles it would cut", async () => {
    const company = await makeCompany(db(), "DEALER", "Cut company");
    const role = (title: string, permissions: string[]) =>
      db().insert(companyRoles).values({ companyId: company.id, title, permissions });
    await role("Loses", ["company-pers.read", "company-member.read"]);
    await role("Keeps", ["company-member.read"]);
    const cut = await caller().cutBy({ id, permissions: ["company-member.read"] });
    expect(cut).toMatchObject({
      totalItems: 1,
      items: [{ title: "Loses", company: { name: "Cut company" }, permissions: ["company-pers.read"] }],
    });
    expect(await caller().cutBy({ id, permissions: ["company-member.read", "company-pers.read"] })).toEqual({
      totalItems: 0,
      items: [],
    });
    const [stored] = await db().select().from(companyCategories).where(eq(companyCategories.id, id));
    expect(stored?.permissions).toContain("company-pers.read");
  });
});
