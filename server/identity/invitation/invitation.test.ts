import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companies, invitations, mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, languageId, seedBase } from "@/seed/base";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { masked } from "@/server/platform/mail/mail-template.rules";
import { actorOf } from "../actor";
import { loginService } from "../login/login.service";
import { hashPassword } from "../password.service";
import { portalUserService } from "../portal-user/portal-user.service";
import { anonymous, makeUser } from "../testing";
import { invitationService as service } from "./invitation.service";

const { db } = useDatabase();
let staff: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  await seedBase(db());
  staff = await makeUser(db(), { firstName: "Ina", lastName: "Viter" });
});

const as = (user: typeof staff): KnownCtx => ({ ...anonymous(db()), actor: actorOf(user) });
const password = "Chosen-pass-2026";
let n = 0;

/** Somebody who was asked into a company; without a password unless said. */
async function invited(
  fields: Parameters<typeof makeUser>[1] = {},
  status: "invited" | "active" | "disabled" = "invited",
) {
  const user = await makeUser(db(), { type: "Pro Center Member", status: "pending", passwordHash: null, ...fields });
  const values = { name: `Inviters ${++n}`, registerNumber: `INV-${n}`, companyCategoryId: categoryId("FLEET") };
  const [company] = await db().insert(companies).values(values).returning();
  const [membership] = await db()
    .insert(userCompanies)
    .values({ userId: user.id, companyId: company?.id ?? "", status })
    .returning();
  return { user, company, id: membership?.id ?? "" };
}

async function mailed(email: string) {
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  const mail = mails.at(-1);
  return { mail, token: mail?.secrets?.link?.split("/invitation/")[1] ?? "" };
}
const membershipOf = async (id: string) => (await db().select().from(userCompanies).where(eq(userCompanies.id, id)))[0];
const login = (email: string) => loginService.login(anonymous(db()), { email, password });
const accept = (token: string, ctx: Ctx = anonymous(db()), over = {}) =>
  service.accept(ctx, { token, password, ...over });
const code = async (work: Promise<unknown>) => (await failure(work)).errors?.[0]?.path ?? (await failure(work)).code;

