import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { alerts, auditLog, languages, levelAlerts, modelPers, pers, persAlerts } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { speaking } from "@/texts/node";
import { isOn } from "./alert.rules";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
let fr = "";
let level = "";

beforeEach(async () => {
  for (const table of [persAlerts, alerts, levelAlerts, languages, pers, modelPers]) await db().delete(table);
  const [, french] = await db()
    .insert(languages)
    .values([
      { code: "en", name: "English", isDefault: true },
      { code: "fr", name: "French" },
    ])
    .returning();
  fr = french?.id ?? "";
  level = (await api().levelAlerts.create({ label: "Grave", color: "#E03131", rank: 1 })).id;
});

const low = { alertLabel: "Battery low", code: "BATTERY_LOW", topicAlert: "Battery", groupAlert: "Energy" };
const make = (values: object = {}) => api().alerts.create({ ...low, levelAlertId: level, ...values });
const rule = { field: "batteryLevel", operator: "<", value: 15, endValue: 20 } as const;

async function persWithAlert() {
  const alert = await make({ rule });
  const [model] = await db().insert(modelPers).values({ label: "Core" }).returning();
  const [device] = await db()
    .insert(pers)
    .values({ nuSerialPersNumber: "P-1", modelPERSId: model?.id ?? "" })
    .returning();
  const persId = device?.id ?? "";
  await db().insert(persAlerts).values({ persId, alertId: alert.id, startedAt: "2026-01-31T23:59:59.999Z", value: 7 });
  return { alert, persId };
}

describe("a rule", () => {
  it("raises at its value and ends beyond its end value", () => {
    const readings = [20, 15, 14, 15, 19, 20, 14];
    let on = false;
    expect(readings.map((reading) => (on = isOn(rule, reading, on)))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      true,
    ]);
    expect(isOn({ field: "f", operator: ">=", value: 80 }, 80, false)).toBe(true);
    expect(isOn({ field: "f", operator: "=", value: "E12" }, "E12", false)).toBe(true);
    expect(isOn({ field: "f", operator: "!=", value: true }, true, true)).toBe(false);
    expect(isOn(rule, "low", true)).toBe(true);
  });

  it("must make sense", async () => {
    for (const [bad, path] of [
      [{ ...rule, value: "ten" }, "rule.value"],
      [{ ...rule, endValue: 10 }, "rule.endValue"],
      [{ ...rule, operator: ">", endValue: 20 }, "rule.endValue"],
      [{ ...rule, operator: "=", endValue: 20 }, "rule.endValue"],
      [{ ...rule, operator: "~" }, "rule.operator"],
      [{ ...rule, field: "a.b" }, "rule.field"],
    ] as const)
      expect(await failure(make({ rule: bad })), path).toMatchObject({ status: 400, errors: [{ path }] });
    expect((await make({ rule })).rule).toEqual(rule);
  });

  it("is no change where it is the one that was read, in whatever order its keys stand", async () => {
    const made = await make({ rule });
    const read = await api().alerts.get({ id: made.id });
    const [stored] = await db().select().from(alerts).where(eq(alerts.id, made.id));
    expect(Object.keys(stored?.rule ?? {})).not.toEqual(Object.keys(rule)); // jsonb has an order of its own
    for (const same of [rule, read.rule, Object.fromEntries(Object.entries(rule).reverse()) as typeof rule])
      expect(await api().alerts.update({ id: made.id, rule: same })).toMatchObject({ version: 1 });
    expect(await db().$count(auditLog, eq(auditLog.objectId, made.id))).toBe(1);
    expect(await api().alerts.update({ id: made.id, rule: { ...rule, value: 14 } })).toMatchObject({ version: 2 });
  });
});

