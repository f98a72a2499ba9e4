import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  alerts,
  alertTranslations,
  iotMessageCounts,
  languages,
  levelAlerts,
  modelPers,
  pers,
  persAlerts,
  persCurrentData,
} from "@/db/schema";
import type { AlertRule } from "@/db/schema/alerts";
import { iotMessages } from "@/db/schema/iot-message";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { oneAfterTheOther, usePatience } from "@/server/testing/race";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const ids = { a: "", b: "", en: "", fr: "", level: "" };
let n = 0;

beforeEach(async () => {
  for (const table of ["iot_messages", "iot_message_keys"]) await db().execute(sql.raw(`truncate backoffice.${table}`));
  for (const table of [iotMessageCounts, persAlerts, alerts, levelAlerts, languages, pers, modelPers])
    await db().delete(table);
  const [model] = await db().insert(modelPers).values({ label: "Core" }).returning();
  const made = await db()
    .insert(pers)
    .values(["P-1", "P-2"].map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: model?.id ?? "" })))
    .returning();
  const [en, fr] = await db()
    .insert(languages)
    .values([
      { code: "en", name: "English", isDefault: true },
      { code: "fr", name: "French" },
    ])
    .returning();
  const [level] = await db().insert(levelAlerts).values({ label: "Grave", color: "#e03131", rank: 1 }).returning();
  Object.assign(ids, { a: made[0]?.id, b: made[1]?.id, en: en?.id, fr: fr?.id, level: level?.id });
});

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
const message = (payload: object = {}, over: object = {}) => ({
  messageId: `m-${++n}`,
  persSerialNumber: "P-1",
  iotMessageType: "status",
  payload,
  sentAt: at(0),
  ...over,
});
const ingest = (...messages: unknown[]) => api().iotMessages.ingest({ messages });
const current = () => api().currentData.get({ id: ids.a });
const alert = async (rule: AlertRule) => {
  const texts = { code: `A${++n}`, alertLabel: "Battery low", topicAlert: "Battery", groupAlert: "Energy" };
  const [row] = await db()
    .insert(alerts)
    .values({ ...texts, levelAlertId: ids.level, rule, minutesToReopen: 0 })
    .returning();
  return row?.id ?? "";
};
const episodes = () =>
  db()
    .select({ startedAt: persAlerts.startedAt, endedAt: persAlerts.endedAt, value: persAlerts.value })
    .from(persAlerts)
    .orderBy(persAlerts.startedAt);

describe("an alert that is deactivated while messages are judged", () => {
  const patient = usePatience();
  const api = () => appRouter.createCaller(staffCtx(patient()));

  it("is not left open by what they raise, whichever comes first", async () => {
    for (let turn = 0; turn < 4; turn++) {
      const id = await alert({ field: "batteryLevel", operator: "<", value: 20 });
      const off = () => api().alerts.update({ id, isActivated: false });
      const low = () => api().iotMessages.ingest({ messages: [message({ batteryLevel: 5 }, { sentAt: at(turn) })] });
      const order = turn % 2 ? [off, low] : [low, off];
      expect(await oneAfterTheOther(patient(), { table: alerts, id }, order)).toEqual([true, true]);
      const rows = await db().select().from(persAlerts).where(eq(persAlerts.alertId, id));
      expect(rows.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    }
  });

  it("ends by the device's clock, so that what is raised next does not overlap", async () => {
    const id = await alert({ field: "batteryLevel", operator: "<", value: 20 });
    const send = (sentAt: string, batteryLevel: number) =>
      api().iotMessages.ingest({ messages: [message({ batteryLevel }, { sentAt })] });
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const [first, second] = [ago(600), ago(300)];
    await send(first, 5);
    await api().alerts.update({ id, isActivated: false });
    await api().alerts.update({ id, isActivated: true });
    await send(second, 6);
    const rows = await db().select().from(persAlerts).where(eq(persAlerts.alertId, id)).orderBy(persAlerts.startedAt);
    expect(rows.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [first, first],
      [second, null],
    ]);
  });

  it("takes no message from before 2000, and names the day", async () => {
    const old = message({ batteryLevel: 5 }, { sentAt: "0031-01-01T00:00:00Z" });
    const { accepted, rejected } = await api().iotMessages.ingest({ messages: [old, message({ batteryLevel: 5 })] });
    expect([accepted, rejected]).toMatchObject([
      1,
      [{ field: "sentAt", reason: expect.stringContaining("2000-01-01") }],
    ]);
  });
});

