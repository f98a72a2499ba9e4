import { callTRPCProcedure } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { proceduresOf } from "@/server/doors/rest-plan";
import { makeUser, testPassword } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/context";
import { toAppError } from "@/server/kit/errors";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { makePerson, makeSession } from "@/server/testing/callers";

// Staff who act as somebody may do what that person may, but nothing that makes the account theirs or leads further.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const noId = "01900000-0000-7000-8000-000000000000";
const newPassword = "Another-pass-2026";
const currentPassword = testPassword;
const why = { password: testPassword, reason: "Ticket 4711" };

/** What only the account's owner may do, with an input that is good. */
const owners: Record<string, unknown> = {
  "password.change": { currentPassword, newPassword },
  "password.setSwitchTo": { currentPassword, switchToPassword: newPassword },
  "switchTo.switchTo": { userCompanyId: noId, ...why },
  "switchTo.switchScreen": { userCompanyId: noId, ...why },
  "profile.update": { firstName: "Other" },
  "profile.storeDevice": { email: "", keyPlatformTech: "rider", mobileDeviceId: "d", token: "t", os: 1 },
  "sessions.list": {},
  "sessions.end": { id: noId },
  "sessions.endOthers": {},
  "secondFactor.status": {},
  "secondFactor.start": { currentPassword },
  "secondFactor.confirm": { code: "123456" },
  "secondFactor.renewRecoveryCodes": { code: "123456" },
  "secondFactor.turnOff": { currentPassword, code: "123456" },
  "userRoles.set": { userId: noId, roleIds: [] },
};
/** What changes something, asks for no right of its own and is allowed all the same: to leave. */
const others = new Set(["login.logout", "switchTo.end"]);

const procedures = proceduresOf(appRouter);

async function actingCtx(): Promise<KnownCtx> {
  const [target, staff] = [
    await makeUser(db(), { type: "Pro Center Admin" }),
    await makePerson(db(), {}, ["switch-to.use"]),
  ];
  const sessionId = await makeSession(db(), target.id, {
    actUserId: staff.id,
    parentId: await makeSession(db(), staff.id),
  });
  const { actor, ...ctx } = staffCtx(db());
  if (actor.kind !== "user") throw new Error("no person");
  const { id, email } = target;
  return { ...ctx, actor: { ...actor, id, email, type: "Pro Center Admin", sessionId, actingId: staff.id } };
}

describe("under switch-to", () => {
  it("it is decided of each change that asks for no right whether it may be made", () => {
    const personal = procedures.flatMap(([name, { _def }]) =>
      _def.type === "mutation" && _def.meta?.permission === "signed-in" ? [name] : [],
    );
    expect(personal.filter((name) => !(name in owners) && !others.has(name))).toEqual([]);
  });

  it.each(Object.entries(owners))("%s is refused", async (name, input) => {
    const ctx = await actingCtx();
    const procedure = procedures.find(([path]) => path === name)?.[1];
    const own = name === "profile.storeDevice" && ctx.actor.kind === "user" ? { email: ctx.actor.email } : {};
    const calling = callTRPCProcedure({
      router: appRouter,
      path: name,
      ctx,
      type: procedure?._def.type ?? "query",
      getRawInput: async () => Object.assign({}, input, own),
      signal: undefined,
      batchIndex: 0,
    });
    const { code } = await calling.then(
      () => ({ code: "done" }),
      (error: Error) => toAppError(error.cause),
    );
    expect(code).toBe("forbidden");
  });
});
