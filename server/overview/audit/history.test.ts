import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, imports } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeCompany } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { makeUser } from "@/server/identity/testing";
import { audit } from "@/server/kit/record/audit";
import { failure, staffCtx } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

async function as(...permissions: Permission[]) {
  const user = await makeUser(db());
  const ctx = staffCtx(db());
  const actor = { ...actorOf(user), permissions: new Set(permissions) };
  return { id: user.id, api: appRouter.createCaller({ ...ctx, actor }) };
}

describe("the history of everything", () => {
  it("is found by person, kind, day, record, company and door, newest first, and one of it is read alone", async () => {
    const [ann, all] = [await as(...permissionCodes), await as(...permissionCodes)];
    const model = await ann.api.modelPers.create({ label: "Of the history" });
    await ann.api.modelPers.update({ id: model.id, label: "Of all history", ifMatch: "*" });
    const company = await makeCompany(db());
    const category = { objectType: "company-team", objectId: model.id, companyId: company.id, action: "create" };
    await audit({ ...staffCtx(db()), door: "rest" }, category);
    const actions = async (asked: Parameters<typeof all.api.audit.rows>[0]) =>
      (await all.api.audit.rows(asked)).items.map(({ objectType, action }) => `${objectType} ${action}`);
    const [update, create] = ["model-pers update", "model-pers create"];
    expect(await actions({ actorId: ann.id })).toEqual([update, create]);
    expect(await actions({ kind: "model-pers", objectLabel: "all history" })).toEqual([update]);
    expect(await actions({ kind: "company-team", inCompanyId: company.id, door: "rest" })).toEqual([
      "company-team create",
    ]);
    expect(await actions({ objectId: model.id, kind: "model-pers" })).toEqual([update, create]);
    expect(await actions({ actorId: ann.id, endDate: "2020-01-01" })).toEqual([]);
    expect(await all.api.audit.count({ actorId: ann.id })).toEqual({ totalItems: 2 });
    const [newest] = (await all.api.audit.rows({ actorId: ann.id })).items;
    expect(await all.api.audit.get({ id: newest?.id ?? "" })).toMatchObject({
      changes: { label: ["Of the history", "Of all history"] },
      differences: ["label: Of the history → Of all history"],
    });
  });

  it("shows what the reader may read the history of, and sign-ins only to who reads people of every type", async () => {
    const ann = await as(...permissionCodes);
    const { id } = await ann.api.modelPers.create({ label: "Of models" });
    const login = { objectType: "session", objectId: id, objectLabel: "ann@example.com", action: "login" };
    await audit(staffCtx(db()), login);
    const kinds = async (...rights: Permission[]) => {
      const { api } = await as("audit.read", ...rights);
      return (await api.audit.rows({ objectId: id })).items.map(({ objectType }) => objectType).sort();
    };
    expect(await kinds()).toEqual([]);
    expect(await kinds("model-pers.read")).toEqual(["model-pers"]);
    expect(await kinds("staff.read")).toEqual([]);
    expect(await kinds("model-pers.read", "staff.read", "portal-user.read", "rider.read")).toEqual([
      "model-pers",
      "session",
    ]);
    const { api } = await as("model-pers.read");
    expect((await failure(api.audit.rows({}))).status).toBe(403);
    const [row] = (await ann.api.audit.rows({ objectId: id, kind: "model-pers" })).items;
    const { api: other } = await as("audit.read", "pers.read");
    expect((await failure(other.audit.get({ id: row?.id ?? "" }))).status).toBe(404);
  });

  it("has as many changes in all, which are kept, as are counted for the reader, whatever the reader may read", async () => {
    const ann = await as(...permissionCodes);
    await ann.api.modelPers.create({ label: "Of totals" });
    for (const importer of ["label", "model-pers"]) {
      const importId = randomUUID();
      await db().execute(sql`
        insert into ${imports} (id, importer, owner, actor_label, file_name, file_sha256, kind, titles, ignored_titles, options,
          status, counts, asks, plan_key, chunks, token, moved, "left", planned_at, created_at, updated_at)
        values (${importId}, ${importer}, '', 'Ann', 'a.csv', '', 'csv', '[]', '[]', '{}', 'done', '{}', '{}', '', '[]', '', '[]',
          '[]', now(), now(), now())`);
      await audit(staffCtx(db()), { objectType: "import", objectId: importId, action: "create" });
    }
    const kept = await db().execute<{ n: number }>(
      sql`select sum(delta)::int as n from platform.row_counts where table_name = 'platform.audit_log'`,
    );
    expect(kept[0]?.n).toBe(await db().$count(auditLog));
    for (const rights of [
      [],
      ["model-pers.read"],
      ["label.read", "language.read"],
      permissionCodes,
    ] as Permission[][]) {
      const { api } = await as("audit.read", ...rights);
      // A day before all of them is a filter, so that these are counted.
      const counted = await api.audit.count({ startDate: "2000-01-01" });
      expect(await api.audit.count({})).toEqual(counted);
      expect((await api.audit.list({})).meta.totalItems).toBe(counted.totalItems);
    }
  });
});
