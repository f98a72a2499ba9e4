import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { alerts, companies, levelAlerts, mailLog, notificationDeliveries, pers, persAlerts } from "@/db/schema";
import { makeFitted, makePartners, makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { importsEnded } from "@/server/kit/import/run-import";
import type { WebhookEventCode } from "@/server/kit/record/webhook-event.rules";
import { failure } from "@/server/kit/testing";
import { lineOf, settleAll } from "@/server/notification/delivery/delivery-claim.service";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import type { Permission } from "@/server/permissions";
import { prepareNotificationSamples } from "@/server/testing/notification-samples";
import { useWebhooks } from "./testing";

const { db, ctx, call, origin, make, work, deliveriesOf } = useWebhooks();

describe("who gets what", () => {
  const seenBy = async (webhookId: string) =>
    (await deliveriesOf(webhookId)).map(({ event, data }) => [event, data.persId ?? data.companyLinkId]).sort();

  test("staff get all, a company what its own devices and partners do, a disabled one nothing", async () => {
    const [maker, dealer, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER"),
      await makeWorkspace(db(), "MANUFACTURER"),
    ];
    const [mine, foreign] = [await makeFitted(db(), maker.companyId, 1), await makeFitted(db(), other.companyId, 1)];
    const all: WebhookEventCode[] = ["pers-alert.opened", "pers-alert.closed", "company-partner.accepted"];
    const [staffs, makers, dealers, disabled] = [
      await make(all),
      await make(all, maker.companyId),
      await make(all, dealer.companyId),
      await make(all, other.companyId),
    ];
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, other.companyId));
    const [level] = await db().insert(levelAlerts).values({ label: "Grave", color: "#e03131", rank: 1 }).returning();
    await db()
      .insert(alerts)
      .values({
        code: "LOW",
        alertLabel: "Low",
        topicAlert: "Battery",
        groupAlert: "Energy",
        levelAlertId: level?.id ?? "",
        rule: { field: "batteryLevel", operator: "<", value: 20 },
      });
    const report = (serial: string | undefined, batteryLevel: number, minute: number) => ({
      messageId: crypto.randomUUID(),
      persSerialNumber: serial,
      iotMessageType: "status",
      payload: { batteryLevel },
      sentAt: new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString(),
    });
    const messages = [mine, foreign].flatMap(([one]) => [report(one?.serial, 5, 0), report(one?.serial, 90, 1)]);
    await call().iotMessages.ingest({ messages });
    const link = await makePartners(maker, dealer, "dealers");
    await work();
    const [a, b] = [mine[0]?.id, foreign[0]?.id];
    expect(await db().select().from(persAlerts)).toHaveLength(2);
    const ofMine = [
      ["company-partner.accepted", link],
      ["pers-alert.closed", a],
      ["pers-alert.opened", a],
    ];
    const ofForeign = [
      ["pers-alert.closed", b],
      ["pers-alert.opened", b],
    ];
    expect(await seenBy(staffs.id)).toEqual([...ofMine, ...ofForeign].sort());
    expect(await seenBy(makers.id)).toEqual(ofMine);
    expect(await seenBy(dealers.id)).toEqual([["company-partner.accepted", link]]);
    expect(await seenBy(disabled.id)).toEqual([]);
  });

  test("what gave up is told: an e-mail, a notification, and what ends with its rule", async () => {
    const { id } = await make(["mail.failed", "notification-delivery.failed", "pers-alert.closed"]);
    const mail = { templateCode: "T", subject: "S", recipient: "r@r.demo", sender: "s@s.demo", module: "m", body: "B" };
    const [row] = await db()
      .insert(mailLog)
      .values({ ...mail, tries: 7 })
      .returning();
    await deliverMail(ctx(), row?.id ?? "", () => Promise.reject(new Error("no")));
    await prepareNotificationSamples(db());
    const [delivery, sent] = await db().update(notificationDeliveries).set({ status: "pending" }).returning();
    await settleAll(ctx(), [
      { id: delivery?.id ?? "", status: "failed", line: lineOf("failed") },
      { id: sent?.id ?? "", status: "sent", line: lineOf("sent") },
    ]);
    await settleAll(ctx(), [{ id: delivery?.id ?? "", status: "failed", line: lineOf("failed") }]); // it has moved on
    const [alert] = await db().select().from(alerts);
    const [device] = await db().select().from(pers);
    await db().delete(persAlerts);
    const open = { alertId: alert?.id ?? "", persId: device?.id ?? "", startedAt: "2026-01-01T00:00:00.000Z" };
    await db().insert(persAlerts).values(open);
    await call().alerts.update({ id: open.alertId, isActivated: false });
    await work();
    const told = (await deliveriesOf(id)).map(({ event, data }) => [
      event,
      data.mailId ?? data.deliveryId ?? data.persId,
    ]);
    expect(told).toEqual([
      ["mail.failed", row?.id],
      ["notification-delivery.failed", delivery?.id],
      ["pers-alert.closed", open.persId],
    ]);
  });

  test("an import that is done is told, with its counts", async () => {
    const { id } = await make(["import.done"]);
    const { companyId } = await makeWorkspace(db(), "FLEET");
    const theirs = await make(["import.done"], companyId);
    const csv = "Kind,Number,ERP id,Name,Category\ncompany,HOOK-1,H-1,Hook GmbH,FLEET\n";
    const file = { name: "erp.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(csv)) };
    const plan = await call().erpSync.imports.preview({ fileName: file.name, file, options: {} });
    await call().erpSync.imports.confirm({ id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    await work();
    const [told] = await deliveriesOf(id);
    expect(told?.data).toMatchObject({ importId: plan.id, importer: "erp-sync", created: 1, errors: 0 });
    expect(await deliveriesOf(theirs.id)).toEqual([]);
  });

  test("an event is asked for by who may see what it is about, and a company's by events of companies", async () => {
    const may: Permission[] = ["webhook.read", "webhook.write", "pers.read"];
    const hook = { name: "x", url: `${origin()}/hook` };
    expect((await failure(call(may).webhooks.create({ ...hook, events: ["mail.failed"] }))).status).toBe(403);
    const { id } = await call(may).webhooks.create({ ...hook, events: ["pers-alert.opened"] });
    expect((await failure(call(may).webhooks.update({ id, ifMatch: "*", events: ["mail.failed"] }))).status).toBe(403);
    const theirs = await make(["mail.failed"]);
    expect(
      (await failure(call(may).webhooks.update({ id: theirs.id, ifMatch: "*", url: `${origin()}/mine` }))).status,
    ).toBe(403);
    expect((await failure(call(may).webhooks.rotateSecret({ id: theirs.id, overlap: "none" }))).status).toBe(403);
    expect(await call(may).webhooks.update({ id: theirs.id, ifMatch: "*", enabled: false })).toMatchObject({
      enabled: false,
    });
    const { companyId } = await makeWorkspace(db(), "FLEET");
    const wrong = await failure(call().webhooks.create({ ...hook, events: ["mail.failed"], companyId }));
    expect([wrong.status, wrong.errors?.[0]?.path]).toEqual([422, "events"]);
  });
});
