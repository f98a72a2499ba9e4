import { and, eq, isNull, ne } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, mailLog, sessions, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { categoryId, seedBase } from "@/seed/base";
import { systemRoleId } from "@/server/identity/role/system-role";
import type { KnownCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { oneAfterTheOther, usePatience, wentThrough } from "@/server/testing/race";
import { actorOf } from "../actor";
import { invitationService } from "../invitation/invitation.service";
import { loginService } from "../login/login.service";
import { membershipService } from "../membership/membership.service";
import { passwordChangeService } from "../password/password-change.service";
import { portalUserService } from "../portal-user/portal-user.service";
import { registrationService } from "../registration/registration.service";
import { ownSecondFactorService } from "../second-factor/own-second-factor.service";
import { codeOf } from "../second-factor/testing";
import { openSession } from "../session/session.service";
import { staffService } from "../staff/staff.service";
import { anonymous, makeUser, testPassword } from "../testing";
import { hold } from "../user-role/testing";

// What people do while somebody else does the opposite: real transactions, side by side, many times over.

useDatabase();
const db = usePatience();
beforeAll(() => seedBase(db()));

/** Turns of each: either of two comes first in half of them. */
const few = scaled(2, 6);
/** The work that once enabled an account again in 12 of 25 tries. */
const known = "a change of password";
const newPassword = "Another-pass-2026";
type User = typeof users.$inferSelect;

const stored = async ({ id }: Pick<User, "id">) => (await db().select().from(users).where(eq(users.id, id)))[0];
const secretTo = async (email: string) => {
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  return mails.at(-1)?.secrets ?? {};
};
const tokenTo = async (email: string) => (await secretTo(email)).link?.split("/").at(-1) ?? "";
const liveSessions = ({ id }: User) =>
  db()
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.revokedAt), ne(sessions.kind, "reset")));

/** The person as a caller, out of a session of their own. */
async function signedIn(user: User): Promise<KnownCtx> {
  const sessionId = await openSession(anonymous(db()), user, { kind: "browser" });
  return { ...anonymous(db()), actor: actorOf(user, sessionId) };
}

/** What activates an account or sets its password, ready to go, with the account that it is about. */
const inFlight: Record<string, () => Promise<{ user: User; go: () => Promise<unknown> }>> = {
  [known]: async () => {
    const user = await makeUser(db(), { type: "Rider" });
    const ctx = await signedIn(user);
    return { user, go: () => passwordChangeService.change(ctx, { currentPassword: testPassword, newPassword }) };
  },
  "a reset of the password": async () => {
    const user = await makeUser(db(), { type: "Rider" });
    await passwordChangeService.forgot(anonymous(db()), user.email);
    const { code = "" } = await secretTo(user.email);
    const { accessToken } = await passwordChangeService.validateCode(anonymous(db()), { email: user.email, code });
    return { user, go: () => passwordChangeService.reset(anonymous(db()), `Bearer ${accessToken}`, newPassword) };
  },
  "an activation by code": async () => {
    const user = await makeUser(db(), { type: "Rider", status: "pending" });
    await registrationService.generateCode(anonymous(db()), user.email);
    const { code = "" } = await secretTo(user.email);
    return { user, go: () => registrationService.verify(anonymous(db()), { email: user.email, code }) };
  },
  "an accepted invitation": async () => {
    const user = await makeUser(db(), { type: "Rider", status: "pending", passwordHash: null });
    await invitationService.inviteUser(staffCtx(db()), user.id);
    const token = await tokenTo(user.email);
    return { user, go: () => invitationService.accept(anonymous(db()), { token, password: newPassword }) };
  },
  "a switch-to password": async () => {
    const user = await makeUser(db(), { type: "Rider" });
    const ctx = await signedIn(user);
    const secrets = { currentPassword: testPassword, switchToPassword: newPassword };
    return { user, go: () => passwordChangeService.setSwitchTo(ctx, secrets) };
  },
  "a login": async () => {
    const user = await makeUser(db(), { type: "Rider" });
    return { user, go: () => loginService.login(anonymous(db()), { email: user.email, password: testPassword }) };
  },
};

const disabling = (user: User) => () => portalUserService.update(staffCtx(db()), user.id, { status: "disabled" });

