import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, mailLog, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/context";
import { failure } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { bearerActor } from "../authenticate";
import { invitationService } from "../invitation/invitation.service";
import { loginService } from "../login/login.service";
import { registrationService } from "../registration/registration.service";
import { anonymous, makeUser, testPassword } from "../testing";
import { createAdministrator } from "./administrator.service";

const { db } = useDatabase();
const person = (email: string) => ({ email, firstName: "Ada", lastName: "Min" });
const create = (email: string, manner: { isForced?: boolean; isMailed?: boolean } = {}) =>
  createAdministrator(systemCtx("admin:create"), person(email), { isForced: false, isMailed: false, ...manner });
const tokenIn = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const accept = (link: string) =>
  invitationService.accept(anonymous(db()), { token: tokenIn(link), password: testPassword });

beforeAll(() => seedBase(db()));

describe("an administrator made by the command", () => {
  it("chooses a password by the link, and then may do everything", async () => {
    const first = await create("first@persdesk.test");
    expect(first.link).toMatch(/^http:\/\/localhost\/invitation\/[\w-]{30,}$/);
    // Where the link was lost, another one is made in its place.
    const { link } = await create("first@persdesk.test");
    expect(await failure(accept(first.link))).toMatchObject({ status: 422 });
    await accept(link);
    expect(await failure(accept(link))).toMatchObject({ status: 422 });
    const { accessToken } = await loginService.login(anonymous(db()), {
      email: "first@persdesk.test",
      password: testPassword,
    });
    const actor = await bearerActor(accessToken);
    expect([...(actor.kind === "user" ? actor.permissions : [])].sort()).toEqual([...permissionCodes].sort());
  });

  it("is refused where one is active, unless it is forced", async () => {
    expect(await failure(create("second@persdesk.test"))).toMatchObject({ status: 422 });
    expect(await db().select().from(users).where(eq(users.email, "second@persdesk.test"))).toEqual([]);
    await create("second@persdesk.test", { isForced: true });
  });

  it("is in the audit trail, with nothing of the link", async () => {
    const [user] = await db().select().from(users).where(eq(users.email, "second@persdesk.test"));
    const rows = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, user?.id ?? ""))
      .orderBy(desc(auditLog.at));
    expect(rows.map(({ action, actorLabel }) => `${action} by ${actorLabel}`).sort()).toEqual([
      "create by admin:create",
      "invite by admin:create",
      "set-roles by admin:create",
    ]);
    expect(JSON.stringify(rows)).not.toContain("/invitation/");
  });

  it("gets a mail only where mails go out", async () => {
    const mailsTo = (email: string) => db().select().from(mailLog).where(eq(mailLog.recipient, email));
    expect(await mailsTo("second@persdesk.test")).toEqual([]);
    const { link } = await create("third@persdesk.test", { isForced: true, isMailed: true });
    const [mail] = await mailsTo("third@persdesk.test");
    expect(mail?.secrets).toMatchObject({ link });
  });

  it("is never an account that exists: one that somebody registered, of staff, or disabled", async () => {
    const email = "registered@persdesk.test";
    await registrationService.register(anonymous(db()), { ...person(email), password: testPassword });
    expect(await failure(create(email, { isForced: true }))).toMatchObject({ status: 422 });
    for (const status of ["active", "disabled"] as const) {
      const taken = await makeUser(db(), { status });
      expect(await failure(create(taken.email, { isForced: true }))).toMatchObject({ status: 422 });
    }
  });
});