describe("alerts", () => {
  it("have a code of their own, a level that exists, and are found by their texts", async () => {
    const { id } = await make({ translations: [{ languageId: fr, title: "Batterie faible" }] });
    expect(await failure(make())).toMatchObject({ code: "duplicate", errors: [{ path: "code" }] });
    expect(await failure(make({ code: "X", levelAlertId: crypto.randomUUID() }))).toMatchObject({
      code: "unknown_reference",
      errors: [{ path: "levelAlertId" }],
    });
    const found = async (request: object) => (await api().alerts.list(request)).items.map((item) => item.id);
    for (const request of [
      { alertLabel: "LOW" },
      { topicAlert: "batt" },
      { groupAlert: "ener" },
      { levelAlertId: level },
    ])
      expect(await found(request)).toEqual([id]);
    expect(await found({ alertLabel: "%" })).toEqual([]);
    expect(await api().alerts.get({ id })).toMatchObject({
      levelAlert: { label: "Grave", color: "#e03131", rank: 1 },
      translations: [{ languageId: fr, title: "Batterie faible", description: null }],
      missingLanguageIds: [expect.any(String)],
    });
  });

  it("are translated by path", async () => {
    const { id } = await make();
    const made = await api().alerts.translate({ id, languageId: fr, title: "Un", description: "Deux" });
    const translationId = made.translations[0]?.id ?? "";
    const changed = await api().alerts.changeTranslation({ id, translationId, title: "Trois" });
    expect(changed.translations).toMatchObject([{ title: "Trois", description: "Deux" }]);
    const other = await make({ code: "OTHER" });
    expect((await failure(api().alerts.removeTranslation({ id: other.id, translationId }))).status).toBe(404);
    await api().alerts.removeTranslation({ id, translationId });
    expect((await api().alerts.get({ id })).translations).toEqual([]);
  });

  it("end where they are open when they are switched off or lose their rule", async () => {
    const { alert, persId } = await persWithAlert();
    expect((await api().alerts.get({ id: alert.id })).openCount).toBe(1);
    await api().alerts.update({ id: alert.id, topicAlert: "Power" });
    expect((await api().alerts.get({ id: alert.id })).openCount).toBe(1);
    await api().alerts.update({ id: alert.id, isActivated: false });
    expect((await api().persAlerts.list({ persId })).items[0]?.endedAt).not.toBeNull();
    expect(await failure(api().alerts.remove({ id: alert.id }))).toMatchObject({ status: 422, code: "in_use" });
  });
});

describe("level alerts", () => {
  it("are listed by rank, translated, and stay while alerts name them", async () => {
    await api().levelAlerts.create({ label: "Note", color: "#aabbcc", rank: 3 });
    const { items } = await api().levelAlerts.list({});
    expect(items.map((item) => item.label)).toEqual(["Grave", "Note"]);
    const texts = await api().levelAlerts.translate({ id: level, languageId: fr, label: "Critique" });
    await api().levelAlerts.removeTranslation({ id: level, translationId: texts.translations[0]?.id ?? "" });
    expect((await api().levelAlerts.get({ id: level })).translations).toEqual([]);
    expect((await failure(api().levelAlerts.removeTranslation({ id: level, translationId: level }))).status).toBe(404);
    await make();
    expect(await failure(api().levelAlerts.remove({ id: level }))).toMatchObject({ status: 422, code: "in_use" });
    for (const color of ["red", "#12345", "#1234567"])
      expect((await failure(api().levelAlerts.create({ label: "X", color, rank: 1 }))).status).toBe(400);
  });
});

