import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  alerts,
  auditLog,
  levelAlerts,
  mailLog,
  pers,
  persAlerts,
  persCurrentData,
  persFirmwareHistory,
  vehicles,
} from "@/db/schema";
import type { Readings } from "@/db/schema/iot";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { verifyPassword } from "@/server/identity/password.service";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { persService } from "./pers.service";
import { deviceFactory, failureOf } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
const make = deviceFactory(db);
const call = () => appRouter.createCaller(staffCtx(db())).pers;
let modelPERSId: string;
beforeEach(async () => {
  modelPERSId = await make.model();
});

const unknown = "01980000-0000-7000-8000-00000000abcd";
const trail = (objectId: string) =>
  db().select().from(auditLog).where(eq(auditLog.objectId, objectId)).orderBy(asc(auditLog.id));
const history = (persId: string) =>
  db().select().from(persFirmwareHistory).where(eq(persFirmwareHistory.persId, persId));

describe("a PERS device", () => {
  it("is created with its relations, a first firmware in its history, and an audit row", async () => {
    const firmwareVersionId = await make.firmware("2.4.1");
    const made = await call().create({ nuSerialPersNumber: " PC2-0001 ", modelPERSId, firmwareVersionId });
    expect(made).toMatchObject({
      nuSerialPersNumber: "PC2-0001",
      modelPERS: { id: modelPERSId },
      firmwareVersion: { id: firmwareVersionId, firmwareVersion: "2.4.1" },
      status: "stock",
      vehicle: null,
      manufacturer: null,
      initialKitConfiguration: null,
      kitDiffers: false,
      version: 1,
    });
    expect(await history(made.id)).toMatchObject([{ firmwareVersionId }]);
    expect(await trail(made.id)).toMatchObject([{ action: "create", objectLabel: "PC2-0001" }]);
    expect(made).not.toHaveProperty("activationPinHash");
  });

  it("runs what it says: the device that runs it already, and one that is gone, are left as they are", async () => {
    const [old, newer] = [await make.firmware("3.0.0"), await make.firmware("3.0.1")];
    const [runs, takes] = [
      await call().create({ nuSerialPersNumber: "RUNS", modelPERSId, firmwareVersionId: newer }),
      await call().create({ nuSerialPersNumber: "TAKES", modelPERSId, firmwareVersionId: old }),
    ];
    const said = [runs.id, takes.id, unknown].map((persId) => ({ persId, firmwareVersionId: newer }));
    await persService.runFirmware(staffCtx(db()), said);
    await persService.runFirmware(staffCtx(db()), said);
    expect([await call().get({ id: runs.id }), await call().get({ id: takes.id })]).toMatchObject([
      { version: 1, firmwareVersion: { id: newer } },
      { version: 2, firmwareVersion: { id: newer } },
    ]);
    expect([await history(runs.id), await history(takes.id)].map(({ length }) => length)).toEqual([1, 2]);
  });

  it("names the field of an unknown model or firmware, and of a serial in use", async () => {
    const bad = { nuSerialPersNumber: "PC2-0002", modelPERSId: unknown };
    const model = await failureOf(call().create(bad));
    expect([model.status, model.code, model.errors?.[0]?.path]).toEqual([422, "unknown_reference", "modelPERSId"]);
    const firmware = await failureOf(call().create({ ...bad, modelPERSId, firmwareVersionId: unknown }));
    expect(firmware.errors?.[0]?.path).toBe("firmwareVersionId");
    await call().create({ nuSerialPersNumber: "PC2-0003", modelPERSId });
    const serial = await failureOf(call().create({ nuSerialPersNumber: "PC2-0003", modelPERSId }));
    expect([serial.code, serial.errors?.[0]?.path]).toEqual(["duplicate", "nuSerialPersNumber"]);
  });

  it("makes one row of 50 identical creates at once", async () => {
    const one = () => call().create({ nuSerialPersNumber: "PC2-FIFTY", modelPERSId });
    const results = await Promise.allSettled(Array.from({ length: 50 }, one));
    const failures = results.filter((result) => result.status === "rejected");
    expect(failures).toHaveLength(49);
    for (const { reason } of failures) expect((await failureOf(Promise.reject(reason))).status).toBe(422);
    expect(await db().select().from(pers).where(eq(pers.nuSerialPersNumber, "PC2-FIFTY"))).toHaveLength(1);
  });

  it("changes what was sent and writes each new firmware into the history, once", async () => {
    const [first, second] = [await make.firmware("1.0.0"), await make.firmware("1.1.0")];
    const made = await call().create({ nuSerialPersNumber: "PC2-0004", modelPERSId, firmwareVersionId: first });
    await call().update({ id: made.id, firmwareVersionId: second });
    await call().update({ id: made.id, firmwareVersionId: second, erpPersId: "ERP-9" });
    const last = await call().update({ id: made.id, firmwareVersionId: null });
    expect(last).toMatchObject({ erpPersId: "ERP-9", firmwareVersion: null, nuSerialPersNumber: "PC2-0004" });
    const { items } = await call().firmwareHistory({ id: made.id });
    expect(items.map((item) => item.firmwareVersion)).toEqual(["1.1.0", "1.0.0"]);
  });

  it("refuses a change of a version that the caller has not seen", async () => {
    const { id } = await make.pers({ modelPERSId });
    await call().update({ id, status: "active", ifMatch: '"1"' });
    const refused = await failureOf(call().update({ id, status: "retired", ifMatch: '"1"' }));
    expect(refused.status).toBe(412);
    expect((await call().get({ id })).status).toBe("active");
  });

  it("is not deleted while it is on a vehicle, which is named; then it is, and can be brought back", async () => {
    const firmwareVersionId = await make.firmware();
    const { id } = await call().create({ nuSerialPersNumber: "PC2-0005", modelPERSId, firmwareVersionId });
    await make.link(id, await make.company("Velora"), 1);
    await call().showActivationPin({ id });
    await make.vehicle(id, { nameVehicle: "City One", vehicleSerialNumber: "VX-77" });
    const refused = await failureOf(call().remove({ id }));
    expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining("City One, VX-77")]);
    await db().update(vehicles).set({ persId: null }).where(eq(vehicles.persId, id));
    await call().remove({ id });
    expect((await failureOf(call().get({ id }))).status).toBe(404);
    const back = await call().restore({ id });
    expect(back).toMatchObject({ id, manufacturer: { name: "Velora" }, activationPinAt: null });
    expect(await history(id)).toHaveLength(1);
    expect((await trail(id)).map((entry) => entry.action)).toEqual([
      "create",
      "new-activation-pin",
      "remove",
      "restore",
    ]);
  });

  it("is not deleted once it raised alerts, and what else hung on it comes back with it", async () => {
    const { id } = await make.pers({ modelPERSId, status: "active" });
    const readings = { status: { batteryLevel: [77, "2026-01-01T00:00:00.000Z"] } } as Readings;
    const lastMessageAt = "2026-01-01T00:00:00.000Z";
    const ofIt = eq(persCurrentData.persId, id);
    await db().update(persCurrentData).set({ readings, lastMessageAt }).where(ofIt);
    const [kept] = await db().select().from(persCurrentData).where(ofIt);
    const [level] = await db().insert(levelAlerts).values({ label: "Grave", color: "#e03131", rank: 1 }).returning();
    const texts = { alertLabel: "Low", code: "low", topicAlert: "Battery", groupAlert: "Energy" };
    const [alert] = await db()
      .insert(alerts)
      .values({ ...texts, levelAlertId: level?.id ?? "" })
      .returning();
    await db()
      .insert(persAlerts)
      .values({ persId: id, alertId: alert?.id ?? "", startedAt: lastMessageAt });
    const refused = await failureOf(call().remove({ id }));
    expect([refused.status, refused.code, refused.detail]).toEqual([422, "in_use", "It is still used by 1 alert."]);
    expect(await db().select().from(persCurrentData).where(ofIt)).toEqual([kept]);
    await db().delete(persAlerts);
    await call().remove({ id });
    expect(await db().select().from(persCurrentData).where(ofIt)).toEqual([]);
    await call().restore({ id });
    expect(await db().select().from(persCurrentData).where(ofIt)).toEqual([kept]);
  });

  it("gets its status with others, all or none", async () => {
    const ids = [(await make.pers({ modelPERSId })).id, (await make.pers({ modelPERSId })).id];
    await call().setStatus({ ids, status: "maintenance" });
    for (const id of ids) expect((await call().get({ id })).status).toBe("maintenance");
    expect((await failureOf(call().setStatus({ ids: [...ids, unknown], status: "retired" }))).status).toBe(404);
    for (const id of ids) expect((await call().get({ id })).status).toBe("maintenance");
  });
});

