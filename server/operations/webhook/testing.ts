import type { IncomingHttpHeaders } from "node:http";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { userRoles, users, webhookDeliveries, webhooks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { makeRole } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import type { WebhookEventCode } from "@/server/kit/record/webhook-event.rules";
import { staffCtx } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { startOutside } from "@/server/testing/outside";
import { deliverWebhook, routeWebhookEvents } from "./webhook-send.service";

/** What the receiver got. */
export interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}
interface Job extends Record<string, unknown> {
  id: string;
  task: string;
  payload: { deliveryId: string };
}

/** For the top of a test file: a database, and a receiver of webhooks on this machine. */
export function useWebhooks() {
  const { db } = useDatabase();
  const ctx = () => systemCtx("test");
  const call = (rights?: Permission[]) => appRouter.createCaller(staffCtx(db(), rights));

  const got: Got[] = [];
  /** what the receiver answers from here on */
  const answer = { status: 204 };
  let receiver: Awaited<ReturnType<typeof startOutside>>;

  /** Who makes webhooks, in the database that is worked on. */
  async function makeMaker() {
    const { actor } = staffCtx(db());
    if (actor.kind !== "user") throw new Error("webhooks are made by a person");
    const { id, email } = actor;
    await db().insert(users).values({ id, email, firstName: "Tess", lastName: "Ter", type: "Staff", status: "active" });
    const role = await makeRole(db(), permissionCodes);
    await db().insert(userRoles).values({ userId: id, roleId: role.id });
  }

  beforeAll(async () => {
    await seedBase(db());
    await makeMaker();
    receiver = await startOutside((req, res) => {
      let body = "";
      req
        .on("data", (part) => {
          body += part;
        })
        .on("end", () => {
          got.push({ headers: req.headers, body });
          if (!req.url?.startsWith("/silent")) res.writeHead(answer.status).end("what it says is not kept");
        });
    }, true);
    env.OUTBOUND_ALLOWED.push(receiver.origin);
  });
  afterAll(async () => {
    env.OUTBOUND_ALLOWED.splice(env.OUTBOUND_ALLOWED.indexOf(receiver.origin), 1);
    await receiver.close();
  });
  beforeEach(async () => {
    await db().delete(webhookDeliveries);
    await db().delete(webhooks);
    await db().execute(
      sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0`,
    );
    got.length = 0;
    answer.status = 204;
  });

  const origin = () => receiver.origin;
  /** @param path below `/silent` there is never an answer */
  const make = (events: WebhookEventCode[], companyId?: string, path = "/hook") =>
    call().webhooks.create({
      name: `Hook ${crypto.randomUUID()}`,
      url: `${receiver.origin}${path}`,
      events,
      companyId,
    });

  /** Runs what is queued and due, as a worker does. @returns how many failed */
  async function work(): Promise<number> {
    let failed = 0;
    for (;;) {
      const jobs = await db().execute<Job>(sql`
      select j.id::text as id, t.identifier as task, payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.run_at <= now() order by j.id`);
      if (jobs.length === 0) return failed;
      for (const { id, task, payload } of jobs) {
        await db().execute(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`);
        if (task === "route-webhook-events") await routeWebhookEvents(ctx(), payload);
        else if (task === "deliver-webhook")
          await deliverWebhook(ctx(), payload.deliveryId).catch(() => {
            failed++;
          });
      }
    }
  }

  const deliveriesOf = (webhookId: string) =>
    db()
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, webhookId))
      .orderBy(webhookDeliveries.id);

  return { db, ctx, call, got, answer, origin, make, makeMaker, work, deliveriesOf };
}
