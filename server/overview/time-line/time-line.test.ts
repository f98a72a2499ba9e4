import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  alerts,
  auditLog,
  levelAlerts,
  mailLog,
  persAlerts,
  persFirmwareHistory,
  sessions,
  vehiclePersHistory,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { makeCompany } from "@/server/companies/testing";
import { persService } from "@/server/devices/pers/pers.service";
import { deviceFactory } from "@/server/devices/pers/testing";
import { makeUser } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/call/context";
import { audit } from "@/server/kit/record/audit";
import type { Place } from "@/server/kit/record/time-line";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { sheetActivityService } from "@/server/platform/sheet-activity/sheet-activity.service";
import { timeLine } from "./time-line.service";

const { db } = useDatabase();
const make = deviceFactory(db);
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const line = (objectType: string, objectId: string, asked: object = {}, permissions?: Permission[]) =>
  timeLine(staffCtx(db(), permissions), { objectType, objectId, notes: true, limit: 30, ...asked });
const told = ({ items }: Awaited<ReturnType<typeof timeLine>>) =>
  items.map((item) => (item.type === "event" ? item.what : item.type === "note" ? "note" : item.action));

describe("the time line of a device", () => {
  let device: { id: string; nuSerialPersNumber: string };

  beforeAll(async () => {
    const author = await makeUser(db());
    const ctx = staffCtx(db());
    const staff = { ...ctx, actor: { ...ctx.actor, id: author.id } as typeof ctx.actor };
    device = await make.pers();
    const persId = device.id;
    const [first, second] = [await make.firmware("1.0.0"), await make.firmware("2.0.0")];
    await db()
      .insert(persFirmwareHistory)
      .values({ persId, firmwareVersionId: first, installedAt: ago(100) });
    const { id: vehicleId } = await make.vehicle(persId);
    const period = { vehicleId, persId, nuSerialPersNumber: device.nuSerialPersNumber };
    await db()
      .insert(vehiclePersHistory)
      .values({ ...period, startedAt: ago(90), endedAt: ago(20) });
    const [level] = await db().insert(levelAlerts).values({ label: "Critical", color: "#ff0000", rank: 1 }).returning();
    const [alert] = await db()
      .insert(alerts)
      .values({
        alertLabel: "Battery low",
        code: "LOW",
        topicAlert: "Battery",
        groupAlert: "Energy",
        levelAlertId: level?.id ?? "",
      })
      .returning();
    await db()
      .insert(persAlerts)
      .values({ persId, alertId: alert?.id ?? "", startedAt: ago(80), endedAt: ago(70), value: 4 });
    await db()
      .insert(persAlerts)
      .values({ persId, alertId: alert?.id ?? "", startedAt: ago(60), value: 3 });
    for (const [place, hours] of [95, 94, 30, 29].entries())
      await db().execute(sql`
        insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
        values (gen_random_uuid(), ${ago(hours)}, ${ago(hours)}, ${`m${place}`}, ${device.nuSerialPersNumber}, 'telemetry', '{}')`);
    await persService.update(staff, persId, { firmwareVersionId: second });
    await persService.update(staff, persId, { status: "maintenance" });
    await sheetActivityService.create(staff, { objectId: persId, modelType: "pers", content: "Called the rider." });
  });

  it("tells of every table that knows of it, newest first, and of one thing once", async () => {
    const page = await line("pers", device.id);
    expect(told(page)).toEqual([
      "note",
      "update",
      "update",
      "vehicle-left",
      "gap-ended",
      "alert-raised",
      "alert-ended",
      "alert-raised",
      "vehicle-joined",
      "firmware-installed",
    ]);
    expect(page.items.map(({ kind }) => kind).slice(0, 3)).toEqual(["note", "status", "firmware"]);
    expect(page.items[4]).toMatchObject({ kind: "gap", facts: { since: expect.stringMatching(/Z$/) } });
    expect(page.items[5]).toMatchObject({ about: { label: "Battery low" }, facts: { level: "Critical", value: 3 } });
  });

  it("has notes of its own kind of record only", async () => {
    const person = await makeUser(db());
    const author = { ...staffCtx(db()).actor, id: person.id } as KnownCtx["actor"];
    const staff = { ...staffCtx(db()), actor: author };
    await sheetActivityService.create(staff, { objectId: person.id, modelType: "user", content: "About a person." });
    expect(told(await line("user", person.id, { kinds: ["note"] }))).toEqual(["note"]);
    expect(told(await line("pers", person.id, {}, ["pers.read", "sheet-activity.read"]))).toEqual([]);
  });

  it("pages without a gap and without a double", async () => {
    const whole = await line("pers", device.id);
    const found: string[] = [];
    let cursor: Place | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await line("pers", device.id, { limit: 2, cursor });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.items.at(-1);
      hasMore = page.hasMore;
    }
    expect(found).toEqual(whole.items.map(({ id }) => id));
  });

  it("shows one kind alone, changes too", async () => {
    expect(told(await line("pers", device.id, { kinds: ["alert"] }))).toEqual([
      "alert-raised",
      "alert-ended",
      "alert-raised",
    ]);
    expect(told(await line("pers", device.id, { kinds: ["status"] }))).toEqual(["update"]);
    expect(told(await line("pers", device.id, { kinds: ["firmware"] }))).toEqual(["update", "firmware-installed"]);
    expect(told(await line("pers", device.id, { kinds: ["change"] }))).toEqual([]);
  });

  it("needs the right to read each source, and that to read the device", async () => {
    const kinds = async (...permissions: Permission[]) => (await line("pers", device.id, {}, permissions)).kinds.sort();
    expect(await kinds("pers.read")).toEqual(["alert", "firmware"]);
    expect(await kinds("pers.read", "vehicle.read", "iot.read")).toEqual(["alert", "firmware", "gap", "vehicle"]);
    expect(await kinds("pers.read", "sheet-activity.read")).toEqual(["alert", "firmware", "note"]);
    expect(await kinds("pers.read", "audit.read")).toEqual(["alert", "change", "firmware", "kit", "pin", "status"]);
    const blind = await line("pers", device.id, {}, ["pers.read", "vehicle.read"]);
    expect(told(blind)).not.toContain("gap-ended");
    expect(told(blind)).not.toContain("update");
    const all: Permission[] = ["audit.read", "sheet-activity.read", "vehicle.read", "iot.read"];
    expect((await failure(line("pers", device.id, {}, all))).status).toBe(403);
  });
});