describe("a batch of messages", () => {
  it("is stored, counted and shown", async () => {
    const full = {
      batteryLevel: 81.5,
      distance: 1200,
      speed: 22,
      latitude: 48.1,
      longitude: -1.7,
      signal: -71,
      firmwareVersion: "3.1.0",
    };
    expect(await ingest(message({ ...full, extra: { deep: [1] } }))).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
    });
    expect(await current()).toEqual({ persId: ids.a, ...full, lastMessageAt: at(0), alerts: [] });
    const listed = await api().pers.list({ batteryLevelAtLeast: 81.5 });
    expect(listed.items).toMatchObject([{ id: ids.a, lastMessageAt: at(0), batteryLevel: 81.5, openAlerts: 0 }]);
    const { items, meta } = await api().iotMessages.list({});
    expect(meta.totalItems).toBe(1);
    expect(items[0]).toMatchObject({ persSerialNumber: "P-1", sentAt: at(0), payload: { extra: { deep: [1] } } });
  });

  it("counts each message once: in the batch, in another one, and in ten at the same time", async () => {
    const uuid = "01a1b2c3-0000-7000-8000-00000000000a";
    const batch = [message(), message({}, { messageId: uuid }), message({}, { messageId: crypto.randomUUID() })];
    expect(await ingest(...batch, batch[0])).toMatchObject({ accepted: 3, duplicates: 1 });
    expect(await ingest(...batch.map((one) => ({ ...one, sentAt: at(9) })))).toMatchObject({
      accepted: 0,
      duplicates: 3,
    });
    expect(await ingest({ ...batch[1], messageId: uuid.toUpperCase() })).toMatchObject({ duplicates: 1 });
    const more = Array.from({ length: 50 }, () => message());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, k) => ingest(...(k % 2 ? more : more.toReversed()))),
    );
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(450);
    expect((await db().select().from(iotMessages)).length).toBe(53);
    expect((await api().iotMessages.list({})).meta.totalItems).toBe(53);
  });

  it("says of each bad message what is wrong, and stores the others", async () => {
    const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const future = `${(Date.now() + 3_600_000)
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-000000000000`;
    const bad: [unknown, string][] = [
      [message({}, { persSerialNumber: "P-9" }), "persSerialNumber"],
      [message({}, { sentAt: soon(6) }), "sentAt"],
      [message({}, { sentAt: "yesterday" }), "sentAt"],
      [message({}, { sentAt: "2026-01-01T00:00:00" }), "sentAt"],
      [message({}, { messageId: future }), "messageId"],
      [message({}, { messageId: "" }), "messageId"],
      [message({}, { messageId: 7 }), "messageId"],
      [message({}, { iotMessageType: "__proto__" }), "iotMessageType"],
      [message({}, { payload: [] }), "payload"],
      [message({ batteryLevel: 101 }), "payload.batteryLevel"],
      [message({ batteryLevel: -1 }), "payload.batteryLevel"],
      [message({ batteryLevel: "full" }), "payload.batteryLevel"],
      [message({ latitude: 91, longitude: 0 }), "payload.latitude"],
      [message({ latitude: 0, longitude: -180.1 }), "payload.longitude"],
      [message({ latitude: 1 }), "payload.longitude"],
      [message({ longitude: 1 }), "payload.latitude"],
      [message({ speed: 1e9 }), "payload.speed"],
      [message({}, { messageId: "x\ud800" }), "messageId"],
      [message({}, { persSerialNumber: "P-1\ud800" }), "persSerialNumber"],
      [message({}, { persSerialNumber: "P-1\r\nBcc: x" }), "persSerialNumber"],
      [message({ firmwareVersion: "1.0\ufffe" }), "payload.firmwareVersion"],
      [message({ note: "a\u0000b" }), "payload"],
      [message({ "\ud800": 1 }), "payload"],
      [message({ note: "\ud800" }), "payload"],
      [message({ note: "x".repeat(17_000) }), "payload"],
      ["text", ""],
      [null, ""],
    ];
    const good = message({ batteryLevel: 50, note: "\\u0000 is only text" }, { sentAt: soon(4) });
    const answer = await ingest(...bad.map(([one]) => one), good);
    expect(answer.accepted).toBe(1);
    expect(answer.rejected.map(({ index, field }) => [index, field])).toEqual(
      bad.map(([, field], index) => [index, field]),
    );
    expect(answer.rejected.find(({ field }) => field === "payload.batteryLevel")).toMatchObject({
      reason: "payload.batteryLevel: From 0 to 100 %.",
      messageId: expect.any(String),
    });
    expect((await current()).batteryLevel).toBe(50);
    expect((await failure(ingest())).status).toBe(400);
    expect((await failure(ingest(...Array.from({ length: 1001 }, () => message())))).status).toBe(400);
  });

  it("takes a message that was refused once its PERS is known", async () => {
    const early = message({}, { persSerialNumber: "P-3" });
    expect((await ingest(early)).rejected).toHaveLength(1);
    const [model] = await db().select().from(modelPers);
    await db()
      .insert(pers)
      .values({ nuSerialPersNumber: "P-3", modelPERSId: model?.id ?? "" });
    expect(await ingest(early)).toMatchObject({ accepted: 1, rejected: [] });
  });

  it("keeps names from a device from being more than names", async () => {
    await ingest(message({ __proto__: 1, constructor: 2, toString: 3 }, { iotMessageType: "constructor" }));
    expect(({} as Record<string, unknown>).batteryLevel).toBeUndefined();
    const [row] = await db().select().from(persCurrentData).where(eq(persCurrentData.persId, ids.a));
    expect(Object.keys(row?.readings.constructor ?? {}).sort()).toEqual(["constructor", "toString"]);
    for (let batch = 0; batch < 3; batch++)
      await ingest(
        ...Array.from({ length: 100 }, (_, k) =>
          message({ f: k }, { iotMessageType: `t${batch}-${k}`, sentAt: at(batch) }),
        ),
      );
    const [grown] = await db().select().from(persCurrentData).where(eq(persCurrentData.persId, ids.a));
    expect(Object.values(grown?.readings ?? {}).flatMap((fields) => Object.keys(fields))).toHaveLength(200);
  });

  it("survives ten batches about the same devices at once, and a device that is deleted", async () => {
    await alert({ field: "batteryLevel", operator: "<", value: 15 });
    const batch = (k: number) =>
      Array.from({ length: 40 }, (_, m) =>
        // The second raises no alert, which would keep it from being deleted.
        m % 2
          ? message({ batteryLevel: (m * 7 + k) % 30 }, { sentAt: at(k * 40 + m) })
          : message({ signal: -m }, { persSerialNumber: "P-2", sentAt: at(k * 40 + m) }),
      );
    const work = Array.from({ length: 10 }, (_, k) => ingest(...batch(k).sort(() => Math.random() - 0.5)));
    const gone = db().delete(pers).where(eq(pers.id, ids.b));
    const answers = await Promise.all(work);
    await gone;
    expect(answers.every(({ accepted, rejected }) => accepted + rejected.length === 40)).toBe(true);
    expect(await current()).toMatchObject({ lastMessageAt: at(399), batteryLevel: (39 * 7 + 9) % 30 });
  });
});