const hashOf = async (id: string) => (await db().select().from(pers).where(eq(pers.id, id)))[0]?.activationPinHash;

describe("an activation PIN", () => {
  it("has six digits, is kept as a hash only, and stands in no trail", async () => {
    const { id } = await make.pers({ modelPERSId });
    const { pin } = await call().showActivationPin({ id });
    expect(pin).toMatch(/^\d{6}$/);
    expect(await hashOf(id)).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(await hashOf(id), pin)).toBe(true);
    const entries = await trail(id);
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`argon2|"${pin}"`));
  });

  it("is mailed to who asks, once, and replaces the earlier one", async () => {
    const { id } = await make.pers({ modelPERSId, nuSerialPersNumber: "PIN-1" });
    const { pin } = await call().showActivationPin({ id });
    const earlier = await hashOf(id);
    expect(await call().mailActivationPin({ id })).toBeUndefined();
    expect(await hashOf(id)).not.toBe(earlier);
    expect(await verifyPassword(await hashOf(id), pin)).toBe(false);
    const mails = await db().select().from(mailLog).where(eq(mailLog.templateCode, "ACTIVATION_PIN"));
    expect(mails).toMatchObject([{ recipient: "tester@persdesk.demo", status: "pending" }]);
    expect(mails[0]?.subject).toContain("PIN-1");
  });

  it("is not mailed where it was not generated", async () => {
    const before = await db().$count(mailLog);
    expect((await failureOf(call().mailActivationPin({ id: unknown }))).status).toBe(404);
    expect(await db().$count(mailLog)).toBe(before);
  });

  it("is for devices that exist and people who may", async () => {
    expect((await failureOf(call().showActivationPin({ id: unknown }))).status).toBe(404);
    const reader = appRouter.createCaller(staffCtx(db(), ["pers.read"])).pers;
    expect((await failureOf(reader.showActivationPin({ id: unknown }))).status).toBe(403);
    expect((await failureOf(reader.setStatus({ ids: [unknown], status: "stock" }))).status).toBe(403);
  });
});
