import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signInEvents, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { type Ctx, systemCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { purgeExpired } from "@/server/operations/routine/purge.service";
import { appRouter } from "@/server/root";
import { loginService } from "../login/login.service";
import { passwordChangeService } from "../password/password-change.service";
import { registrationService } from "../registration/registration.service";
import { anonymous, makeUser, testPassword } from "../testing";
import { noteSignIn } from "./sign-in-event.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
beforeEach(() => db().delete(signInEvents));

const login = (email: string, password = "wrong horse", ctx: Ctx = anonymous(db())) =>
  failure(loginService.login(ctx, { email, password }));
const found = async (filter: object = {}) =>
  (await appRouter.createCaller(staffCtx(db(), ["audit.read"])).signInEvents.rows({ ...filter, limit: 1000 })).items;
const said = async (filter: object = {}) =>
  (await found(filter)).map(({ kind, reason, count }) => `${kind} ${reason} ${count}`).sort();

describe("what is refused at the doors", () => {
  it("leaves an event with its account or a hash of the address, its network and its reason", async () => {
    const user = await makeUser(db());
    const disabled = await makeUser(db(), { status: "disabled" });
    const ctx = { ...anonymous(db()), ip: "203.0.113.7" };
    await login(user.email, "wrong horse", ctx);
    await login(user.email, "wrong horse", ctx);
    await login("nobody@x.demo", "wrong horse", ctx);
    await login(disabled.email, testPassword);
    await passwordChangeService.forgot(anonymous(db()), user.email);
    await failure(passwordChangeService.validateCode(anonymous(db()), { email: user.email, code: "000000" }));
    await failure(registrationService.verify(anonymous(db()), { email: "nobody@x.demo", code: "000000" }));
    expect(await said({ email: user.email.toUpperCase() })).toEqual([
      "code wrong 1",
      "reset asked 1",
      "sign-in wrong 2",
    ]);
    expect(await said({ email: "nobody@x.demo" })).toEqual(["code wrong 1", "sign-in wrong 1"]);
    expect(await said({ userId: disabled.id })).toEqual(["sign-in disabled 1"]);
    expect(await said({ network: "203.0.113" })).toEqual(["sign-in wrong 1", "sign-in wrong 2"]);
    const [row] = await found({ network: "203.0.113", userId: user.id });
    expect(row?.user).toEqual({ id: user.id, name: "Ute Ser", email: null }); // an address takes the right to see people
    const stored = JSON.stringify(await db().select().from(signInEvents));
    expect(stored).not.toContain("nobody");
    expect(stored).not.toContain("wrong horse");
  });

  it("tells of too many tries too, and of nothing where all went well", async () => {
    const user = await makeUser(db());
    await loginService.login(anonymous(db()), { email: user.email, password: testPassword });
    expect(await found()).toEqual([]);
    const ctx = anonymous(db());
    for (let n = 0; n < 6; n++) await login(user.email, "wrong horse", ctx);
    expect(await said({ userId: user.id })).toEqual(["sign-in too-many 1", "sign-in wrong 5"]);
  });

  it("is limited in number: what is beyond is counted without its account or its network", async () => {
    const ctx = (ip: string) => ({ ...anonymous(db()), ip });
    const note = (email: string, ip: string) => noteSignIn(ctx(ip), { kind: "sign-in", reason: "wrong", email });
    for (let n = 0; n < 105; n++) await note(`guess${n}@x.demo`, "198.51.100.1");
    const rows = await db().select().from(signInEvents);
    expect(rows).toHaveLength(101);
    expect(rows.find((row) => row.emailHash === null)).toMatchObject({ network: "198.51.100.1", count: 5 });
    const user = await makeUser(db());
    for (let n = 0; n < 105; n++) await note(user.email, `198.51.101.${n}`);
    const own = await db().select().from(signInEvents).where(eq(signInEvents.userId, user.id));
    expect(own).toHaveLength(101);
    expect(own.find((row) => row.network === null)?.count).toBe(5);
    await note("guess0@x.demo", "198.51.100.1"); // one that is known goes on being counted
    expect((await found({ email: "guess0@x.demo" }))[0]?.count).toBe(2);
  });

  it("is for who may see the trail only, goes after 90 days, and with its account", async () => {
    const user = await makeUser(db());
    await login(user.email);
    await login("nobody@x.demo");
    const blind = appRouter.createCaller(staffCtx(db(), ["staff.read"]));
    expect((await failure(blind.signInEvents.rows({}))).status).toBe(403);
    await db()
      .update(signInEvents)
      .set({ lastAt: sql`now() - interval '91 days'` })
      .where(sql`${signInEvents.userId} is null`);
    await purgeExpired(systemCtx("purge"));
    expect(await db().$count(signInEvents)).toBe(1);
    await db().delete(users).where(eq(users.id, user.id));
    expect(await db().$count(signInEvents)).toBe(0);
  });
});