describe("current data", () => {
  it("is the newest, field by field, whatever the order of arrival", async () => {
    await ingest(message({ batteryLevel: 60, latitude: 1, longitude: 2 }, { sentAt: at(5) }));
    await ingest(message({ batteryLevel: 90, signal: -50 }, { sentAt: at(1) }));
    expect(await current()).toMatchObject({ batteryLevel: 60, latitude: 1, signal: -50, lastMessageAt: at(5) });
    await ingest(
      message({ batteryLevel: 58 }, { sentAt: at(7) }),
      message({ batteryLevel: 59 }, { sentAt: at(6) }),
      message({ batteryLevel: 57 }, { sentAt: at(8), iotMessageType: "battery" }),
    );
    expect(await current()).toMatchObject({ batteryLevel: 57, lastMessageAt: at(8) });
    await ingest(message({ batteryLevel: null, speed: 3 }, { sentAt: at(9) }));
    expect(await current()).toMatchObject({ batteryLevel: 57, speed: 3, lastMessageAt: at(9) });
  });

  it("is the same whichever of two messages of one millisecond comes first, over batches and in one", async () => {
    const tied = (messageId: string, batteryLevel: number, iotMessageType = "status") =>
      message({ batteryLevel, speed: batteryLevel }, { messageId, iotMessageType });
    const ids7 = ["a", "b", "c"].map((end) => `01a1b2c3-0000-7000-8000-00000000000${end}`);
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    for (const [n, order] of orders.entries()) {
      for (const isOneBatch of [false, true]) {
        await db().update(persCurrentData).set({ readings: {}, lastMessageAt: null });
        for (const table of ["iot_messages", "iot_message_keys"])
          await db().execute(sql.raw(`truncate backoffice.${table}`));
        const all = order.map((at) => tied(ids7[at] ?? "", at, at === 1 ? "other" : "status"));
        if (isOneBatch) await ingest(...all);
        else for (const one of all) await ingest(one);
        expect(await current(), `order ${n}`).toMatchObject({ batteryLevel: 2, speed: 2 });
      }
    }
  });

  it("is empty for a PERS that never said a word, and 404 for none", async () => {
    expect(await current()).toMatchObject({ batteryLevel: null, lastMessageAt: null, alerts: [] });
    expect((await failure(api().currentData.get({ id: crypto.randomUUID() }))).status).toBe(404);
  });

  it("names alerts in the language, then the default one, then by their own label", async () => {
    const alertId = await alert({ field: "batteryLevel", operator: "<", value: 15 });
    await ingest(message({ batteryLevel: 5 }));
    const label = async (languageId?: string) =>
      (await api().currentData.get({ id: ids.a, languageId })).alerts[0]?.label;
    expect(await label(ids.fr)).toBe("Battery low");
    await db().insert(alertTranslations).values({ parentId: alertId, languageId: ids.en, title: "Charge it" });
    expect(await label(ids.fr)).toBe("Charge it");
    await db().insert(alertTranslations).values({ parentId: alertId, languageId: ids.fr, title: "Chargez-la" });
    expect(await label(ids.fr)).toBe("Chargez-la");
    expect(await label()).toBe("Charge it");
    expect(await label(crypto.randomUUID())).toBe("Charge it");
    expect((await current()).alerts[0]).toMatchObject({ alertId, since: at(0), level: { label: "Grave", rank: 1 } });
  });
});