describe("an invitation to a company", () => {
  it("lets a new person choose a password, and in", async () => {
    const { user, company, id } = await invited({ languageId: languageId("fr") });
    await service.invite(as(staff), id);
    const { mail, token } = await mailed(user.email);
    expect(mail).toMatchObject({ templateCode: "COMPANY_INVITATION", subject: `Invitation de ${company?.name}` });
    expect(await service.look(anonymous(db()), token)).toMatchObject({
      email: user.email,
      companyName: company?.name,
      isNew: true,
      inviter: "Ina Viter",
    });
    expect(await code(accept(token, anonymous(db()), { password: undefined }))).toBe("password");
    expect(await accept(token, anonymous(db()), { firstName: "Own" })).toEqual({
      email: user.email,
      companyId: company?.id,
    });
    expect((await login(user.email)).user).toMatchObject({ firstName: "Own", lastName: "Ser", status: "active" });
    expect(await membershipOf(id)).toMatchObject({ status: "active", entryDate: expect.any(String) });
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, user.id)).orderBy(auditLog.id);
    expect(trail.slice(0, 2)).toMatchObject([
      { action: "invite", actorId: staff.id, companyId: company?.id },
      { action: "accept-invitation", actorId: user.id },
    ]);
  });

  it("gives a new person the language of the page where their account has none", async () => {
    for (const [own, expected] of [
      [null, languageId("de")],
      [languageId("fr"), languageId("fr")],
    ]) {
      const { user, id } = await invited({ languageId: own });
      await service.invite(as(staff), id);
      await accept((await mailed(user.email)).token, anonymous(db()), { languageId: languageId("de") });
      expect((await db().select().from(users).where(eq(users.id, user.id)))[0]?.languageId).toBe(expected);
    }
  });

  it("leaves who has an account the name that they have", async () => {
    const { user, id } = await invited({ status: "active", passwordHash: await hashPassword(password) });
    await service.invite(as(staff), id);
    await accept((await mailed(user.email)).token, as(user), { firstName: "Other", lastName: "Name" });
    expect((await db().select().from(users).where(eq(users.id, user.id)))[0]).toMatchObject({
      firstName: user.firstName,
      lastName: user.lastName,
      passwordHash: user.passwordHash,
    });
    expect(await membershipOf(id)).toMatchObject({ status: "active" });
  });

  it("works once, also for two at the same time", async () => {
    const { user, id } = await invited();
    await service.invite(as(staff), id);
    const { token } = await mailed(user.email);
    const both = await Promise.allSettled([accept(token), accept(token)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await code(accept(token))).toBe("token");
    expect(await service.look(anonymous(db()), token)).toBeNull();
  });

  it("dies with a newer one, after seven days, and with what it invites to", async () => {
    const { user, company, id } = await invited();
    const look = async (token: string) => (await service.look(anonymous(db()), token)) !== null;
    await service.invite(as(staff), id);
    const { token: first } = await mailed(user.email);
    const { expiresAt } = await service.invite(as(staff), id);
    const { token } = await mailed(user.email);
    expect([await look(first), await look(token)]).toEqual([false, true]);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(7 * 24);
    expect(await db().$count(invitations, eq(invitations.userId, user.id))).toBe(1);
    const set = async (table: "user" | "company" | "membership", status: never) => {
      if (table === "user") await db().update(users).set({ status }).where(eq(users.id, user.id));
      if (table === "company")
        await db()
          .update(companies)
          .set({ status })
          .where(eq(companies.id, company?.id ?? ""));
      if (table === "membership") await db().update(userCompanies).set({ status }).where(eq(userCompanies.id, id));
    };
    for (const [table, back] of [
      ["user", "pending"],
      ["company", "active"],
      ["membership", "invited"],
    ] as const) {
      await set(table, "disabled" as never);
      expect([await look(token), await code(accept(token))], table).toEqual([false, "token"]);
      await set(table, back as never);
      expect(await look(token), table).toBe(true);
    }
    await db()
      .update(invitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(invitations.userId, user.id));
    expect([await look(token), await code(accept(token))]).toEqual([false, "token"]);
    for (const wrong of ["", "x".repeat(43), `${token}x`]) expect(await look(wrong)).toBe(false);
  });

  it("is confirmed by who has an account, signed in to it and to no other", async () => {
    const { user, id } = await invited({ status: "active", passwordHash: "kept" });
    await service.invite(as(staff), id);
    const { token } = await mailed(user.email);
    expect(await service.look(anonymous(db()), token)).toMatchObject({ isNew: false });
    const acting = { ...actorOf(user), actingId: staff.id };
    for (const ctx of [anonymous(db()), as(staff), { ...as(user), actor: acting }])
      expect(await code(accept(token, ctx))).toBe("forbidden");
    expect(await membershipOf(id)).toMatchObject({ status: "invited" });
    await accept(token, as(user));
    expect(await membershipOf(id)).toMatchObject({ status: "active" });
    const [stored] = await db().select().from(users).where(eq(users.id, user.id));
    expect(stored?.passwordHash).toBe("kept");
  });

  it("takes the account back from who registered another's address", async () => {
    const { user, id } = await invited({ passwordHash: await hashPassword("Not-theirs-2026") });
    await service.invite(as(staff), id);
    await accept((await mailed(user.email)).token);
    await login(user.email);
  });

  it("dies with the address it went to", async () => {
    const { user, id } = await invited();
    await service.invite(as(staff), id);
    const { token } = await mailed(user.email);
    await portalUserService.update(as(staff), user.id, { email: `right${++n}@persdesk.test` });
    expect(await service.look(anonymous(db()), token)).toBeNull();
  });

  it("is not sent to a member, a disabled person or for a disabled company", async () => {
    expect(await code(service.invite(as(staff), (await invited({}, "active")).id))).toBe("userCompanyId");
    expect(await code(service.invite(as(staff), (await invited({ status: "disabled" })).id))).toBe("userCompanyId");
    const { id, company } = await invited();
    await db()
      .update(companies)
      .set({ status: "disabled" })
      .where(eq(companies.id, company?.id ?? ""));
    expect(await code(service.invite(as(staff), id))).toBe("userCompanyId");
    expect(await code(service.invite(as(staff), crypto.randomUUID()))).toBe("not_found");
    const former = await invited({}, "disabled");
    await service.invite(as(staff), former.id);
    expect(await membershipOf(former.id)).toMatchObject({ status: "invited", invitationDate: expect.any(String) });
  });

  it("stands nowhere but in its own mail", async () => {
    const { user, id } = await invited();
    await service.invite(as(staff), id);
    const { mail, token } = await mailed(user.email);
    const { secrets, ...shown } = mail ?? {};
    const kept = JSON.stringify([shown, await db().select().from(auditLog), await db().select().from(invitations)]);
    expect(kept).not.toContain(token);
    expect(masked(mail?.html ?? "")).toContain("<a href=");
  });
});

describe("an invitation to an account", () => {
  it("is for one that waits, and dead once it does not", async () => {
    const user = await makeUser(db(), { type: "Rider", status: "pending", passwordHash: null });
    await service.inviteUser(as(staff), user.id);
    const { mail, token } = await mailed(user.email);
    expect(mail?.templateCode).toBe("PORTAL_USER_INVITATION");
    expect(await accept(token)).toEqual({ email: user.email, companyId: null });
    await login(user.email);
    expect(await code(service.inviteUser(as(staff), user.id))).toBe("userId");
    const other = await makeUser(db(), { type: "Rider", status: "pending", passwordHash: null });
    await service.inviteUser(as(staff), other.id);
    await db().update(users).set({ status: "active", passwordHash: "x" }).where(eq(users.id, other.id));
    expect(await service.look(anonymous(db()), (await mailed(other.email)).token)).toBeNull();
  });
});