it("tells of a person: sign-ins, rights, mails and switch-tos", async () => {
  const [member, ada] = [await makeUser(db(), { type: "Pro Center Member" }), await makeUser(db())];
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await db()
    .insert(sessions)
    .values({ userId: member.id, kind: "browser", expiresAt, createdAt: ago(9) });
  await db()
    .insert(sessions)
    .values({ userId: member.id, kind: "api", keyPlatformTech: "RIDER_APP", expiresAt, createdAt: ago(8.5) });
  await db()
    .insert(sessions)
    .values({ userId: member.id, kind: "reset", expiresAt, createdAt: ago(8) });
  const visit = { userId: member.id, actUserId: ada.id, kind: "browser", expiresAt, reason: "Ticket 1" } as const;
  await db()
    .insert(sessions)
    .values({ ...visit, createdAt: ago(7) });
  const mail = { templateCode: "X", sender: "a@b.c", module: "identity", body: "" };
  await db()
    .insert(mailLog)
    .values({ ...mail, subject: "Hello", recipient: member.email, createdAt: ago(6) });
  await db()
    .insert(mailLog)
    .values({ ...mail, subject: "No", recipient: ada.email, status: "fail", createdAt: ago(6) });
  await audit(staffCtx(db()), { objectType: "user", objectId: member.id, action: "set-company-role" });
  await audit(staffCtx(db()), { objectType: "user", objectId: member.id, action: "switch-to" });
  await db().execute(
    sql`update ${auditLog} set at = ${ago(5)} where object_id = ${member.id} and action = 'switch-to'`,
  );

  const page = await line("user", member.id);
  expect(told(page)).toEqual(["set-company-role", "switch-to", "mail-pending", "signed-in-app", "signed-in-browser"]);
  expect(page.items.map(({ kind }) => kind)).toEqual(["rights", "switch", "mail", "sign-in", "sign-in"]);
  expect(page.items.slice(3)).toMatchObject([{ facts: { app: "RIDER_APP" } }, { facts: { app: null } }]);
  expect(told(await line("user", ada.id))).toEqual(["mail-fail", "switched-to"]);
  const clerk: Permission[] = ["portal-user.read"];
  expect(told(await line("user", member.id, {}, clerk))).toEqual(["signed-in-app", "signed-in-browser"]);
  expect((await failure(line("user", ada.id, {}, clerk))).status).toBe(403);
});

it("tells of a company and of what belongs to it, of what the caller may read, page by page", async () => {
  const company = await makeCompany(db());
  const inside = (objectType: string, companyId = company.id) =>
    audit(staffCtx(db()), {
      objectType,
      companyId,
      objectId: crypto.randomUUID(),
      objectLabel: objectType,
      action: "update",
      changes: { label: ["one", "two"] },
    });
  await audit(staffCtx(db()), { objectType: "company", objectId: company.id, action: "update" });
  for (const kind of ["company-role", "company-team", "session"]) await inside(kind);
  await inside("company-role", (await makeCompany(db())).id);

  const kindsOf = ({ items }: Awaited<ReturnType<typeof timeLine>>) =>
    items.map((item) => (item.type === "change" && item.of ? item.of.objectType : item.kind));
  const page = await line("company", company.id, { limit: 2 });
  expect(page.kinds).toEqual(["note", "change", "inside"]);
  expect([kindsOf(page), page.hasMore]).toEqual([["company-team", "company-role"], true]);
  expect(page.items[0]).toMatchObject({ changes: { label: ["one", "two"] }, of: { objectLabel: "company-team" } });
  expect(kindsOf(await line("company", company.id, { cursor: page.items.at(-1) }))).toEqual(["change"]);
  expect(kindsOf(await line("company", company.id, { kinds: ["inside"] }))).toEqual(["company-team", "company-role"]);
  const clerk: Permission[] = ["audit.read", "company.read", "company-team.read"];
  expect(kindsOf(await line("company", company.id, {}, clerk))).toEqual(["company-team", "change"]);
  expect((await failure(line("company", company.id, {}, ["company.read"]))).status).toBe(403);
});
