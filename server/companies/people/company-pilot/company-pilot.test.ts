import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companies, companyRoles, companyTeams, mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";
import { makePerson } from "@/server/testing/callers";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const at = "company-pilots";
let n = 0;
const person = (fields: object = {}) => ({
  email: `pilot${++n}@persdesk.test`,
  firstName: "Pia",
  lastName: "Lot",
  ...fields,
});

async function makeTeam(given?: { id: string }) {
  const company = given ?? (await makeCompany(db()));
  const [team] = await db()
    .insert(companyTeams)
    .values({ companyId: company.id, name: `Team ${++n}` })
    .returning();
  if (!team) throw new Error("no team");
  return { ...team, company };
}
const invite = (companyTeamId: string, user: object = person()) => ask("POST", at, bearer, { companyTeamId, user });
const membership = async (id: string) => {
  const [row] = await db().select().from(userCompanies).where(eq(userCompanies.id, id));
  return row;
};
async function addMember(companyId: string, values: Partial<typeof userCompanies.$inferInsert> = {}) {
  const user = await makePerson(db(), { type: "Pro Center Member" });
  const [row] = await db()
    .insert(userCompanies)
    .values({ userId: user.id, companyId, status: "active", ...values })
    .returning();
  if (!row) throw new Error("no membership");
  return { user, id: row.id };
}

