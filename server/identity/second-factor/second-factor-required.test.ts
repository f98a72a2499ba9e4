import { eq, sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { secondFactors, sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import type { Actor } from "@/server/kit/call/context";
import { permissionCodes } from "@/server/permissions";
import { screenActor } from "../authenticate";
import { loginService } from "../login/login.service";
import { sessionCookie } from "../session/session.cookie";
import { anonymous, makeUser, testPassword } from "../testing";
import { secondFactorOf } from "./second-factor.service";
import { codeOf, login, midStep } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: midStep() });
});
afterEach(() => {
  vi.useRealTimers();
  env.STAFF_SECOND_FACTOR = "optional";
});

describe("where staff must have one", () => {
  const browser = async (email: string, totpCode?: string) => {
    const sid = await loginService.signIn(anonymous(db()), { email, password: testPassword, totpCode });
    const token = await encode({
      token: { sid, exp: Math.floor(Date.now() / 1000) + 3600 },
      secret: env.NEXTAUTH_SECRET[0].secret,
    });
    const cookie = `${sessionCookie}=${token}`;
    const call = async (path: string, body?: unknown) => {
      const headers = { cookie, "content-type": "application/json", "x-persdesk": "1" };
      const init: RequestInit = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      const response = await handleApi(new Request(`http://localhost/api${path}`, init));
      const text = await response.text();
      const answer = text.startsWith("{") ? JSON.parse(text) : {};
      return {
        status: response.status,
        code: answer.code ?? answer.error?.data?.problem?.code,
        data: answer.result?.data,
      };
    };
    return { cookie, call };
  };
  const input = `?input=${encodeURIComponent("{}")}`;

  it("they can set it up and nothing else, at any door, with the rights they hold", async () => {
    const user = await makeUser(db(), { permissions: permissionCodes });
    const before = (await login(user.email)).body.accessToken;
    env.STAFF_SECOND_FACTOR = "required";
    const { cookie, call } = await browser(user.email);
    const closed = "second_factor_enrolment_required";
    expect(await screenActor(cookie)).toMatchObject({ mustEnrol: true, permissions: new Set() });
    expect((await login(user.email)).body.code).toBe(closed);
    const bearer = { headers: { authorization: `Bearer ${before}` } };
    const rest = await handleApi(new Request("http://localhost/api/v1/users/me", bearer));
    expect([rest.status, (await rest.json()).code]).toEqual([403, closed]);
    for (const path of [
      `/trpc/profile.me${input}`,
      `/trpc/roles.rows${input}`,
      "/export/roles?columns=name",
      "/pictures/x",
      "/live/pers/x",
    ])
      expect(await call(path), path).toMatchObject({ status: 403, code: closed });
    expect(await call("/trpc/sessions.endOthers", {})).toMatchObject({ status: 403, code: closed });
    expect((await call(`/trpc/secondFactor.status${input}`)).data).toMatchObject({ isOn: false, isRequired: true });
    const { data } = await call("/trpc/secondFactor.start", { currentPassword: testPassword });
    expect(
      (await call("/trpc/secondFactor.confirm", { code: codeOf(data.secret, -1) })).data.recoveryCodes,
    ).toHaveLength(10);
    expect((await call(`/trpc/roles.rows${input}`)).status).toBe(200);
    expect((await login(user.email, codeOf(data.secret))).status).toBe(200);
    expect(
      (await call("/trpc/secondFactor.turnOff", { currentPassword: testPassword, code: codeOf(data.secret, 1) })).code,
    ).toBe("rule_broken");
    expect(await secondFactorOf(anonymous(db()), user.id)).not.toBeNull();
  });

  it("portal users are not asked, and staff under switch-to are who must have one", async () => {
    const member = await makeUser(db(), { type: "Pro Center Member" });
    const staff = await makeUser(db(), { permissions: ["switch-to.use"] });
    const { cookie } = await browser(staff.email);
    const sid = ((await screenActor(cookie)) as Extract<Actor, { kind: "user" }>).sessionId;
    const under = { userId: member.id, actUserId: staff.id, parentId: sid, kind: "browser" as const };
    await db()
      .insert(sessions)
      .values({ ...under, expiresAt: sql`now() + interval '1 hour'` });
    expect(await screenActor(cookie)).toMatchObject({ id: member.id, actingId: staff.id });
    env.STAFF_SECOND_FACTOR = "required";
    expect(await screenActor(cookie)).toBeNull();
    await db().insert(secondFactors).values({ userId: staff.id, secretSealed: "begun" });
    expect(await screenActor(cookie)).toBeNull(); // one that is not confirmed is none
    await db().update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, staff.id));
    expect(await screenActor(cookie)).toMatchObject({ id: member.id, actingId: staff.id });
    expect((await login(member.email)).status).toBe(200);
  });
});
