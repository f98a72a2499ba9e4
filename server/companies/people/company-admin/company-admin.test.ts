import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, invitations, mailLog, userCompanies, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { type LanguageCode, languageId, seedBase } from "@/seed/base";
import { companyMailTemplateService } from "@/server/companies/company/company-mail-template/company-mail-template.service";
import { companyRights, makeCompany, makeCompanyRole, makeMembership, staffIn } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { invitationService } from "@/server/identity/invitation/invitation.service";
import { anonymous, makeRole, makeUser } from "@/server/identity/testing";
import { inTransaction } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makeKey, makePerson } from "@/server/testing/callers";
import { oneAfterTheOther, usePatience } from "@/server/testing/race";
import { companyAdminService as service } from "./company-admin.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

let n = 0;
const newcomer = (over: object = {}) => ({
  email: `admin${++n}@company.test`,
  firstName: "Ad",
  lastName: "Min",
  ...over,
});
const may: Permission[] = ["company-admin.read", "company-admin.write", ...companyRights];
const at = "/v1/backoffice/admin/company";
const keyed = "/v1/backoffice/admin/companies";
const signIn = async (rights: Permission[] = may) => {
  const { bearer } = await credentialsOf(db(), await makePerson(db(), {}, rights));
  return { authorization: `Bearer ${bearer}` };
};
const password = "Right-horse-2026";
async function tokenTo(email: string) {
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  return mails.at(-1)?.secrets?.link?.split("/invitation/")[1] ?? "";
}
const accept = (token: string) => invitationService.accept(anonymous(db()), { token, password });
const storedUser = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0];
const linksTo = (id: string) => db().select().from(invitations).where(eq(invitations.userCompanyId, id));

describe("company admins over REST", () => {
  it("are invited, listed, invited again, accept and are ended, by staff", async () => {
    const [company, headers] = [await makeCompany(db()), await signIn()];
    const role = await makeCompanyRole(db(), company.id, ["company-pers.read"], { isDefault: true });
    const body = newcomer({ languageId: languageId("fr") });
    const made = await ask("POST", `${at}/${company.id}/admins`, { headers, body });
    const admin = JSON.parse(made.text);
    expect([made.status, admin]).toMatchObject([
      200,
      {
        email: body.email,
        status: "invited",
        isAdmin: true,
        company: { id: company.id, name: company.name },
        companyRole: { id: role.id, title: role.title },
        invitationDate: expect.any(String),
        entryDate: null,
      },
    ]);
    const [mail] = await db().select().from(mailLog).where(eq(mailLog.recipient, body.email));
    expect(mail?.subject).toBe(`Invitation de ${company.name}`);
    const first = await tokenTo(body.email);
    const one = `${at}/admins/${admin.id}`;
    expect(await ask("POST", `${one}/resend-invitation`, { headers })).toMatchObject({ status: 204, text: "" });
    expect(await failure(accept(first))).toMatchObject({ errors: [{ path: "token" }] });
    expect(JSON.parse((await ask("GET", one, { headers })).text).permissions).toEqual([]);
    await accept(await tokenTo(body.email));
    const found = await ask("GET", one, { headers });
    expect([found.status, JSON.parse(found.text)]).toMatchObject([
      200,
      { status: "active", permissions: ["company-pers.read"] },
    ]);
    const again = async () => {
      const { status, text } = await ask("POST", `${one}/resend-invitation`, { headers });
      return [status, JSON.parse(text).errors?.[0]?.message];
    };
    expect(await again()).toEqual([422, "This person has accepted already."]);
    const query = `?company=${encodeURIComponent(company.name)}&email=${body.email}&status=active&name=ad%20min`;
    expect(JSON.parse((await ask("GET", `${at}/admins${query}`, { headers })).text).meta.totalItems).toBe(1);
    expect((await ask("GET", `${at}/admins?status=away`, { headers })).status).toBe(400);
    const roles = await ask("GET", `${one}/portal-role`, { headers });
    expect(JSON.parse(roles.text)).toEqual({ items: [{ id: role.id, title: role.title, isDefault: true }] });
    const stale = { ...headers, "if-match": '"1"' };
    expect((await ask("DELETE", one, { headers: stale })).status).toBe(412);
    expect(await ask("DELETE", one, { headers })).toMatchObject({ status: 204, text: "" });
    expect((await ask("DELETE", one, { headers })).status).toBe(422);
    expect(await again()).toEqual([422, "This membership has ended. Invite the person again."]);
    expect((await ask("DELETE", `${at}/admins/${crypto.randomUUID()}`, { headers })).status).toBe(404);
    expect(JSON.parse((await ask("GET", one, { headers })).text)).toMatchObject({
      status: "disabled",
      permissions: [],
    });
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, admin.userId));
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["create", "set-company-role", "invite", "accept-invitation", "end-membership"]),
    );
  });

  it("are the same by key, with everybody of a company", async () => {
    const company = await makeCompany(db());
    const { key } = await makeKey(db(), may);
    const headers = { "x-api-key": key };
    const made = await ask("POST", `${keyed}/${company.id}/company-admin`, { headers, body: newcomer() });
    const admin = JSON.parse(made.text);
    expect(made.status).toBe(200);
    const one = `${keyed}/company-admin/${admin.id}`;
    expect((await ask("POST", `${one}/resend-invitation`, { headers })).status).toBe(204);
    expect((await ask("GET", `${keyed}/company-admin?email=${admin.email}`, { headers })).text).toContain(admin.id);
    expect((await ask("GET", one, { headers })).status).toBe(200);
    const { membership } = await makeMembership(db(), company.id);
    await makeMembership(db(), (await makeCompany(db())).id);
    const users = await ask("GET", `${keyed}/${company.id}/users?sortBy=createdAt:asc`, { headers });
    expect(JSON.parse(users.text).items.map(({ id }: { id: string }) => id)).toEqual([admin.id, membership.id]);
    expect((await ask("DELETE", one, { headers })).status).toBe(204);
    expect((await ask("GET", `${keyed}/company-admin/${membership.id}`, { headers })).status).toBe(404);
    const bearer = await signIn();
    expect((await ask("GET", `${keyed}/company-admin`, { headers: bearer })).status).toBe(401);
  });
});

