import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userRoles, users, webhooks } from "@/db/schema";
import { makeUser } from "@/server/identity/testing";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { useWebhooks } from "./testing";
import { routeWebhookEvents } from "./webhook-send.service";

const { db, ctx, got, origin, work, deliveriesOf } = useWebhooks();

describe("who answers for a webhook", () => {
  const tell = () =>
    inTransaction(ctx(), (ctx) =>
      tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId: "1", templateCode: "T" } }]),
    );
  const person = async (permissions: Permission[]) => {
    const user = await makeUser(db(), { permissions });
    const actor = { ...staffCtx(db(), permissions).actor, id: user.id, email: user.email } as KnownCtx["actor"];
    const actedBy = (actingId: string) =>
      appRouter.createCaller({ ...staffCtx(db()), actor: { ...actor, actingId } as KnownCtx["actor"] });
    return { user, call: appRouter.createCaller({ ...staffCtx(db()), actor }), actedBy };
  };
  const rights: Permission[] = ["webhook.read", "webhook.write", "mail-log.read"];
  const hook = () => ({ name: "Mine", url: `${origin()}/hook`, events: ["mail.failed" as const] });

  test("is who really sits there, under switch-to", async () => {
    const [member, staff] = [await person(rights), await person(rights)];
    const { id } = await member.actedBy(staff.user.id).webhooks.create(hook());
    expect(await member.call.webhooks.get({ id })).toMatchObject({ owner: { id: staff.user.id } });
    await db().delete(webhooks).where(eq(webhooks.id, id));
  });

  test("is told no more once they lost the right or were disabled, and another takes it over", async () => {
    const maker = await person(rights);
    const other = await person(rights);
    const poor = await person(["webhook.read", "webhook.write"]);
    const { id } = await maker.call.webhooks.create(hook());
    expect(await other.call.webhooks.get({ id })).toMatchObject({ owner: { name: "Ute Ser" }, pausedBecause: null });
    await tell();
    await work();
    expect(got).toHaveLength(1);
    await tell(); // routed before the right is lost, sent after
    const [job] = await db().execute<{ id: string; payload: unknown }>(
      sql`select id::text, payload from graphile_worker._private_jobs`,
    );
    await routeWebhookEvents(ctx(), job?.payload);
    await db().execute(sql`select graphile_worker.complete_jobs(array[${job?.id}::bigint])`);
    await db().delete(userRoles).where(eq(userRoles.userId, maker.user.id));
    await tell();
    await work();
    expect(got).toHaveLength(1);
    expect((await deliveriesOf(id)).map(({ status }) => status).sort()).toEqual(["done", "fail"]);
    expect(await other.call.webhooks.get({ id })).toMatchObject({ enabled: true, pausedBecause: "rights" });
    expect((await failure(other.call.webhooks.test({ id }))).status).toBe(422);
    expect((await failure(poor.call.webhooks.takeOver({ id }))).status).toBe(403);
    const { version } = await other.call.webhooks.get({ id });
    expect((await failure(other.call.webhooks.takeOver({ id, ifMatch: `"${version + 1}"` }))).status).toBe(412);
    expect(await other.call.webhooks.takeOver({ id })).toMatchObject({
      owner: { id: other.user.id },
      pausedBecause: null,
    });
    await tell();
    await work();
    expect(got).toHaveLength(2);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, other.user.id));
    await tell();
    await work();
    expect(got).toHaveLength(2);
    expect(await poor.call.webhooks.get({ id })).toMatchObject({ pausedBecause: "disabled" });
    const third = await person(rights);
    await third.call.webhooks.update({ id, enabled: true, ifMatch: "*" });
    expect(await third.call.webhooks.get({ id })).toMatchObject({ owner: { id: third.user.id }, pausedBecause: null });
  });
});
