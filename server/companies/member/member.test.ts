import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyRoleAllowManage, companyTeams, mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { invitationService } from "@/server/identity/invitation/invitation.service";
import { anonymous, makeUser } from "@/server/identity/testing";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { makeCompany, makeCompanyRole, makeMembership, memberIn } from "../testing";

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
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, made.userId)).orderBy(auditLog.id);
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
    expect(await found()).toEqual(["", 0, ""]);
    await db()
      .update(userCompanies)
      .set({ status: "active", entryDate: new Date().toISOString() })
      .where(eq(userCompanies.userId, known.id));
    expect(await found()).toEqual(["Secret", 1, "Secret"]);
  });

  it("cannot be told apart where they cannot be invited: staff, and disabled accounts", async () => {
    const { call, at } = await makeRoom();
    const staff = await makeUser(db(), { type: "Staff" });
    const disabled = await makeUser(db(), { status: "disabled" });
    const answers = [];
    for (const { email } of [staff, disabled])
      answers.push(await failure(call.members.create({ ...at, ...newcomer(email), isAdmin: true })));
    expect(answers[0]).toMatchObject({ errors: [{ path: "email", message: "This address cannot be invited." }] });
    expect(answers[1]).toEqual(answers[0]);
  });
});