describe("PERS alerts", () => {
  it("are found by each filter, a bare day to its last millisecond", async () => {
    const { alert, persId } = await persWithAlert();
    const count = async (request: object) => (await api().persAlerts.list({ persId, ...request })).meta.totalItems;
    for (const request of [
      {},
      { alert: "batt" },
      { alert: "y_low" },
      { alert: alert.id },
      { topicAlert: "BATT" },
      { groupAlert: "energy" },
      { startDate: "2026-01-31" },
      { endDate: "2026-01-31" },
      { isOpen: true },
    ])
      expect(await count(request), JSON.stringify(request)).toBe(1);
    for (const request of [{ startDate: "2026-02-01" }, { endDate: "2026-01-30" }, { alert: "x" }, { isOpen: false }])
      expect(await count(request), JSON.stringify(request)).toBe(0);
    expect((await api().persAlerts.list({ persId })).items[0]).toMatchObject({
      value: 7,
      alert: { code: "BATTERY_LOW", field: "batteryLevel", levelAlert: { label: "Grave" } },
    });
    expect((await failure(api().persAlerts.list({ persId: crypto.randomUUID() }))).status).toBe(404);
    expect((await failure(count({ startDate: "yesterday" }))).status).toBe(400);
  });

  it("are called as in the reader's language, in its order, and found by their titles in any", async () => {
    const { alert, persId } = await persWithAlert();
    const other = await make({ alertLabel: "Zone left", code: "ZONE" });
    await db().insert(persAlerts).values({ persId, alertId: other.id, startedAt: "2026-02-01T00:00:00Z" });
    await api().alerts.translate({ id: alert.id, languageId: fr, title: "Piles à plat" });
    await api().alerts.translate({ id: other.id, languageId: fr, title: "Hors zone" });
    await api().levelAlerts.translate({ id: level, languageId: fr, label: "Urgent" });
    const names = async (language: "en" | "fr" | "de") =>
      speaking({ language, timeZone: "UTC" }, async () => {
        const raised = await api().persAlerts.rows({ sortBy: "alert.name:asc" });
        const rules = await api().alerts.rows({ sortBy: "name:asc" });
        return [
          raised.items.map((one) => one.alert.name),
          rules.items.map((one) => `${one.name} ${one.levelAlert.name}`),
          (await api().levelAlerts.get({ id: level })).name,
          (await api().currentData.get({ id: persId })).alerts.map((one) => `${one.label} ${one.level.name}`),
        ];
      });
    const inEnglish = ["Battery low", "Zone left"];
    const english = [
      inEnglish,
      inEnglish.map((name) => `${name} Grave`),
      "Grave",
      ["Zone left Grave", "Battery low Grave"],
    ];
    const inFrench = ["Hors zone", "Piles à plat"];
    expect(await names("en")).toEqual(english);
    expect(await names("fr")).toEqual([
      inFrench,
      inFrench.map((name) => `${name} Urgent`),
      "Urgent",
      inFrench.map((name) => `${name} Urgent`),
    ]);
    expect(await names("de")).toEqual(english);
    const found = async (words: string) => (await api().persAlerts.count({ alert: words })).totalItems;
    expect([await found("plat"), await found("batt"), await found("zone"), await found("nowhere")]).toEqual([
      1, 1, 1, 0,
    ]);
    const rest = await speaking({ language: "fr", timeZone: "UTC" }, () =>
      appRouter.createCaller({ ...staffCtx(db()), door: "rest" }).currentData.get({ id: persId }),
    );
    expect(rest.alerts.map(({ label }) => label)).toEqual(inEnglish.toReversed());
  });
});

describe("messages of vehicle brands", () => {
  it("belong to a brand and a language", async () => {
    const name = `Brand ${crypto.randomUUID()}`;
    const { id: vehicleBrandId } = await api().vehicleBrands.create({ name });
    const values = { vehicleBrandId, languageId: fr, title: "Rappel", content: "Passez nous voir." };
    const made = await api().vehicleBrandMessages.create(values);
    expect(made).toMatchObject({ isActivated: true, vehicleBrand: { name }, language: { code: "fr" } });
    expect((await api().vehicleBrandMessages.list({ vehicleBrandId })).meta.totalItems).toBe(1);
    expect((await api().vehicleBrandMessages.list({ vehicleBrandId: crypto.randomUUID() })).meta.totalItems).toBe(0);
    const without = api().vehicleBrandMessages.list({} as { vehicleBrandId: string });
    expect(await failure(without)).toMatchObject({ status: 400, errors: [{ path: "vehicleBrandId" }] });
    expect((await api().vehicleBrandMessages.update({ id: made.id, isActivated: false })).isActivated).toBe(false);
    expect(
      (await failure(api().vehicleBrandMessages.create({ ...values, vehicleBrandId: crypto.randomUUID() }))).status,
    ).toBe(422);
    await api().vehicleBrandMessages.remove({ id: made.id });
  });
});