describe("who is invited", () => {
  it("gets the mail in their language, in the company's own words where it has some", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const subjectFor = async (language: LanguageCode | null) => {
      const body = newcomer({ languageId: language && languageId(language) });
      await service.create(ctx, body);
      return (await db().select().from(mailLog).where(eq(mailLog.recipient, body.email))).map(({ subject }) => subject);
    };
    const put = (language: LanguageCode, subject: string) =>
      companyMailTemplateService.put(ctx, {
        mailTemplateId: fixedId("mail-template", "COMPANY_INVITATION"),
        languageId: languageId(language),
        subject,
        content: "{{link}}",
      });
    expect(await subjectFor("fr")).toEqual([`Invitation de ${company.name}`]);
    await put("fr", "Bienvenue chez {{company}}");
    expect(await subjectFor("fr")).toEqual([`Bienvenue chez ${company.name}`]);
    expect(await subjectFor("de")).toEqual([`Einladung von ${company.name}`]);
    await put("en", "Welcome to {{company}}");
    for (const language of ["de", null] as const)
      expect(await subjectFor(language)).toEqual([`Welcome to ${company.name}`]);
  });

  it("is the person with that address, whose names stay as they are", async () => {
    const company = await makeCompany(db());
    const rider = await makeUser(db(), { type: "Rider", firstName: "Rita" });
    const { userId, firstName } = await service.create(staffIn(db(), company.id), newcomer({ email: rider.email }));
    expect([userId, firstName]).toEqual([rider.id, "Rita"]);
    expect(await storedUser(rider.id)).toMatchObject({ type: "Rider", firstName: "Rita" });
  });

  it("changes nobody's kind of account before they accept, and they are what they were once it ends", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const rider = await makeUser(db(), { type: "Rider", status: "active", passwordHash: "kept" });
    const member = await makeUser(db(), { type: "Pro Center Member", status: "active", passwordHash: "kept" });
    for (const person of [rider, member]) {
      const typeNow = async () => (await storedUser(person.id))?.type;
      const { id } = await service.create(ctx, newcomer({ email: person.email }));
      expect(await typeNow()).toBe(person.type);
      await invitationService.accept(
        { ...anonymous(db()), actor: actorOf(person) },
        { token: await tokenTo(person.email) },
      );
      expect(await typeNow()).toBe("Pro Center Admin");
      await service.remove(ctx, id);
      expect(await typeNow()).toBe(person.type);
      expect(await storedUser(person.id)).toMatchObject({ typeBefore: null });
    }
  });

  it("is no staff, no disabled account and no member", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const staff = await makeUser(db());
    const gone = await makeUser(db(), { type: "Rider", status: "disabled" });
    const { user: member } = await makeMembership(db(), company.id);
    for (const { email } of [staff, gone, member])
      expect(await failure(service.create(ctx, newcomer({ email })))).toMatchObject({ errors: [{ path: "email" }] });
  });

  it("gets a role of that company which is activated", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db())];
    const ctx = staffIn(db(), company.id);
    const foreign = await makeCompanyRole(db(), other.id);
    const off = await makeCompanyRole(db(), company.id, [], { isActivated: false });
    const create = (companyRoleId: string) => service.create(ctx, newcomer({ companyRoleId }));
    expect(await failure(create(foreign.id))).toMatchObject({ code: "unknown_reference" });
    expect(await failure(create(off.id))).toMatchObject({ errors: [{ path: "companyRoleId" }] });
  });

  it("gets no right that the inviter does not hold, by the role or by one of the Pro Center", async () => {
    const company = await makeCompany(db());
    const some = staffIn(db(), company.id, ["company-admin.write", "company-pers.read"]);
    const large = await makeCompanyRole(db(), company.id, companyRights);
    const refused = { status: 403, detail: expect.stringContaining("rights that you do not have") };
    await inTransaction(some, async (ctx) => {
      const created = service.create(ctx, newcomer({ email: "nobody@company.test", companyRoleId: large.id }));
      expect(await failure(created)).toMatchObject(refused);
      expect(await ctx.db.select().from(users).where(eq(users.email, "nobody@company.test"))).toEqual([]);
    });
    const person = await makeUser(db(), { type: "Pro Center Member" });
    const product = await makeRole(db(), ["company-vehicle.read"], { groupCode: "PRO_CENTER" });
    await db().insert(userRoles).values({ userId: person.id, roleId: product.id });
    expect(await failure(service.create(some, newcomer({ email: person.email })))).toMatchObject(refused);
    const { id } = await service.create(staffIn(db(), company.id), newcomer({ companyRoleId: large.id }));
    expect(await failure(service.resend(some, id))).toMatchObject(refused);
    expect(await failure(service.remove(some, id))).toMatchObject(refused);
  });
});