describe("alerts", () => {
  const rule: AlertRule = { field: "batteryLevel", operator: "<", value: 15, endValue: 20 };
  const battery = (batteryLevel: number, minute: number, over = {}) =>
    message({ batteryLevel }, { sentAt: at(minute), ...over });

  it("are raised and ended by their rule, in one batch or over many", async () => {
    await alert(rule);
    await ingest(battery(50, 0), battery(10, 1), battery(17, 2), battery(21, 3), battery(9, 4));
    expect(await episodes()).toEqual([
      { startedAt: at(1), endedAt: at(3), value: 10 },
      { startedAt: at(4), endedAt: null, value: 9 },
    ]);
    await ingest(battery(12, 5));
    await ingest(battery(20, 6));
    expect(await episodes()).toMatchObject([{}, { startedAt: at(4), endedAt: at(6), value: 9 }]);
    expect((await current()).alerts).toEqual([]);
  });

  it("are not moved by a message that comes late", async () => {
    await alert(rule);
    await ingest(battery(80, 10));
    await ingest(battery(5, 9));
    expect(await episodes()).toEqual([]);
    await ingest(battery(5, 11));
    await ingest(battery(90, 10.5));
    expect(await episodes()).toMatchObject([{ endedAt: null }]);
  });

  it("look at one type of message where the rule says so, at the newest of any where not", async () => {
    await alert({ field: "code", operator: "=", value: "E12", type: "fault" });
    await ingest(message({ code: "E12" }, { iotMessageType: "status" }));
    expect(await episodes()).toEqual([]);
    await ingest(message({ code: "E12" }, { iotMessageType: "fault", sentAt: at(1) }));
    await ingest(message({ code: "fine" }, { iotMessageType: "status", sentAt: at(2) }));
    expect(await episodes()).toMatchObject([{ endedAt: null }]);
    await ingest(message({ code: "fine" }, { iotMessageType: "fault", sentAt: at(3) }));
    expect(await episodes()).toMatchObject([{ endedAt: at(3) }]);
    await alert(rule);
    await ingest(battery(80, 20, { iotMessageType: "one" }));
    await ingest(battery(5, 19, { iotMessageType: "two" }));
    expect(await episodes()).toHaveLength(1);
  });

  it("are raised once by batches that arrive together", async () => {
    await alert(rule);
    await Promise.all(Array.from({ length: 10 }, (_, k) => ingest(battery(5, k))));
    expect(await episodes()).toHaveLength(1);
  });
});
