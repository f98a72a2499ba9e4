import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  companies,
  companyLinks,
  companyRoleAllowManage,
  companyRoles,
  mailLog,
  partnerInvitations,
  userCompanies,
  users,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { actorOf } from "@/server/identity/actor";
import { anonymous, makeUser } from "@/server/identity/testing";
import { failure } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { makeFleet, makeWorkspace } from "../company-partner/testing";
import { memberIn } from "../testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const open = () => appRouter.createCaller(anonymous(db()));
const as = (user: typeof users.$inferSelect) => appRouter.createCaller({ ...anonymous(db()), actor: actorOf(user) });
const newcomer = { password: "A-long-pass-2026", firstName: "Ada", lastName: "Rad" };

async function mailTo(email: string) {
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  return mails.at(-1);
}
const tokenTo = async (email: string) => (await mailTo(email))?.secrets?.link?.split("/partner-invitation/")[1] ?? "";
const personAt = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0];

let n = 0;
/** A manufacturer that invited a dealer: one that nobody knows, or one that is there. */
async function invited(more: { isKnown?: boolean; email?: string; languageId?: string; reason?: string } = {}) {
  const { isKnown = false, email = `door${++n}@dealer.test`, ...rest } = more;
  const maker = await makeWorkspace(db(), "MANUFACTURER", "Velora");
  const known = isKnown ? await makeWorkspace(db(), "DEALER", "Real Name") : undefined;
  const registerNumber = known?.company.registerNumber ?? `DOOR-${++n}`;
  const { companyId, call } = maker;
  const link = await call.dealers.create({ companyId, name: "Cycles du Port", registerNumber, email, ...rest });
  return { maker, known, email, link, get: () => call.dealers.get({ companyId, id: link.id }) };
}

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

  it("gives a new person the language of the page where the invitation names none", async () => {
    const { email } = await invited();
    const token = await tokenTo(email);
    const accept = (id: string) => open().partnerInvitations.accept({ token, ...newcomer, languageId: id });
    expect(await failure(accept(crypto.randomUUID()))).toMatchObject({ errors: [{ path: "languageId" }] });
    await accept(languageId("de"));
    expect(await personAt(email)).toMatchObject({ languageId: languageId("de") });
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

describe("reminders", () => {
  it("go to who has not answered, one in three days and three in all, within the day's invitations", async () => {
    const { maker, link, email, get } = await invited();
    const { companyId, call } = maker;
    const remind = (ids?: string[]) => call.dealers.remind({ companyId, ids });
    const later = () =>
      db()
        .update(partnerInvitations)
        .set({
          sentAt: sql`sent_at - interval '3 days'`,
          lastRemindedAt: sql`last_reminded_at - interval '3 days'`,
          expiresAt: sql`expires_at - interval '3 days'`,
        })
        .where(eq(partnerInvitations.companyLinkId, link.id));
    expect(await remind()).toEqual({ sent: 0, tooSoon: 1, spent: 0, beyond: 0 });
    const first = await tokenTo(email);
    for (let count = 1; count <= 3; count++) {
      await later();
      expect((await get()).invitation).toMatchObject({ canRemind: true });
      expect(await remind([link.id])).toEqual({ sent: 1, tooSoon: 0, spent: 0, beyond: 0 });
      expect(await remind()).toEqual({ sent: 0, tooSoon: count < 3 ? 1 : 0, spent: count < 3 ? 0 : 1, beyond: 0 });
      expect((await get()).invitation).toMatchObject({ remindersCount: count, canRemind: false, state: "sent" });
    }
    await later();
    expect(await remind()).toEqual({ sent: 0, tooSoon: 0, spent: 1, beyond: 0 });
    const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
    expect(mails.map(({ templateCode }) => templateCode)).toEqual([
      "PARTNER_INVITATION_LINK",
      ...Array(3).fill("PARTNER_INVITATION_REMINDER"),
    ]);
    expect(await open().partnerInvitations.look({ token: first })).toBe(null);
    expect(await open().partnerInvitations.look({ token: await tokenTo(email) })).toMatchObject({ email });
    expect((await call.dealers.invitationsLeft({ companyId })).left).toBe(200 - 4);

    // Another company's partner is nobody's business.
    const other = await makeWorkspace(db(), "MANUFACTURER");
    const strange = await other.call.dealers.remind({ companyId: other.companyId, ids: [link.id] });
    expect(strange).toEqual({ sent: 0, tooSoon: 0, spent: 0, beyond: 0 });
    await db()
      .update(companyLinks)
      .set({ status: "refused" })
      .where(and(eq(companyLinks.id, link.id)));
    expect(await remind()).toEqual({ sent: 0, tooSoon: 0, spent: 0, beyond: 0 });
  });
});