describe("a membership that is ended", () => {
  it("takes its link and its role with it, and a new invitation opens it again", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const role = await makeCompanyRole(db(), company.id, ["company-pers.read"]);
    const body = newcomer({ companyRoleId: role.id });
    const { id, userId } = await service.create(ctx, body);
    const token = await tokenTo(body.email);
    await service.remove(ctx, id);
    expect(await linksTo(id)).toEqual([]);
    expect(await failure(accept(token))).toMatchObject({ errors: [{ path: "token" }] });
    expect(await service.get(ctx, id)).toMatchObject({ status: "disabled", companyRole: null });
    expect(await storedUser(userId)).toMatchObject({ type: "Pro Center Admin", status: "pending" });
    expect(await failure(service.resend(ctx, id))).toMatchObject({ errors: [{ path: "id" }] });
    const again = await service.create(ctx, { ...body, companyRoleId: undefined });
    expect(again).toMatchObject({ id, userId, status: "invited" });
    expect(await storedUser(userId)).toMatchObject({ type: "Pro Center Admin" });
  });

  it("leaves somebody an admin while they are one elsewhere", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db())];
    const body = newcomer();
    const { id, userId } = await service.create(staffIn(db(), company.id), body);
    await accept(await tokenTo(body.email));
    const second = await service.create(staffIn(db(), other.id), body);
    const user = await storedUser(userId);
    if (!user) throw new Error("nobody was made");
    await invitationService.accept({ ...anonymous(db()), actor: actorOf(user) }, { token: await tokenTo(body.email) });
    await service.remove(staffIn(db(), company.id), id);
    expect(await storedUser(userId)).toMatchObject({ type: "Pro Center Admin" });
    await service.remove(staffIn(db(), other.id), second.id);
    expect(await storedUser(userId)).toMatchObject({ type: "Pro Center Member" });
  });
});

describe("an invitation that is sent again while it is accepted", () => {
  const patient = usePatience();

  it.each(["resend", "invite"] as const)("is the newest one alone, in either order (%s)", async (door) => {
    for (const isFirst of [true, false]) {
      const company = await makeCompany(db());
      const body = newcomer();
      const { id, userId } = await service.create(staffIn(db(), company.id), body);
      const token = await tokenTo(body.email);
      const accepted = () => invitationService.accept(anonymous(patient()), { token, password });
      const ctx = staffIn(patient(), company.id);
      const sentAgain = () => (door === "resend" ? service.resend(ctx, id) : invitationService.invite(ctx, id));
      const order = isFirst ? [accepted, sentAgain] : [sentAgain, accepted];
      const row = { table: users, id: userId };
      expect(await oneAfterTheOther(patient(), row, order)).toEqual([true, false]);
      const [membership] = await db().select().from(userCompanies).where(eq(userCompanies.id, id));
      expect(membership?.status).toBe(isFirst ? "active" : "invited");
      expect(await linksTo(id)).toHaveLength(isFirst ? 0 : 1);
      if (!isFirst) await accept(await tokenTo(body.email));
    }
  });

  it("is good once for several who accept it while it is sent again", async () => {
    const company = await makeCompany(db());
    const body = newcomer();
    const { id, userId } = await service.create(staffIn(db(), company.id), body);
    const token = await tokenTo(body.email);
    const accepted = () => invitationService.accept(anonymous(patient()), { token, password });
    const resent = () => service.resend(staffIn(patient(), company.id), id);
    const done = await oneAfterTheOther(patient(), { table: users, id: userId }, [resent, accepted, resent, accepted]);
    expect(done).toEqual([true, false, true, false]);
    expect(await linksTo(id)).toHaveLength(1);
    await accept(await tokenTo(body.email));
  });

  it("is one membership for one person, where several invite the same address at once", async () => {
    const company = await makeCompany(db());
    const body = newcomer();
    const all = await Promise.allSettled([1, 2, 3].map(() => service.create(staffIn(db(), company.id), body)));
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    const [user, ...more] = await db().select().from(users).where(eq(users.email, body.email));
    expect(more).toEqual([]);
    const theirs = and(eq(userCompanies.userId, user?.id ?? ""), eq(userCompanies.companyId, company.id));
    const [membership, ...others] = await db().select().from(userCompanies).where(theirs);
    expect([others, await linksTo(membership?.id ?? "")]).toMatchObject([[], [{}]]);
  });
});
