import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { companyPermissions, forVerifiedOnly } from "@/server/company-permissions.rules";
import { proceduresOf } from "@/server/doors/rest-plan";
import { actorOf } from "@/server/identity/actor";
import { anonymous } from "@/server/identity/testing";
import { enterCompany } from "@/server/kit/call/admission";
import type { Actor } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { isForVerified, permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { ask } from "@/server/testing/ask";
import { credentialsOf } from "@/server/testing/callers";
import { makeFitted, makePartners, makeWorkspace } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** What an unverified company may write all the same: its own affairs. A new right is put here or among `forVerifiedOnly`. */
const ownAffairs = [
  "company-vehicle-model.write",
  "company-alert.write",
  "company-note.write",
  "company-member.write",
  "company-manufacturer.write",
  "team-role.write",
  "team.write",
  "team-preference.write",
];

async function unverified() {
  const made = await makeWorkspace(db(), "MANUFACTURER");
  await db().update(companies).set({ isVerified: false }).where(eq(companies.id, made.companyId));
  return made;
}

/** Every operation inside a company that needs a right of verified companies. */
const closed = proceduresOf(appRouter).flatMap(([path, { _def }]) => {
  const { meta } = _def;
  return meta?.company && isForVerified(meta.permission) ? [{ path, meta }] : [];
});

describe("a company that staff have not verified", () => {
  it("has a decision about every right of writing", () => {
    const writes = Object.keys(companyPermissions).filter((code) => code.endsWith(".write"));
    expect(writes.sort()).toEqual([...ownAffairs, ...forVerifiedOnly].sort());
  });

  it.each(closed)("is not let into $path, and is once it is verified", async ({ meta }) => {
    const { user, companyId } = await unverified();
    const rights = new Set(permissionCodes);
    const actor: Actor = { ...actorOf(user), rightsIn: async () => rights };
    const enter = () => enterCompany({ ...anonymous(db()), actor }, meta, companyId);
    expect(await failure(enter())).toMatchObject({ status: 403, detail: expect.stringContaining("not verified") });
    await db().update(companies).set({ isVerified: true }).where(eq(companies.id, companyId));
    expect((await enter()).company.id).toBe(companyId);
  });

  it("is refused over the wire, sees what it was handed, and is marked as not verified", async () => {
    expect(closed.length).toBeGreaterThan(20);
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const other = await unverified();
    const [device] = await makeFitted(db(), maker.companyId, 1);
    const id = await makePartners(maker, other, "subcontractors");
    await maker.call.subcontractors.managePers({
      companyId: maker.companyId,
      id,
      persIds: [device?.id ?? ""],
      ifMatch: "*",
    });
    const { bearer } = await credentialsOf(db(), other.user);
    const base = `/v1/users/companies/${other.companyId}`;
    const headers = { authorization: `Bearer ${bearer}` };
    const body = { name: "Next", registerNumber: "NEXT 1", email: "next@given.test" };
    const invited = await ask("POST", `${base}/subcontractors`, { body, headers });
    expect([invited.status, invited.text]).toEqual([403, expect.stringContaining("not verified")]);
    const seen = await ask("GET", `${base}/pers`, { headers });
    expect([seen.status, seen.text]).toEqual([200, expect.stringContaining('"totalItems":1')]);
    const mine = await maker.call.subcontractors.get({ companyId: maker.companyId, id });
    expect(mine.company.isVerified).toBe(false);
    const [theirs] = (await other.call.manufacturers.list({ companyId: other.companyId })).items;
    expect(theirs?.company.isVerified).toBe(true);
  });

  it("has no webhook", async () => {
    const { companyId } = await unverified();
    const staff = appRouter.createCaller(staffCtx(db()));
    const values = {
      name: "Hook",
      url: "https://example.com/hook",
      events: ["company-partner.accepted" as const],
      companyId,
    };
    expect(await failure(staff.webhooks.create(values))).toMatchObject({
      status: 422,
      errors: [{ path: "companyId" }],
    });
  });
});
