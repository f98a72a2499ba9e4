import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { listViews, mailLog, notificationRequests, userOptins, userRoles, users, viewMails } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeCompany, makeCompanyRole, makeMembership, memberIn } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { makeRole, makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { waitsFor } from "@/server/testing/race";
import { mailViews } from "./view-mail.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
beforeEach(() => db().delete(viewMails));

const monday = "2030-01-07T08:05:00.000Z";
const ctx = () => ({ ...systemCtx("worker"), db: db() });

/** Somebody of staff with a role that lets them read, in this time zone. */
async function reader(permissions: Permission[], timeZone = "UTC") {
  const user = await makeUser(db(), { timeZone });
  const role = await makeRole(db(), permissions);
  await db().insert(userRoles).values({ userId: user.id, roleId: role.id });
  const actor = { ...actorOf(user), permissions: new Set(permissions) };
  return { user, role, api: appRouter.createCaller({ ...staffCtx(db()), actor }) };
}

/** What was mailed to somebody, and what their bell holds. */
const heard = async (email: string) => ({
  mails: await db()
    .select({ subject: mailLog.subject, body: mailLog.body })
    .from(mailLog)
    .where(eq(mailLog.recipient, email)),
  bells: (await db().select().from(notificationRequests)).map(({ notificationTitle }) => notificationTitle),
});

const staffView = { list: "staff", viewId: "invited-never-came", at: "/staff" };

it("a chosen view comes on Monday mornings, once, with its number and what changed", async () => {
  const { user, api } = await reader(["staff.read"]);
  await api.listViews.setMail({ ...staffView, isMailed: true });
  expect((await api.listViews.of({ list: "staff" })).mailed).toEqual(["invited-never-came"]);
  const colleague = await reader(["staff.read"]);
  expect((await colleague.api.listViews.of({ list: "staff" })).mailed).toEqual([]);
  const [{ lastTotal = -1 } = {}] = await db().select().from(viewMails).where(eq(viewMails.userId, user.id));
  await makeUser(db(), { status: "pending" });

  for (const at of ["2030-01-06T23:59:00.000Z", "2030-01-07T06:59:00.000Z", "2030-01-08T08:05:00.000Z"])
    expect(await mailViews(ctx(), at)).toBe(0);
  expect([await mailViews(ctx(), monday), await mailViews(ctx(), monday)]).toEqual([1, 0]);
  const { mails } = await heard(user.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(`Invited, never came: ${lastTotal + 1}`);
  expect(mails[0]?.body).toContain("1 more than last time");
  expect(mails[0]?.body).toMatch(/\/l\/\S/);

  await api.listViews.setMail({ ...staffView, isMailed: false });
  expect(await mailViews(ctx(), "2030-01-14T08:05:00.000Z")).toBe(0);
});

it("the preference turns it off and on, and Monday is that of the reader", async () => {
  const { user, api } = await reader(["staff.read"], "Pacific/Auckland");
  await api.listViews.setMail({ ...staffView, isMailed: true });
  const off = { weeklyReport: false };
  await db().update(userOptins).set(off).where(eq(userOptins.userId, user.id));
  const mondayThere = "2030-01-06T18:05:00.000Z"; // 7:05 there
  expect(await mailViews(ctx(), mondayThere)).toBe(0);
  await db().update(userOptins).set({ weeklyReport: true }).where(eq(userOptins.userId, user.id));
  expect(await mailViews(ctx(), mondayThere)).toBe(1);
});

it("it ends by itself where the right or the view is gone, and says so once; an account that is gone hears nothing", async () => {
  const [ann, bob, cid] = [await reader(["staff.read"]), await reader(["staff.read"]), await reader(["staff.read"])];
  const view = await bob.api.listViews.create({ list: "staff", name: "Mine", query: {} });
  await ann.api.listViews.setMail({ ...staffView, isMailed: true });
  await bob.api.listViews.setMail({ list: "staff", at: "/staff", viewId: view.id, isMailed: true });
  await cid.api.listViews.setMail({ ...staffView, isMailed: true });
  await db().delete(userRoles).where(eq(userRoles.userId, ann.user.id));
  await db().delete(listViews).where(eq(listViews.id, view.id));
  await db().update(users).set({ status: "disabled" }).where(eq(users.id, cid.user.id));
  expect([await mailViews(ctx(), monday), await mailViews(ctx(), monday)]).toEqual([2, 0]);
  const said = (await heard("")).bells.filter((title) => title === "A view is no longer mailed to you");
  expect(said).toHaveLength(2);
  for (const { user } of [ann, bob, cid]) expect((await heard(user.email)).mails).toEqual([]);
});

it("is for lists and views that the caller sees, and for ten of them", async () => {
  const { api } = await reader(["staff.read"]);
  const foreign = await (await reader(["staff.read"])).api.listViews.create({ list: "staff", name: "Hers", query: {} });
  const setting = (more: object) => failure(api.listViews.setMail({ ...staffView, isMailed: true, ...more }));
  expect((await setting({ list: "pers", viewId: "silent-3-days" })).status).toBe(403);
  expect((await setting({ viewId: foreign.id })).status).toBe(404);
  expect((await setting({ viewId: "0".repeat(36) })).status).toBe(404);
  expect((await setting({ at: "//elsewhere.example" })).status).toBe(400);
  for (let n = 0; n < 10; n++) {
    const { id: viewId } = await api.listViews.create({ list: "staff", name: `View ${n}`, query: {} });
    await api.listViews.setMail({ list: "staff", at: "/staff", viewId, isMailed: true });
  }
  expect((await setting({})).status).toBe(422);
});

it("is chosen one after the other by one person, so that ten are counted as ten", async () => {
  const { user, api } = await reader(["staff.read"]);
  const choose = () => api.listViews.setMail({ ...staffView, isMailed: true });
  expect(await waitsFor(db(), `view-mails ${user.id}`, choose)).toBe(true);
});

it("a view that cannot be counted now leaves the others mailed, and is mailed later", async () => {
  const [ann, bob] = [await reader(["staff.read"]), await reader(["staff.read"])];
  for (const { api } of [ann, bob]) await api.listViews.setMail({ ...staffView, isMailed: true });
  await db().execute(
    sql.raw(`create function fault() returns trigger language plpgsql as $$
    begin if new.user_id = '${ann.user.id}' then raise exception 'not now'; end if; return new; end $$`),
  );
  await db().execute(
    sql`create trigger fault before update on platform.view_mails for each row execute function fault()`,
  );
  await expect(mailViews(ctx(), monday)).rejects.toThrow();
  expect(
    [(await heard(ann.user.email)).mails, (await heard(bob.user.email)).mails].map((mails) => mails.length),
  ).toEqual([0, 1]);
  await db().execute(sql`drop function fault() cascade`);
  expect(await mailViews(ctx(), monday)).toBe(1);
  expect((await heard(ann.user.email)).mails).toHaveLength(1);
});

it("people of a company get views of its workspace, with what they see there", async () => {
  const company = await makeCompany(db());
  const { id: companyRoleId } = await makeCompanyRole(db(), company.id, ["company-member.read"]);
  const { user } = await makeMembership(db(), company.id, { companyRoleId });
  const { company: _, ...inside } = await memberIn(db(), user, company.id);
  const rightsIn = async () => new Set<Permission>(["company-member.read"]);
  const api = appRouter.createCaller({ ...inside, actor: { ...actorOf(user), rightsIn } }).companyListViews;
  const at = `/portal/${company.id}/people`;
  await api.setMail({ companyId: company.id, list: "members", viewId: "invited-never-came", at, isMailed: true });
  expect(await mailViews(ctx(), monday)).toBe(1);
  expect((await heard(user.email)).mails[0]?.subject).toBe("Invited, never came: 0");
});
