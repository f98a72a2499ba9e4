import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companyRoleAllowManage, companyRoles, userCompanies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { newcomer, partnerDoor } from "@/server/companies/partners/partner-invitation/testing";
import { memberIn } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { anonymous, makeUser } from "@/server/identity/testing";
import { failure } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const { open, as, mailTo, tokenTo, personAt, invited } = partnerDoor(db);

describe("who was invited for a company that is there", () => {
  it("has the admins of a known company asked, tells nobody's name, and shows nothing before they let them in", async () => {
    const { email, link, known, get } = await invited({ isKnown: true });
    if (!known) throw new Error("nobody is known");
    const token = await tokenTo(email);
    const seen = await open().partnerInvitations.look({ token });
    expect(JSON.stringify(seen)).not.toContain("Real Name");
    expect(await open().partnerInvitations.accept({ token, ...newcomer })).toEqual({ email });
    expect(await get()).toMatchObject({ status: "invited", company: { id: null, name: "Cycles du Port" } });
    const ada = await personAt(email);
    if (!ada) throw new Error("nobody accepted");
    expect(ada).toMatchObject({ status: "active", type: "Pro Center Member" });
    expect(await db().select().from(userCompanies).where(eq(userCompanies.userId, ada.id))).toEqual([]);
    expect(await mailTo(known.user.email)).toMatchObject({ templateCode: "COMPANY_ENTRY_REQUEST" });

    const { companyId, call } = known;
    const [role] = await db().select().from(companyRoles).where(eq(companyRoles.companyId, companyId));
    const roleId = role?.id ?? "";
    await db().insert(companyRoleAllowManage).values({ companyId, roleManagerId: roleId, roleId, allowed: true });
    const [request] = (await call.entryRequests.rows({ companyId, status: "waiting" })).items;
    expect(request).toMatchObject({
      person: { email },
      invitedBy: { company: "Velora", kind: "dealer", isOpen: true },
    });
    const other = await makeWorkspace(db(), "DEALER");
    const strange = other.call.entryRequests.answer({
      companyId: other.companyId,
      id: request?.id ?? "",
      status: "let_in",
    });
    expect(await failure(strange)).toMatchObject({ status: 404 });
    const answer = { companyId, id: request?.id ?? "", status: "let_in" as const, acceptsPartnership: true };
    expect(await call.entryRequests.answer(answer)).toMatchObject({ status: "let_in" });
    expect(await failure(call.entryRequests.answer(answer))).toMatchObject({ status: 422 });
    expect(await get()).toMatchObject({ status: "accepted", company: { id: companyId, name: "Real Name" } });
    const [membership] = await db().select().from(userCompanies).where(eq(userCompanies.userId, ada.id));
    expect(membership).toMatchObject({ status: "active", isAdmin: false, companyId });
    expect(await mailTo(email)).toMatchObject({ templateCode: "COMPANY_ENTERED" });
    const inside = appRouter.createCaller(await memberIn(db(), ada, companyId));
    expect((await inside.manufacturers.rows({ companyId })).items.map(({ id }) => id)).toEqual([link.id]);
  });

  it("that is refused by the known company's admins changes nothing for the inviter", async () => {
    const { email, known, get } = await invited({ isKnown: true });
    await open().partnerInvitations.accept({ token: await tokenTo(email), ...newcomer });
    const { companyId = "", call } = known ?? {};
    const [request] = (await call?.entryRequests.rows({ companyId }))?.items ?? [];
    await call?.entryRequests.answer({ companyId, id: request?.id ?? "", status: "refused" });
    expect(await get()).toMatchObject({ status: "invited", company: { id: null } });
    expect(await db().$count(userCompanies, eq(userCompanies.companyId, companyId))).toBe(1);
  });

  it("may be let in by staff too, who see the requests of all companies and accept no partnership", async () => {
    const { email, known, get } = await invited({ isKnown: true });
    await open().partnerInvitations.accept({ token: await tokenTo(email), ...newcomer });
    if (!known) throw new Error("nobody is known");
    const { companyId, company } = known;
    const person = await makeUser(db(), { type: "Staff" });
    const actor = { ...actorOf(person), permissions: new Set(permissionCodes) };
    const staff = appRouter.createCaller({ ...anonymous(db()), actor });
    const waiting = { name: email, status: "waiting" } as const;
    const [request] = (await staff.entryRequestsOfAll.rows(waiting)).items;
    expect(request).toMatchObject({ company: { id: companyId, name: company.name }, person: { email } });
    expect((await staff.entryRequestsOfAll.rows({ name: "Real Nam", status: "waiting" })).items.length).toBeGreaterThan(
      0,
    );
    const answer = { companyId, id: request?.id ?? "", status: "let_in" } as const;
    const elsewhere = { ...answer, companyId: (await makeWorkspace(db(), "DEALER")).companyId };
    expect(await failure(staff.entryRequestsOfAll.answer(elsewhere))).toMatchObject({ status: 404 });
    const call = as(known.user);
    expect(await failure(call.entryRequestsOfAll.rows({}))).toMatchObject({ status: 403 });
    expect(await failure(call.entryRequestsOfAll.answer(answer))).toMatchObject({ status: 403 });
    expect(await staff.entryRequestsOfAll.answer(answer)).toMatchObject({ status: "let_in" });
    expect((await staff.entryRequestsOfAll.rows(waiting)).items).toEqual([]);
    expect(await get()).toMatchObject({ status: "invited", company: { id: null } });
    expect(await mailTo(email)).toMatchObject({ templateCode: "COMPANY_ENTERED" });
  });
});
