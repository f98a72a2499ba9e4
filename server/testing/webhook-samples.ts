import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { userRoles, users, webhookDeliveries, webhooks } from "@/db/schema";
import { makeRole } from "@/server/identity/testing";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { id, type Step, step } from "./sample-steps";

/** A message that a webhook did not take; the walk puts it there. */
const failedDelivery = fixedId("sample", "webhook-delivery");

/** A webhook that nobody answers for; the walk puts it there. */
const sampledWebhook = fixedId("sample", "webhook");

/** One call of each mutation of webhooks, for the audit walk. */
export const webhookSamples: Step[] = [
  step(
    "webhooks.create",
    () => ({ name: "Audited", url: "https://hooks.example.com/persdesk", events: ["import.done"] }),
    "webhook",
  ),
  step("webhooks.update", (made) => ({
    id: id(made, "webhook"),
    name: "Audited hook",
    events: ["import.done", "company-partner.ended"],
    ifMatch: "*",
  })),
  step("webhooks.rotateSecret", (made) => ({ id: id(made, "webhook"), overlap: "1h" })),
  step("webhooks.takeOver", () => ({ id: sampledWebhook })),
  step("webhooks.test", (made) => ({ id: id(made, "webhook") })),
  step("webhookDeliveries.sendAgain", () => ({ id: failedDelivery })),
];

/** What these samples find there. */
export async function prepareWebhookSamples(db: Database) {
  const hook = { name: "Sampled", url: "https://hooks.example.com/sampled", events: [], secretSealed: "sealed" };
  const webhookId = sampledWebhook;
  await db.insert(webhooks).values({ ...hook, id: webhookId });
  // Who answers for a webhook must be active and hold, in the database, the rights of its events.
  const { actor } = staffCtx(db);
  const role = await makeRole(db, ["audit.read", "company.read"]);
  if (actor.kind === "user") {
    await db.update(users).set({ status: "active" }).where(eq(users.id, actor.id));
    await db.insert(userRoles).values({ userId: actor.id, roleId: role.id });
  }
  const failed = { event: "import.done", data: {}, status: "fail" as const, eventId: webhookId };
  await db.insert(webhookDeliveries).values({ ...failed, id: failedDelivery, webhookId });
}