describe("pilots", () => {
  it("are invited into a team by mail, with the documented statuses", async () => {
    const team = await makeTeam();
    const user = person({ phoneNumber: "+33 1" });
    const made = await invite(team.id, { ...user, email: user.email.toUpperCase() });
    expect(made).toMatchObject({
      status: 201,
      body: {
        companyTeam: { id: team.id, name: team.name },
        user: { ...user },
        status: "invited",
        invitationDate: expect.any(String),
        entryDate: null,
      },
    });
    const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, user.email));
    expect(mails.map(({ templateCode }) => templateCode)).toEqual(["COMPANY_INVITATION"]);
    expect(await membership(made.body.id)).toMatchObject({ companyId: team.companyId, isAdmin: false });
    const [stored] = await db().select().from(users).where(eq(users.email, user.email));
    expect(stored).toMatchObject({ type: "Pro Center Member", status: "pending" });
    const trail = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, `${stored?.id}`));
    expect(trail.map(({ action }) => action).sort()).toEqual(["create", "invite", "set-company-team"]);
    expect((await ask("GET", `${at}/${made.body.id}`, bearer)).body).toEqual(made.body);
    expect((await ask("GET", `${at}/${made.body.id}`, byKey)).status).toBe(401);
  });

  it("move between teams of their company, and no others", async () => {
    const team = await makeTeam();
    const [second, foreign] = [await makeTeam(team.company), await makeTeam()];
    const made = await invite(team.id);
    const one = `${at}/${made.body.id}`;
    const moved = await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { companyTeamId: second.id });
    expect(moved).toMatchObject({ status: 200, body: { companyTeam: { id: second.id } } });
    const stale = await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { companyTeamId: team.id });
    expect(stale.status).toBe(412);
    const refusals = [foreign.id, crypto.randomUUID()].map((companyTeamId) =>
      ask("PATCH", one, bearer, { companyTeamId }),
    );
    const [toForeign, toUnknown] = await Promise.all(refusals);
    expect(toForeign).toMatchObject({ status: 422, body: { errors: [{ path: "companyTeamId" }] } });
    expect(toForeign?.text).toBe(toUnknown?.text);
  });

  it("end with their membership, and can be invited again", async () => {
    const team = await makeTeam();
    const user = person();
    const made = await invite(team.id, user);
    const one = `${at}/${made.body.id}`;
    expect(await ask("DELETE", `company-teams/${team.id}`, bearer)).toMatchObject({
      status: 422,
      body: { code: "in_use", detail: "It is still used by 1 pilot." },
    });
    expect((await ask("GET", `company-teams/${team.id}`, bearer)).body.pilotsCount).toBe(1);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
    expect((await ask("DELETE", one, bearer)).status).toBe(404);
    expect(await membership(made.body.id)).toMatchObject({ status: "disabled", companyTeamId: null });
    const again = await invite(team.id, user);
    expect([again.status, again.body.id]).toEqual([201, made.body.id]);
    await ask("DELETE", one, bearer);
    expect((await ask("DELETE", `company-teams/${team.id}`, bearer)).status).toBe(204);
  });

  it("are members without a team, who need no invitation", async () => {
    const team = await makeTeam();
    const { user, id } = await addMember(team.companyId);
    const made = await invite(team.id, person({ email: user.email, firstName: "Else" }));
    expect(made).toMatchObject({ status: 201, body: { id, status: "active", user: { firstName: "Cal" } } });
    expect(await db().$count(mailLog, eq(mailLog.recipient, user.email))).toBe(0);
    expect(await invite((await makeTeam(team.company)).id, person({ email: user.email }))).toMatchObject({
      status: 422,
      body: { errors: [{ path: "user.email" }] },
    });
  });

  it("are neither admins, staff nor people whose account is disabled", async () => {
    const team = await makeTeam();
    const admins = await Promise.all(
      (["active", "invited"] as const).map((status) => addMember(team.companyId, { isAdmin: true, status })),
    );
    const staff = await makePerson(db());
    const disabled = await makePerson(db(), { type: "Rider", status: "disabled" });
    for (const { email } of [...admins.map(({ user }) => user), staff, disabled])
      expect(await invite(team.id, person({ email }))).toMatchObject({
        status: 422,
        body: { errors: [{ path: "user.email" }] },
      });
    for (const { id } of admins) {
      expect(await membership(id)).toMatchObject({ isAdmin: true, companyTeamId: null });
      expect((await ask("GET", `${at}/${id}`, bearer)).status).toBe(404);
      expect((await ask("DELETE", `${at}/${id}`, bearer)).status).toBe(404);
    }
  });

  it("come into a team that is there, of a company that is active", async () => {
    expect(await invite(crypto.randomUUID())).toMatchObject({ status: 422, body: { code: "unknown_reference" } });
    const team = await makeTeam();
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, team.companyId));
    const user = person();
    expect((await invite(team.id, user)).status).toBe(422);
    expect(await db().$count(users, eq(users.email, user.email))).toBe(0);
    expect((await invite(team.id, { ...user, email: "no address" })).status).toBe(400);
  });

  it("get no role that the caller could not give", async () => {
    const team = await makeTeam();
    const role = { companyId: team.companyId, title: "Default", isDefault: true };
    await db()
      .insert(companyRoles)
      .values({ ...role, permissions: ["company-pers.read"] });
    const some = backoffice(db, { person: ["company-pilot.read", "company-pilot.write"] });
    const refused = await some("POST", at, bearer, { companyTeamId: team.id, user: person() });
    expect(refused.status).toBe(403);
    expect((await invite(team.id)).status).toBe(201);
  });

  it("are listed for one team, in the orders of the document", async () => {
    const team = await makeTeam();
    const [b, a] = [
      await invite(team.id, person({ firstName: "Bea", phoneNumber: "1" })),
      await invite(team.id, person({ firstName: "Ada", phoneNumber: "2" })),
    ];
    await invite((await makeTeam(team.company)).id);
    const listed = async (sortBy: string) => {
      const { status, body } = await ask("GET", `${at}?companyTeamId=${team.id}&sortBy=${sortBy}`, bearer);
      return [status, body.items?.map(({ id }) => id)];
    };
    expect(await listed("user.name:asc,pilot.status:desc")).toEqual([200, [a.body.id, b.body.id]]);
    for (const sortBy of ["user.email:asc", "user.phoneNumber:asc", "pilot.invitationDate:asc"])
      expect(await listed(sortBy)).toEqual([200, [b.body.id, a.body.id]]);
    for (const sortBy of ["pilot.status:asc", "pilot.entryDate:asc"]) expect((await listed(sortBy))[0]).toBe(200);
    expect((await ask("GET", at, bearer)).status).toBe(400);
    expect((await listed("status:asc"))[0]).toBe(400);
  });

  it("are one where 20 invite the same person at once", async () => {
    const team = await makeTeam();
    const user = person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(team.id, user)));
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
    for (const { status } of answers) expect([201, 422]).toContain(status);
    expect(await db().$count(userCompanies, eq(userCompanies.companyTeamId, team.id))).toBe(1);
  });
});