describe("an account that staff disable", () => {
  it.each(Object.entries(inFlight))(
    "is not enabled again, nor left a session, by %s in flight",
    async (name, prepare) => {
      for (let turn = 0; turn < (name === known ? scaled(8, 25) : few); turn++) {
        const { user, go } = await prepare();
        const row = { table: users, id: user.id };
        const isFirst = turn % 2 === 0; // the work goes through, and the account is disabled after it
        const order = isFirst ? [go, disabling(user)] : [disabling(user), go];
        expect(await oneAfterTheOther(db(), row, order)).toEqual([true, isFirst]);
        expect((await stored(user))?.status).toBe("disabled");
        expect(await liveSessions(user)).toEqual([]);
      }
    },
    240_000,
  );

  it("stays so when it is one of staff whose password changes meanwhile", async () => {
    await hold(db(), (await makeUser(db())).id, systemRoleId("ADMIN"));
    for (let turn = 0; turn < few; turn++) {
      const user = await makeUser(db());
      const ctx = await signedIn(user);
      const change = () => passwordChangeService.change(ctx, { currentPassword: testPassword, newPassword });
      const disable = () => staffService.update(staffCtx(db()), user.id, { status: "disabled" });
      expect(await oneAfterTheOther(db(), { table: users, id: user.id }, [disable, change])).toEqual([true, false]);
      expect((await stored(user))?.status).toBe("disabled");
    }
  });
});

describe("a sign-in in flight", () => {
  const login = (user: User) => () =>
    loginService.login(anonymous(db()), { email: user.email, password: testPassword });

  it("with the old password leaves no session behind a new one", async () => {
    for (let turn = 0; turn < few; turn++) {
      const { user, go } = (await inFlight["a reset of the password"]?.()) ?? {};
      if (!user || !go) throw new Error("nothing to try");
      const row = { table: users, id: user.id };
      if (turn % 2) expect(await oneAfterTheOther(db(), row, [login(user), go])).toEqual([true, true]);
      else expect(await oneAfterTheOther(db(), row, [go, login(user)])).toEqual([true, false]);
      expect(await liveSessions(user)).toEqual([]);
    }
  });

  it("without a code leaves no session behind a second factor that was turned on", async () => {
    for (let turn = 0; turn < few; turn++) {
      const user = await makeUser(db(), { type: "Rider" });
      const ctx = await signedIn(user);
      const { secret } = await ownSecondFactorService.start(ctx, testPassword);
      const confirm = () => ownSecondFactorService.confirm(ctx, codeOf(secret));
      const row = { table: users, id: user.id };
      if (turn % 2) expect(await oneAfterTheOther(db(), row, [login(user), confirm])).toEqual([true, true]);
      else expect(await oneAfterTheOther(db(), row, [confirm, login(user)])).toEqual([true, false]);
      const own = ctx.actor.kind === "user" ? ctx.actor.sessionId : "";
      expect((await liveSessions(user)).map(({ id }) => id)).toEqual([own]);
    }
  });
});

describe("a registration in flight", () => {
  it("counts or comes too late: no password stands that two people chose", async () => {
    for (let turn = 0; turn < few; turn++) {
      const email = `race${turn}@riders.test`;
      const newcomer = { email, firstName: "Nora", lastName: "New", password: testPassword };
      await registrationService.register(anonymous(db()), newcomer);
      const { code = "" } = await secretTo(email);
      const verify = () => registrationService.verify(anonymous(db()), { email, code });
      const again = () => registrationService.register(anonymous(db()), { ...newcomer, password: newPassword });
      const [{ id = "" } = {}] = await db().select().from(users).where(eq(users.email, email));
      const isFirst = turn % 2 === 0;
      await oneAfterTheOther(db(), { table: users, id }, isFirst ? [again, verify] : [verify, again]);
      expect(await stored({ id })).toMatchObject({ status: "active", ...(isFirst && { passwordHash: null }) });
      const isLoggedIn = (password: string) => wentThrough(loginService.login(anonymous(db()), { email, password }));
      expect([await isLoggedIn(testPassword), await isLoggedIn(newPassword)]).toEqual([!isFirst, false]);
    }
  });
});

describe("a membership that ends", () => {
  it("is not entered by an invitation that is being accepted", async () => {
    for (let turn = 0; turn < few; turn++) {
      const user = await makeUser(db(), { type: "Pro Center Member", status: "pending", passwordHash: null });
      const values = { name: `Race ${turn}`, registerNumber: `RACE-${turn}`, companyCategoryId: categoryId("FLEET") };
      const [company] = await db().insert(companies).values(values).returning();
      const link = { userId: user.id, companyId: company?.id ?? "", status: "invited" as const };
      const [{ id = "" } = {}] = await db().insert(userCompanies).values(link).returning();
      await invitationService.invite(staffCtx(db()), id);
      const token = await tokenTo(user.email);
      const accept = () => invitationService.accept(anonymous(db()), { token, password: newPassword });
      const end = () => membershipService.end(anonymous(db()), id);
      const isFirst = turn % 2 === 0;
      const order = isFirst ? [accept, end] : [end, accept];
      expect(await oneAfterTheOther(db(), { table: userCompanies, id }, order)).toEqual([true, isFirst]);
      const [after] = await db().select().from(userCompanies).where(eq(userCompanies.id, id));
      expect([after?.status, (await stored(user))?.status]).toEqual(["disabled", isFirst ? "active" : "pending"]);
    }
  });
});
