import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyRoleAllowManage, companyTeams, mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { companyAdminService } from "@/server/companies/people/company-admin/company-admin.service";
import { makeCompany, makeCompanyRole, makeMembership, memberIn, staffIn } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { invitationService } from "@/server/identity/invitation/invitation.service";
import { anonymous, makeUser } from "@/server/identity/testing";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const rights: Permission[] = ["company-member.read", "company-member.write", "team.read", "team.write"];
let n = 0;
const newcomer = (email = `member${++n}@member.test`) => ({ email, firstName: "New", lastName: "Comer" });

/** A company whose manager may grant `plain`, and not the manager's own role. */
async function makeRoom() {
  const company = await makeCompany(db(), [...rights, "company-pers.read"]);
  const own = await makeCompanyRole(db(), company.id, rights);
  const plain = await makeCompanyRole(db(), company.id, ["company-member.read"], { isDefault: true });
  const beyond = await makeCompanyRole(db(), company.id, ["company-pers.read"]);
  const pairs = [plain, beyond].map(({ id }) => ({
    companyId: company.id,
    roleManagerId: own.id,
    roleId: id,
    allowed: true,
  }));
  await db().insert(companyRoleAllowManage).values(pairs);
  const { user } = await makeMembership(db(), company.id, { companyRoleId: own.id });
  const call = appRouter.createCaller(await memberIn(db(), user, company.id));
  return { company, own, plain, beyond, user, call, at: { companyId: company.id } };
}
async function tokenTo(email: string) {
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  return mails.at(-1)?.secrets?.link?.split("/invitation/")[1] ?? "";
}
const accept = async (email: string) =>
  invitationService.accept(anonymous(db()), { token: await tokenTo(email), password: "Right-horse-2026" });

describe("the members of a company, run by its own people", () => {
  it("are invited with a role, accept, get another one and are ended", async () => {
    const { call, at, company, plain, own, beyond } = await makeRoom();
    const person = newcomer();
    const made = await call.members.create({ ...at, ...person, isAdmin: false });
    expect(made).toMatchObject({ ...person, status: "invited", companyRole: { id: plain.id }, isAdmin: false });
    const first = await tokenTo(person.email);
    await call.members.resend({ ...at, id: made.id });
    expect(await tokenTo(person.email)).not.toBe(first);
    await accept(person.email);
    expect(await failure(call.members.resend({ ...at, id: made.id }))).toMatchObject({ code: "rule_broken" });
    const set = (companyRoleId: string | null, ifMatch?: string) =>
      call.members.setRole({ ...at, id: made.id, companyRoleId, ifMatch });
    expect(await failure(set(own.id))).toMatchObject({
      code: "forbidden",
      detail: expect.stringContaining("may not grant"),
    });
    expect(await failure(set(beyond.id))).toMatchObject({
      code: "forbidden",
      detail: expect.stringContaining("you do not have"),
    });
    expect(await failure(set(null, '"1"'))).toMatchObject({ code: "version_mismatch" });
    expect(await set(null)).toMatchObject({ companyRole: null });
    const [account] = await db().select().from(users).where(eq(users.email, person.email));
    const trail = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, account?.id ?? ""))
      .orderBy(auditLog.id);
    expect(trail.at(-1)).toMatchObject({
      action: "set-company-role",
      companyId: at.companyId,
      changes: { [`role in ${company.name}`]: [plain.title, null] },
    });
    await call.members.remove({ ...at, id: made.id });
    expect(await call.members.get({ ...at, id: made.id })).toMatchObject({ status: "disabled" });
    expect(await failure(set(plain.id))).toMatchObject({ errors: [{ path: "id" }] });
  });

  it("of another company answer as people who do not exist", async () => {
    const { call, at } = await makeRoom();
    const other = await makeCompany(db());
    const { membership } = await makeMembership(db(), other.id);
    const [team] = await db().insert(companyTeams).values({ companyId: other.id, name: "Theirs" }).returning();
    for (const id of [membership.id, crypto.randomUUID()]) {
      const ended = { ...at, id };
      const tries = [
        () => call.members.get(ended),
        () => call.members.resend(ended),
        () => call.members.remove(ended),
        () => call.members.setRole({ ...ended, companyRoleId: null }),
      ];
      for (const one of tries) expect(await failure(one())).toMatchObject({ code: "not_found" });
    }
    for (const companyTeamId of [team?.id ?? "", crypto.randomUUID()])
      expect(await failure(call.teamPilots.create({ ...at, companyTeamId, user: newcomer() }))).toMatchObject({
        code: "unknown_reference",
        errors: [{ path: "companyTeamId" }],
      });
  });

  it("are invited with no more than the inviter holds and may grant, and within the day's invitations", async () => {
    const { call, at, own, beyond, company, user } = await makeRoom();
    for (const { id } of [own, beyond]) {
      const asked = call.members.create({ ...at, ...newcomer(), companyRoleId: id, isAdmin: false });
      expect(await failure(asked)).toMatchObject({ code: "forbidden" });
    }
    const sent = Array.from({ length: 200 }, () => ({
      actorType: "user" as const,
      actorId: user.id,
      actorLabel: user.email,
      objectType: "user",
      objectId: user.id,
      action: "invite",
      companyId: company.id,
      changes: {},
      door: "screen" as const,
      requestId: crypto.randomUUID(),
    }));
    await db().insert(auditLog).values(sent);
    const asked = call.members.create({ ...at, ...newcomer(), isAdmin: false });
    expect(await failure(asked)).toMatchObject({ code: "too_many_requests" });
  });
});

