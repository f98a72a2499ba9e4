import { and, eq, type SQL, sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companies, mailLog, roles, sessions, userCompanies, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { categoryId, seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import type { Actor, KnownCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { screenActor } from "../authenticate";
import { loginService } from "../login/login.service";
import { passwordChangeService } from "../password/password-change.service";
import { hashPassword } from "../password.service";
import { sessionCookie } from "../session/session.cookie";
import { anonymous, makeUser, testPassword } from "../testing";
import { switchToService } from "./switch-to.service";

const { db } = useDatabase();
const secret = "Switch-horse-2026";
const why = { password: secret, reason: "Ticket 4711: cannot see the vehicle" };
let switchToPasswordHash: string;
beforeAll(async () => {
  await seedBase(db());
  switchToPasswordHash = await hashPassword(secret);
});

async function call(method: string, path: string, token: string, body?: unknown) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const response = await handleApi(new Request(`http://localhost/api/v1${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : {} };
}
const tokenOf = async (email: string) =>
  (await loginService.login(anonymous(db()), { email, password: testPassword })).accessToken;

let n = 0;
async function makeMember(fields: Parameters<typeof makeUser>[1] = {}, status: "active" | "invited" = "active") {
  const user = await makeUser(db(), { type: "Pro Center Member", ...fields });
  const [company] = await db()
    .insert(companies)
    .values({ name: `Switch ${++n}`, registerNumber: `SW-${n}`, companyCategoryId: categoryId("FLEET") })
    .returning();
  const [membership] = await db()
    .insert(userCompanies)
    .values({ userId: user.id, companyId: company?.id ?? "", status })
    .returning();
  return { user, company, id: membership?.id ?? "" };
}
const makeStaff = () => makeUser(db(), { switchToPasswordHash, permissions: ["switch-to.use", "pers.read"] });
const switchTo = (token: string, id: string, body: unknown = why) =>
  call("POST", `/users/switch-to/members/${id}`, token, body);

describe("switch-to by REST", () => {
  it("lists members and answers tokens of the target, for an hour, without refresh", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const token = await tokenOf(staff.email);
    const list = await call(
      "GET",
      `/users/switch-to/members?companyName=${member.company?.name}&memberName=ute`,
      token,
    );
    expect(list.body.items).toMatchObject([{ userCompanyId: member.id, companyName: member.company?.name }]);
    const { status, body } = await switchTo(token, member.id);
    expect([status, body.expiresIn, body.user.email, "refreshToken" in body]).toEqual([
      200,
      3600,
      member.user.email,
      false,
    ]);
    const me = await call("GET", "/users/me", body.accessToken);
    expect(me.body).toMatchObject({
      email: member.user.email,
      permissions: [],
      acting: { id: staff.id, reason: why.reason },
    });
    expect((await call("GET", "/backoffice/admin/roles", body.accessToken)).status).toBe(403);
    const refused = loginService.refresh(anonymous(db()), {
      authorization: `Bearer ${body.accessToken}`,
      refreshToken: `Bearer ${body.accessToken}`,
    });
    expect((await failure(refused)).code).toBe("session_ended");
    await db()
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.actUserId, staff.id));
    expect((await call("GET", "/users/me", body.accessToken)).status).toBe(401);
  });

  it("is audited with both people, tells the target, and shows on their sheet", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    await switchTo(await tokenOf(staff.email), member.id);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, member.user.id));
    expect(trail.find((row) => row.action === "switch-to")).toMatchObject({ actorId: staff.id, actingForId: null });
    const [mail] = await db().select().from(mailLog).where(eq(mailLog.recipient, member.user.email));
    expect(mail).toMatchObject({ templateCode: "SWITCH_TO_NOTICE" });
    expect(mail?.body).toContain(why.reason);
    const visits = async () => {
      const ctx = { ...anonymous(db()), actor: { kind: "system" as const, label: "t" } };
      return (await switchToService.visits(ctx, member.user.id)).items;
    };
    expect(await visits()).toMatchObject([{ who: { id: staff.id }, reason: why.reason, isOpen: true }]);
    await db().update(sessions).set({ revokedAt: new Date().toISOString() }).where(eq(sessions.userId, staff.id));
    expect(await visits()).toMatchObject([{ isOpen: false }]);
    expect(JSON.stringify([trail, mail])).not.toContain(secret);
  });

  it("ends by a logout with its token, which has no refresh token, and by nobody else's", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const own = await tokenOf(staff.email);
    const { body } = await switchTo(own, member.id);
    expect((await call("POST", "/users/logout", own)).status).toBe(400);
    expect((await call("POST", "/users/logout", body.accessToken)).status).toBe(204);
    expect((await call("GET", "/users/me", body.accessToken)).status).toBe(401);
    expect((await call("GET", "/users/me", own)).status).toBe(200);
    const [session] = await db().select().from(sessions).where(eq(sessions.actUserId, staff.id));
    const [ended] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.objectId, session?.id ?? ""), eq(auditLog.action, "logout")));
    expect(ended).toMatchObject({ actorId: staff.id, actingForId: member.user.id });
  });

  it("needs the right, the caller's own switch-to password and a reason", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const token = await tokenOf(staff.email);
    expect(
      (await switchTo(await tokenOf((await makeUser(db(), { switchToPasswordHash })).email), member.id)).status,
    ).toBe(403);
    expect((await switchTo(token, member.id, { password: secret })).status).toBe(400);
    expect((await switchTo(token, member.id, { ...why, password: testPassword })).status).toBe(422);
    const bare = await makeUser(db(), { permissions: ["switch-to.use"] });
    expect((await switchTo(await tokenOf(bare.email), member.id)).status).toBe(422);
    const portal = await makeMember({ permissions: ["switch-to.use"], switchToPasswordHash });
    expect((await switchTo(await tokenOf(portal.user.email), member.id)).status).toBe(403);
  });

  it("evaluates at most five wrong passwords", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const token = await tokenOf(staff.email);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => switchTo(token, member.id, { ...why, password: "x" })),
    );
    expect(tries.filter((answer) => answer.status === 422)).toHaveLength(5);
    expect((await switchTo(token, member.id)).status).toBe(429);
  });

  it("never leads onto staff, to who is not active, nor any further", async () => {
    const token = await tokenOf((await makeStaff()).email);
    for (const { id } of [
      await makeMember({ type: "Staff" }),
      await makeMember({ status: "disabled" }),
      await makeMember({}, "invited"),
    ])
      expect((await switchTo(token, id)).status).toBe(404);
    const [first, second] = [await makeMember(), await makeMember()];
    const [role] = await db().select().from(userRoles).limit(1);
    await db()
      .insert(userRoles)
      .values({ userId: first.user.id, roleId: role?.roleId ?? "" });
    const acting = (await switchTo(token, first.id)).body.accessToken;
    expect((await switchTo(acting, second.id)).status).toBe(403);
  });

  it("refuses profile, password, switch-to password and device of the target", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const { accessToken } = (await switchTo(await tokenOf(staff.email), member.id)).body;
    const change = { currentPassword: testPassword, newPassword: "Another-pass-2026" };
    expect((await call("POST", "/users/change-password", accessToken, change)).status).toBe(403);
    const device = { email: member.user.email, keyPlatformTech: "r", mobileDeviceId: "d", token: "t", os: 1 };
    expect((await call("POST", "/users/store-user-info", accessToken, device)).status).toBe(403);
    expect((await call("PATCH", "/users", accessToken, { firstName: "Other" })).status).toBe(403);
  });

  // Each takes away one thing alone, so that it is that which ends the session.
  it.each([
    ["the staff member logs out", (of) => db().update(sessions).set({ revokedAt: sql`now()` }).where(of.parent)],
    ["their session expires", (of) => db().update(sessions).set({ expiresAt: sql`now()` }).where(of.parent)],
    ["their account is disabled", (of) => db().update(users).set({ status: "disabled" }).where(of.staff)],
    ["they are no longer staff", (of) => db().update(users).set({ type: "Rider" }).where(of.staff)],
    [
      "their role loses the right",
      (of) =>
        db()
          .update(roles)
          .set({ permissions: ["pers.read"] })
          .where(of.role),
    ],
    ["the target's account is disabled", (of) => db().update(users).set({ status: "disabled" }).where(of.target)],
    ["the target becomes staff", (of) => db().update(users).set({ type: "Staff" }).where(of.target)],
    ["the membership is disabled", (of) => db().update(userCompanies).set({ status: "disabled" }).where(of.membership)],
    ["the company is disabled", (of) => db().update(companies).set({ status: "disabled" }).where(of.company)],
  ] satisfies [
    string,
    (of: Record<"parent" | "staff" | "role" | "target" | "membership" | "company", SQL>) => unknown,
  ][])("ends when %s", async (_, end) => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const own = await tokenOf(staff.email);
    const { accessToken } = (await switchTo(own, member.id)).body;
    const me = async () => (await call("GET", "/users/me", accessToken)).status;
    expect(await me()).toBe(200);
    const [held] = await db().select().from(userRoles).where(eq(userRoles.userId, staff.id));
    await end({
      parent: eq(sessions.userId, staff.id),
      staff: eq(users.id, staff.id),
      role: eq(roles.id, held?.roleId ?? ""),
      target: eq(users.id, member.user.id),
      membership: eq(userCompanies.id, member.id),
      company: eq(companies.id, member.company?.id ?? ""),
    });
    expect(await me()).toBe(401);
  });
});

describe("switch-to in a browser", () => {
  const browser = async (email: string) => {
    const sid = await loginService.signIn(anonymous(db()), { email, password: testPassword });
    const cookie = `${sessionCookie}=${await encode({ token: { sid }, secret: env.NEXTAUTH_SECRET[0].secret })}`;
    const ctx = async (): Promise<KnownCtx> => {
      const actor = (await screenActor(cookie)) as Actor;
      return { ...anonymous(db()), door: "screen", actor };
    };
    const who = async () => {
      const { actor } = await ctx();
      return actor.kind === "user" ? [actor.email, actor.actingId] : [];
    };
    return { sid, ctx, who };
  };

  it("turns the same cookie into the member and back", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const { ctx, who } = await browser(staff.email);
    await switchToService.switchScreen(await ctx(), { userCompanyId: member.id, ...why });
    expect(await who()).toEqual([member.user.email, staff.id]);
    expect(
      (await failure(switchToService.switchScreen(await ctx(), { userCompanyId: member.id, ...why }))).status,
    ).toBe(403);
    const own = { currentPassword: testPassword, newPassword: "Another-pass-2026" };
    expect((await failure(passwordChangeService.change(await ctx(), own))).code).toBe("forbidden");
    await switchToService.end(await ctx());
    expect(await who()).toEqual([staff.email, undefined]);
    expect((await failure(switchToService.end(await ctx()))).code).toBe("rule_broken");
  });

  it("comes back by itself after the hour, and never shows to a bearer", async () => {
    const [staff, member] = [await makeStaff(), await makeMember()];
    const { sid, ctx, who } = await browser(staff.email);
    await switchToService.switchScreen(await ctx(), { userCompanyId: member.id, ...why });
    const mine = and(eq(sessions.parentId, sid), eq(sessions.kind, "browser"));
    await db().update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(mine);
    expect(await who()).toEqual([staff.email, undefined]);
    const rest = { ...(await ctx()), door: "rest" as const };
    expect((await failure(switchToService.switchScreen(rest, { userCompanyId: member.id, ...why }))).code).toBe(
      "forbidden",
    );
  });
});
