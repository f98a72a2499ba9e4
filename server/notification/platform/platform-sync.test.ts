import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  auditLog,
  notificationPlatformTechs,
  notificationPortals,
  notificationTemplates,
  notificationTemplateTechs,
  platformPageTechs,
  platformTechs,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { pushPlatform } from "@/server/operations/platform-tech/platform-push.service";
import { platformTechService } from "@/server/operations/platform-tech/platform-tech.service";
import { waitsFor } from "@/server/testing/race";
import { makeTemplate, notifications, portalWeb, riderApp, techsShown } from "../testing";
import { forgetMissing, syncPlatformTechs } from "./platform-sync.service";

const { db } = useDatabase();
const ask = notifications(db);
const portals = () => db().select().from(notificationPortals);
const techs = () => db().select().from(notificationPlatformTechs);

beforeEach(async () => {
  for (const table of [platformPageTechs, notificationTemplates, notificationPlatformTechs, notificationPortals])
    await db().delete(table);
  await seedBase(db());
});

describe("the sync of portals and platform techs", () => {
  it("takes the full lists, and hides what is missing with its pages and links until it comes again", async () => {
    await makeTemplate(db());
    const all = await techs();
    const without = all.filter(({ key }) => key !== "RIDER_APP");
    expect((await ask("POST", "/internals/platform-techs/sync", { items: without })).status).toBe(204);
    expect((await techsShown(db())).sort()).toEqual(["BACKOFFICE_WEB", "PORTAL_WEB"]);
    expect((await ask("GET", "/admin/platform-page-tech")).body.items).toEqual([]);
    expect((await ask("GET", "/admin/notification-template-tech")).body.items).toEqual([]);
    expect(await db().$count(platformPageTechs)).toBe(1);
    expect((await ask("POST", "/internals/platform-techs/sync", { items: all })).status).toBe(204);
    expect((await ask("GET", "/admin/platform-page-tech")).body.items).toHaveLength(1);
    expect((await ask("GET", "/admin/notification-template-tech")).body.items).toHaveLength(1);
  });

  it("writes into the trail each app that it adds, changes, hides and shows again, under its name", async () => {
    const all = await techs();
    const without = all.filter(({ id }) => id !== riderApp.id);
    const renamed = all.map((item) => (item.id === riderApp.id ? { ...item, label: "For riders" } : item));
    await db().delete(notificationPlatformTechs).where(eq(notificationPlatformTechs.id, riderApp.id));
    await db().delete(auditLog);
    for (const items of [all, renamed, without, renamed, renamed])
      expect((await ask("POST", "/internals/platform-techs/sync", { items })).status).toBe(204);
    const told = await db().select().from(auditLog).orderBy(auditLog.id);
    expect(told.map(({ objectId, objectLabel, action }) => [objectId, objectLabel, action])).toEqual([
      [riderApp.id, "Rider app", "create"],
      [riderApp.id, "For riders", "update"],
      [riderApp.id, "For riders", "remove"],
      [riderApp.id, "For riders", "restore"],
    ]);
    expect(told[0]?.changes).toMatchObject({ key: [null, "RIDER_APP"], label: [null, "Rider app"] });
  });

  it("takes the platform techs of a portal with it, and brings them back with it", async () => {
    const all = await portals();
    const rest = all.filter(({ key }) => key !== "rider");
    expect((await ask("POST", "/internals/portals/sync", { items: rest })).status).toBe(204);
    expect((await techsShown(db())).sort()).toEqual(["BACKOFFICE_WEB", "PORTAL_WEB"]);
    expect((await ask("POST", "/internals/portals/sync", { items: all })).status).toBe(204);
    expect(await techsShown(db())).toHaveLength(3);
    expect((await ask("POST", "/internals/portals/sync", { items: [] })).status).toBe(204);
    expect(await techsShown(db())).toEqual([]);
  });

  it("refuses a list in which something stands twice, and a portal that is not there, and changes nothing", async () => {
    const all = await techs();
    const [first, second] = all;
    const before = await techs();
    const wrong = [[first, first], [first, { ...second, key: first?.key }], [{ ...first, portalId: riderApp.id }]];
    for (const items of wrong)
      expect((await ask("POST", "/internals/platform-techs/sync", { items })).status).toBe(422);
    expect(await techs()).toEqual(before);
  });

  it("comes one after the other, whichever list it is, and what is forgotten comes behind it", async () => {
    const [portalItems, techItems] = [await portals(), await techs()];
    for (const [what, work] of [
      ["portals", () => ask("POST", "/internals/portals/sync", { items: portalItems })],
      ["platform techs", () => ask("POST", "/internals/platform-techs/sync", { items: techItems })],
      ["what is forgotten", () => forgetMissing(systemCtx("test"))],
    ] as const)
      expect([what, await waitsFor(db(), "notification sync", work)]).toEqual([what, true]);
  });

  it("lets two swap their keys", async () => {
    const all = await techs();
    const keyOf: Record<string, string> = { RIDER_APP: "PORTAL_WEB", PORTAL_WEB: "RIDER_APP" };
    const items = all.map((item) => ({ ...item, key: keyOf[item.key] ?? item.key }));
    expect((await ask("POST", "/internals/platform-techs/sync", { items })).status).toBe(204);
    const [rider] = await db()
      .select()
      .from(notificationPlatformTechs)
      .where(eq(notificationPlatformTechs.id, riderApp.id));
    expect(rider?.key).toBe("PORTAL_WEB");
  });

  it("ends, when two come at once, as if one came after the other", async () => {
    const all = await techs();
    const ctx = systemCtx("test");
    const lists = [all, all.filter(({ id }) => id === portalWeb.id), all.filter(({ id }) => id === riderApp.id), []];
    await Promise.all(lists.map((items) => syncPlatformTechs(ctx, items)));
    const shown = (await techsShown(db())).sort();
    expect(lists.map((items) => items.map(({ key }) => key).sort())).toContainEqual(shown);
  });

  it("is refused from outside where the backoffice runs beside it", async () => {
    env.NOTIFICATION_MASTER = "backoffice";
    try {
      expect((await ask("POST", "/internals/portals/sync", { items: [] })).status).toBe(422);
      expect((await ask("POST", "/internals/platform-techs/sync", { items: [] })).status).toBe(422);
    } finally {
      env.NOTIFICATION_MASTER = "external";
    }
    expect(await techsShown(db())).toHaveLength(3);
  });

  it("forgets what has been missing for 30 days", async () => {
    await makeTemplate(db());
    await ask("POST", "/internals/platform-techs/sync", { items: [] });
    expect(await forgetMissing(systemCtx("test"))).toBe(0);
    await db().update(notificationPlatformTechs).set({ missingSince: "2026-01-01T00:00:00.000Z" });
    expect(await forgetMissing(systemCtx("test"))).toBe(3);
    expect([await db().$count(platformPageTechs), await db().$count(notificationTemplateTechs)]).toEqual([0, 0]);
  });
});