describe("somebody who has an account", () => {
  it("is an address and nothing else until they accept, in lists, searches and teams", async () => {
    const { call, at } = await makeRoom();
    const known = await makeUser(db(), { type: "Pro Center Member" });
    await db().update(users).set({ firstName: "Aarla", lastName: "Secret" }).where(eq(users.id, known.id));
    const team = await call.teams.create({ ...at, name: "Riders" });
    await call.teamPilots.create({ ...at, companyTeamId: team.id, user: newcomer(known.email) });
    const found = async () => {
      const all = await call.members.rows({ ...at, email: known.email });
      const byName = await call.members.rows({ ...at, name: "secret" });
      const pilots = await call.teamPilots.rows({ ...at, companyTeamId: team.id });
      return [all.items[0]?.lastName, byName.items.length, pilots.items[0]?.user.lastName];
    };
    expect(await found()).toEqual(["Comer", 0, "Comer"]);
    await db()
      .update(userCompanies)
      .set({ status: "active", entryDate: new Date().toISOString() })
      .where(eq(userCompanies.userId, known.id));
    expect(await found()).toEqual(["Secret", 1, "Secret"]);
  });

  it("cannot be told apart: staff, disabled accounts, members of others and addresses that nobody has", async () => {
    const { call, at, company } = await makeRoom();
    const team = await call.teams.create({ ...at, name: "Couriers" });
    const known = [
      await makeUser(db(), { type: "Staff" }),
      await makeUser(db(), { status: "disabled" }),
      await makeUser(db(), { type: "Rider" }),
      (await makeMembership(db(), (await makeCompany(db(), rights)).id, { isAdmin: true })).user,
    ];
    const emails = [...known.map(({ email }) => email), newcomer().email];
    const same = (text: string, email: string) =>
      text
        .replaceAll(email, "EMAIL")
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "AT");
    const person = { firstName: "Typed", lastName: "Name", phoneNumber: "+33 1" };
    const answers: string[] = [];
    for (const [index, email] of emails.entries()) {
      const made = index % 2 === 0;
      const invited = await call.members.create({ ...at, ...person, email, isAdmin: made });
      const { items } = await call.members.rows({ ...at, email });
      const byName = await call.members.rows({ ...at, name: "typed name", email });
      await call.members.resend({ ...at, id: invited.id });
      const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email));
      const told = [{ ...invited, isAdmin: 0 }, items.map((one) => ({ ...one, isAdmin: 0 })), byName.items.length];
      await call.members.remove({ ...at, id: invited.id });
      const pilot = await call.teamPilots.create({ ...at, companyTeamId: team.id, user: { ...person, email } });
      answers.push(same(JSON.stringify([told, mails.map((mail) => mail.templateCode), pilot]), email));
    }
    for (const answer of answers) expect(answer).toBe(answers[0]);
    expect(answers[0]).toContain("Typed");

    // The link says what it is to the owner of the mailbox; the kind of their account stays.
    const [staff] = known;
    const token = await tokenTo(staff?.email ?? "");
    expect(await appRouter.createCaller(anonymous(db())).invitations.look({ token })).toMatchObject({ isStaff: true });
    const asStaff = appRouter.createCaller({ ...anonymous(db()), actor: staff ? actorOf(staff) : null });
    expect(await failure(asStaff.invitations.accept({ token }))).toMatchObject({
      status: 422,
      detail: "Staff accounts hold no membership of a company.",
    });
    expect(
      (
        await db()
          .select()
          .from(users)
          .where(eq(users.email, staff?.email ?? ""))
      )[0]?.type,
    ).toBe("Staff");
    const byStaff = companyAdminService.create(staffIn(db(), company.id), {
      ...newcomer(staff?.email),
      companyRoleId: null,
    });
    expect(await failure(byStaff)).toMatchObject({ status: 422, errors: [{ path: "email" }] });
  });
});
