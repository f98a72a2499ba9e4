import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import {
  alerts,
  companyPersLinks,
  levelAlerts,
  mailLog,
  notificationRequests,
  persAlertNotices,
  persAlerts,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeFitted, makeWorkspace, type Workspace } from "@/server/companies/partners/company-partner/testing";
import { staffIn } from "@/server/companies/testing";
import { systemCtx } from "@/server/kit/call/context";
import { companyPreferenceService } from "../../company/company-preference/company-preference.service";
import { tellCompanies } from "./fleet-alert-notice.service";

const { db } = useDatabase();
const worker = () => ({ ...systemCtx("worker"), db: db() });
let maker: Workspace;
let device: string;
let alertId: string;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeAll(async () => {
  await seedBase(db());
  maker = await makeWorkspace(db(), "MANUFACTURER");
  const [fitted] = await makeFitted(db(), maker.companyId, 1);
  device = fitted?.id ?? "";
  const level = { label: "Grave", color: "#aa0000", rank: 1, minutesToAcknowledge: 15, minutesToClose: 240 };
  const [stored] = await db().insert(levelAlerts).values(level).returning();
  const of = { alertLabel: "Low battery", code: "LOW", topicAlert: "T", groupAlert: "G" };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...of, levelAlertId: stored?.id ?? "" })
    .returning();
  alertId = alert?.id ?? "";
  await db()
    .update(companyPersLinks)
    .set({ startDate: ago(10_000) });
});

it("a company hears of what is overdue at its desk once it asks for it, and no more once its link has ended", async () => {
  const { companyId, user, call } = maker;
  const raised = { persId: device, alertId, levelRank: 1 };
  const [alert] = await db()
    .insert(persAlerts)
    .values({ ...raised, startedAt: ago(40), endedAt: ago(35), createdAt: ago(40) })
    .returning();
  const id = alert?.id ?? "";
  const longAgo = { startedAt: ago(1500), endedAt: ago(1495), createdAt: ago(1500) };
  await db()
    .insert(persAlerts)
    .values({ ...raised, ...longAgo });
  expect(await tellCompanies(worker())).toBe(0);
  await companyPreferenceService.update(staffIn(db(), companyId), { alertNotices: true });
  expect(await tellCompanies(worker())).toBe(1);
  expect(await tellCompanies(worker())).toBe(0);
  const mails = await db().select().from(mailLog).where(eq(mailLog.templateCode, "ALERT_NOTICES"));
  expect(mails.map(({ recipient }) => recipient)).toEqual([user.email]);
  const [bell] = await db().select().from(notificationRequests);
  expect([bell?.keyPlatformTechs, bell?.link]).toEqual([
    ["PORTAL_WEB"],
    expect.stringMatching(new RegExp(`/portal/${companyId}/alert-desk/${id}$`)),
  ]);
  // Staff's desk is another: what they do moves nothing here, and what is done here is due at another time.
  await call.fleetAlerts.acknowledge({ companyId, id });
  await db().delete(persAlertNotices);
  await db()
    .insert(persAlerts)
    .values({ ...raised, startedAt: ago(25), endedAt: ago(20), createdAt: ago(25) });
  expect(await tellCompanies(worker())).toBe(1);
  expect(await db().select().from(persAlertNotices)).toHaveLength(1);
  await db().delete(persAlertNotices);
  await db()
    .update(companyPersLinks)
    .set({ endDate: ago(1) });
  expect(await tellCompanies(worker())).toBe(0);
  expect(await db().$count(persAlertNotices)).toBe(0);
});
