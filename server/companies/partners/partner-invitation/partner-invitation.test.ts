import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, companyLinks, partnerInvitations, userCompanies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { makeFleet, makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { makeUser } from "@/server/identity/testing";
import { failure } from "@/server/kit/testing";
import { newcomer, partnerDoor } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const { open, as, mailTo, tokenTo, personAt, invited } = partnerDoor(db);

describe("the mail to an invited partner", () => {
  it("says who invites, as what and why, in the language that was chosen", async () => {
    const german = await invited({ languageId: languageId("de"), reason: "Unsere Frühjahrsräder" });
    const mail = await mailTo(german.email);
    expect(mail?.subject).toBe("Velora lädt Sie als Händler ein");
    const inviter = `${german.maker.user.firstName} ${german.maker.user.lastName}`;
    expect(mail?.body).toContain(`${inviter} von Velora lädt Ihr Unternehmen ein`);
    expect(mail?.body).toContain("Unsere Frühjahrsräder");
    expect(mail?.body).not.toContain("Cycles du Port");
    const plain = await mailTo((await invited()).email);
    expect(plain?.subject).toBe("Velora invites you as its dealer");
    expect(plain?.body).toContain("As a dealer you see the vehicles that are handed over to you");
  });
});

describe("the link of an invited partner", () => {
  it("makes a new person the first admin of a company that nobody knew, and accepts the partnership", async () => {
    const { email, link, maker, get } = await invited({ languageId: languageId("fr") });
    const { vehicles } = await makeFleet(db(), maker.companyId, 2);
    const vehicleIds = vehicles.map(({ id }) => id);
    await maker.call.dealers.handOverVehicles({ companyId: maker.companyId, id: link.id, vehicleIds });
    const token = await tokenTo(email);
    expect((await get()).invitation).toMatchObject({ state: "sent", openedAt: null });
    await open().partnerInvitations.look({ token });
    expect((await get()).invitation?.openedAt).toBe(null);
    await open().partnerInvitations.open({ token });
    expect((await get()).invitation).toMatchObject({ state: "opened" });

    for (const [given, path] of [
      [{ firstName: "Ada", lastName: "Rad" }, "password"],
      [{ password: newcomer.password, lastName: "Rad" }, "firstName"],
    ] as const)
      expect(await failure(open().partnerInvitations.accept({ token, ...given }))).toMatchObject({
        status: 422,
        errors: [{ path }],
      });
    for (const password of ["Password2026", "Velora-2026", `${email}!`])
      expect(await failure(open().partnerInvitations.accept({ token, ...newcomer, password }))).toMatchObject({
        errors: [{ path: "password" }],
      });
    const page = { languageId: languageId("de") };
    expect(await open().partnerInvitations.accept({ token, ...newcomer, ...page })).toEqual({ email });
    const ada = await personAt(email);
    expect(ada).toMatchObject({
      status: "active",
      type: "Pro Center Admin",
      languageId: languageId("fr"),
      lastName: "Rad",
    });
    const shown = await get();
    expect(shown).toMatchObject({ status: "accepted", invitation: { state: "answered" }, vehicles: [{}, {}] });
    const [company] = await db()
      .select()
      .from(companies)
      .where(eq(companies.id, shown.company.id ?? ""));
    expect(company).toMatchObject({ status: "active", isVerified: false });
    const [membership] = await db()
      .select()
      .from(userCompanies)
      .where(eq(userCompanies.userId, ada?.id ?? ""));
    expect(membership).toMatchObject({ status: "active", isAdmin: true });
    expect(await failure(open().partnerInvitations.accept({ token, ...newcomer }))).toMatchObject({ status: 422 });
    expect(await open().partnerInvitations.look({ token })).toBe(null);
  });

  it("gives a new person the language of the page where the invitation names none", async () => {
    const { email } = await invited();
    const token = await tokenTo(email);
    const accept = (id: string) => open().partnerInvitations.accept({ token, ...newcomer, languageId: id });
    expect(await failure(accept(crypto.randomUUID()))).toMatchObject({ errors: [{ path: "languageId" }] });
    await accept(languageId("de"));
    expect(await personAt(email)).toMatchObject({ languageId: languageId("de") });
  });

  it("leaves somebody who has a pending account the language that they have", async () => {
    const pending = { type: "Rider", status: "pending", languageId: languageId("fr") } as const;
    const { email } = await invited({ email: (await makeUser(db(), pending)).email, languageId: languageId("de") });
    await open().partnerInvitations.accept({ token: await tokenTo(email), ...newcomer });
    expect(await personAt(email)).toMatchObject({ status: "active", lastName: "Rad", languageId: languageId("fr") });
  });

  it("of one who belongs to the known company and may answer for it accepts in one step", async () => {
    const { user, call, companyId, company } = await makeWorkspace(db(), "DEALER", "Real Name");
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const { id } = await maker.call.dealers.create({
      companyId: maker.companyId,
      name: "P",
      registerNumber: company.registerNumber,
      email: user.email,
    });
    const token = await tokenTo(user.email);
    expect(await failure(open().partnerInvitations.accept({ token, ...newcomer }))).toMatchObject({ status: 403 });
    await as(user).partnerInvitations.accept({ token });
    expect(await maker.call.dealers.get({ companyId: maker.companyId, id })).toMatchObject({ status: "accepted" });
    expect((await call.entryRequests.rows({ companyId })).items).toEqual([]);
  });

  it("accepted under another address waits for the inviter, and nothing is handed over", async () => {
    const { link, email, maker, get } = await invited();
    const { vehicles } = await makeFleet(db(), maker.companyId, 1);
    const at = { companyId: maker.companyId, id: link.id };
    await maker.call.dealers.handOverVehicles({ ...at, vehicleIds: vehicles.map(({ id }) => id) });
    const other = await makeUser(db(), { type: "Rider" });
    await as(other).partnerInvitations.accept({ token: await tokenTo(email) });
    expect(await get()).toMatchObject({ status: "to_confirm", vehicles: [], prepared: { vehicles: [{}] } });
    const [stored] = await db().select().from(companyLinks).where(eq(companyLinks.id, link.id));
    expect(stored?.acceptedEmail).toBe(other.email);
  });

  it.each([
    ["the inviting company is disabled", { status: "disabled" }, {}],
    ["the inviting company is not let in any more", { status: "pending" }, {}],
    ["the partnership is refused", {}, { status: "refused" }],
    ["the partnership is over", {}, { status: "ended" }],
  ] as const)("works for nobody while %s", async (_, ofInviter, ofLink) => {
    const { email, link, maker, get } = await invited();
    const token = await tokenTo(email);
    const state = async (company: object, partnership: object) => {
      await db()
        .update(companies)
        .set({ status: "active", ...company })
        .where(eq(companies.id, maker.companyId));
      await db()
        .update(companyLinks)
        .set({ status: "invited", ...partnership })
        .where(eq(companyLinks.id, link.id));
    };
    await state(ofInviter, ofLink);
    const { look, open: press, accept } = open().partnerInvitations;
    expect(await look({ token })).toBe(null);
    await press({ token });
    expect(await failure(accept({ token, ...newcomer }))).toMatchObject({ status: 422, errors: [{ path: "token" }] });
    expect(await personAt(email)).toBeUndefined();
    await state({}, {});
    expect((await get()).invitation).toMatchObject({ state: "sent", openedAt: null });
    expect(await look({ token })).toMatchObject({ email });
  });

  it("says to staff that their accounts hold no membership, and works for nobody once it has expired", async () => {
    const staff = await makeUser(db(), { type: "Staff" });
    const { email } = await invited({ email: staff.email });
    const token = await tokenTo(email);
    expect(await open().partnerInvitations.look({ token })).toMatchObject({ account: "staff" });
    for (const call of [open(), as(staff)])
      expect(await failure(call.partnerInvitations.accept({ token, ...newcomer }))).toMatchObject({
        detail: "Staff accounts hold no membership of a company.",
      });
    const late = await invited();
    const lateToken = await tokenTo(late.email);
    await db().update(partnerInvitations).set({ expiresAt: sql`now() - interval '1 second'` });
    expect(await open().partnerInvitations.look({ token: lateToken })).toBe(null);
    expect((await late.get()).invitation).toMatchObject({ state: "expired" });
  });
});