describe("platform techs of the backoffice", () => {
  it("reach the notification service by the job that pushes the full lists", async () => {
    const ctx = staffCtx(db());
    const [{ portalId } = { portalId: "" }] = await db().select().from(platformTechs);
    const values = { key: "PUSHED", label: "Pushed", isMobileApp: true, isWebApp: false, portalId };
    const made = await platformTechService.create(ctx, { ...values, typeNotificationList: [2] });
    const waiting = await db().execute("select 1 from graphile_worker.jobs where key = 'push-platform'");
    expect(waiting).toHaveLength(1);
    await pushPlatform(systemCtx("test"));
    expect(await techsShown(db())).not.toContain("PUSHED"); // the lists come from outside here
    env.NOTIFICATION_MASTER = "backoffice";
    try {
      await pushPlatform(systemCtx("test"));
      expect(await techsShown(db())).toContain("PUSHED");
      await platformTechService.remove(ctx, made.id);
      await pushPlatform(systemCtx("test"));
      expect(await techsShown(db())).not.toContain("PUSHED");
    } finally {
      env.NOTIFICATION_MASTER = "external";
    }
  });

  it("cannot go while people's preferences name them", async () => {
    const [tech] = await db().select().from(platformTechs).where(eq(platformTechs.key, "RIDER_APP"));
    const api = (await import("@/server/root")).appRouter.createCaller(staffCtx(db()));
    const rider = await api.portalUsers.create({ email: "o@p.test", firstName: "O", lastName: "P", type: "Rider" });
    await api.portalUsers.putOptin({ userId: rider.id, platformTechKey: "RIDER_APP", weeklyReport: true });
    expect(await failure(api.platformTechs.remove({ id: tech?.id ?? "" }))).toMatchObject({ code: "in_use" });
  });
});
