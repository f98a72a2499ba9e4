import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deskChecks, deskFindings, labelTranslations } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sourceFiles } from "@/scripts/import-graph.mjs";
import { seedContent } from "@/server/content/testing";
import { systemCtx } from "@/server/kit/call/context";
import { importsEnded } from "@/server/kit/import/run-import";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { checkTexts } from "./desk-findings";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const byKey = () => {
  const key = { kind: "key" as const, id: crypto.randomUUID(), label: "Machine", permissions: new Set(["*"]) };
  return appRouter.createCaller({ ...staffCtx(db()), actor: key });
};
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  await db().delete(deskChecks);
  at = await seedContent(db());
});

const label = (name: string, texts: Record<string, string>) =>
  api().labels.create({
    name,
    moduleId: at.app,
    labelInterfacePage: "settings",
    translations: Object.entries(texts).map(([languageId, value]) => ({ languageId, value })),
  });
const french = (id: string) => ({ resource: "label", id, languageId: at.fr });
const setFrench = (id: string, value: string) => api().desk.set({ cells: [{ ...french(id), texts: { value } }] });
/** What the bar of French labels says. */
async function bar() {
  const { resources } = await api().desk.overview();
  const { total = 0, languages = [] } = resources.find(({ name }) => name === "label") ?? {};
  const { translated = 0, review = 0 } = languages.find(({ languageId }) => languageId === at.fr) ?? {};
  return { total, translated, review };
}
const inReview = async () =>
  (await api().desk.list({ languageId: at.fr, resource: "label", show: "review" })).items.map(({ name }) => name);

describe("a translation that needs a review", () => {
  it("is one that lost a token, until that is put aside or written right", async () => {
    const { id } = await label("one", { [at.en]: "Hello {name}", [at.fr]: "Bonjour" });
    await label("two", { [at.en]: "Save", [at.fr]: "Garder" });
    expect(await bar()).toEqual({ total: 2, translated: 2, review: 1 });
    expect(await inReview()).toEqual(["one"]);
    await api().desk.dismiss({ ...french(id), warning: "tokens", reason: "No name here" });
    expect(await bar()).toMatchObject({ review: 0 });
    await api().desk.recall({ ...french(id), warning: "tokens" });
    expect(await bar()).toMatchObject({ review: 1 });
    await setFrench(id, "Bonjour {name}");
    expect(await bar()).toMatchObject({ review: 0 });
    await setFrench(id, "{n, plural, one {# jour}}");
    expect((await api().desk.get(french(id))).findings.sort()).toEqual(["forms", "tokens"]);
    await api().labels.remove({ id });
    expect(await bar()).toEqual({ total: 1, translated: 1, review: 0 });
    await api().labels.restore({ id });
    expect(await bar()).toEqual({ total: 2, translated: 2, review: 1 });
  });

  it("loses nothing that was put aside for another text, language or kind where one is recalled", async () => {
    const put = async (name: string) => {
      const { id } = await label(name, { [at.en]: "Hello {name}!", [at.fr]: "Bonjour", [at.de]: "Hallo" });
      return french(id);
    };
    const [one, two] = [await put("one"), await put("two")];
    const german = { ...one, languageId: at.de };
    for (const cell of [one, two, german])
      for (const warning of ["tokens", "ending"] as const)
        await api().desk.dismiss({ ...cell, warning, reason: "No name here" });
    await api().desk.recall({ ...one, warning: "tokens" });
    const left = async (cell: typeof one) =>
      (await api().desk.get(cell)).warnings.flatMap(({ warning, dismissed }) => (dismissed === null ? warning : []));
    expect(await Promise.all([one, two, german].map(left))).toEqual([["tokens"], [], []]);
  });

  it("is one that lost a token because its source got one, also after it was confirmed", async () => {
    const { id } = await label("one", { [at.en]: "Hello", [at.fr]: "Bonjour" });
    await api().labels.setValue({ id, languageId: at.en, value: "Hello {name}" });
    expect(await bar()).toMatchObject({ review: 1 });
    await api().desk.confirm(french(id));
    expect(await bar()).toMatchObject({ review: 1 });
    await setFrench(id, "Bonjour {name}");
    expect(await bar()).toMatchObject({ review: 0 });
  });

  it("stays one where another text, or the same one in another language, is confirmed", async () => {
    const put = (name: string) => label(name, { [at.en]: "Save", [at.fr]: "Garder", [at.de]: "Speichern" });
    const [one, two] = [(await put("one")).id, (await put("two")).id];
    for (const id of [one, two]) await api().labels.setValue({ id, languageId: at.en, value: "Store" });
    await api().desk.confirm(french(one));
    const cells = [one, two].flatMap((id) => [french(id), { ...french(id), languageId: at.de }]);
    const states = await Promise.all(cells.map(async (cell) => (await api().desk.get(cell)).outdatedFrom));
    expect(states).toEqual([null, ...Array(3).fill({ value: "Save" })]);
    const { id } = await label("three", { [at.en]: "Undo" });
    for (const languageId of [at.fr, at.de])
      await byKey().labels.bulkUpsert({ languageId, items: [{ name: "three", value: "Zurück" }] });
    expect(await api().desk.confirm(french(id))).toMatchObject({ findings: [] });
    expect((await api().desk.get({ ...french(id), languageId: at.de })).findings).toEqual(["machine"]);
  });

  it("is one that a machine wrote, until somebody confirms or writes it; the source itself never", async () => {
    const { id: one } = await label("one", { [at.en]: "Save" });
    const { id: two } = await label("two", { [at.en]: "Undo" });
    const values = [
      { name: "one", value: "Garder" },
      { name: "two", value: "Annuler" },
    ];
    await byKey().labels.bulkUpsert({ languageId: at.fr, items: values });
    await byKey().labels.bulkUpsert({ languageId: at.en, items: [{ name: "one", value: "Save" }] });
    expect(await bar()).toEqual({ total: 2, translated: 2, review: 2 });
    expect(await api().desk.confirm(french(one))).toMatchObject({ findings: [] });
    expect((await api().desk.get(french(two))).findings).toEqual(["machine"]);
    await setFrench(two, "Défaire");
    expect(await bar()).toMatchObject({ review: 0 });
  });

  it("is one of an import that says so", async () => {
    await label("one", { [at.en]: "Save", [at.fr]: "Garder" });
    const file = { name: "machine.csv", type: "", bytes: new Uint8Array(Buffer.from("name,value\none,Enregistrer\n")) };
    const options = { languageId: at.fr, writtenBy: "machine" as const };
    const plan = await api().labels.imports.preview({ fileName: "machine.csv", file, options });
    await api().labels.imports.confirm({ id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    expect(await api().labels.imports.get({ id: plan.id })).toMatchObject({ status: "done", error: null });
    expect(await bar()).toMatchObject({ review: 1 });
    await api().labels.imports.undo({ id: plan.id });
    expect(await bar()).toMatchObject({ review: 0 });
  });

  it("is one of the notifications too", async () => {
    const template = await api().notificationTemplates.create({
      keyNotificationTemplate: "battery",
      labelNotificationTemplate: "Battery",
      isPublic: true,
    });
    const texts = { notificationTitle: "Low: {level}", notificationContent: "Charge it" };
    const cell = (languageId: string) => ({ resource: "notification-template-content", id: template.id, languageId });
    await api().desk.set({ cells: [{ ...cell(at.en), texts }] });
    await api().desk.set({ cells: [{ ...cell(at.fr), texts: { ...texts, notificationTitle: "Faible" } }] });
    const asked = { languageId: at.fr, resource: "notification-template-content", show: "review" as const };
    expect((await api().desk.list(asked)).items).toMatchObject([{ name: "Battery", findings: ["tokens"] }]);
    const { resources } = await api().desk.overview();
    const notifications = resources.find(({ name }) => name === "notification-template-content");
    expect(notifications?.languages.find(({ languageId }) => languageId === at.fr)).toMatchObject({ review: 1 });
    await byKey().desk.set({ cells: [{ ...cell(at.fr), texts: { ...texts, notificationTitle: "Faible {level}" } }] });
    expect(await api().desk.confirm(cell(at.fr))).toMatchObject({ findings: [] });
    expect((await api().desk.list(asked)).items).toEqual([]);
  });
});

describe("the check of all texts", () => {
  it("finds what was there before findings were kept, once a day and when the default language changes", async () => {
    const { id } = await label("one", { [at.en]: "Hello {name}", [at.fr]: "Bonjour {name}", [at.de]: "Hallo" });
    await db().delete(deskFindings);
    await db().update(labelTranslations).set({ value: "Bonjour" }).where(eq(labelTranslations.languageId, at.fr));
    expect(await bar()).toMatchObject({ review: 0 });
    expect(await checkTexts(systemCtx("test"))).toBeGreaterThan(0);
    expect(await bar()).toMatchObject({ review: 1 });
    expect(await checkTexts(systemCtx("test"))).toBe(0);
    await api().languages.update({ id: at.de, isDefault: true, status: true });
    await checkTexts(systemCtx("test"));
    expect((await api().desk.get(french(id))).findings).toEqual([]);
    expect((await api().desk.get({ ...french(id), languageId: at.en })).findings).toEqual(["tokens"]);
  });

  it("is one of all resources that are at the desk, in the worker too", () => {
    const joins = /^(joinDesk|joinTranslated|export const \w+ = textService)\(/m;
    const joined = sourceFiles()
      .map(({ path }) => path)
      .filter((path) => /^server\/(?!kit\/).*\.service\.ts$/.test(path) && joins.test(readFileSync(path, "utf8")));
    const loaded = readFileSync("server/overview/routine/text-check.service.ts", "utf8");
    expect(joined.length).toBeGreaterThan(12);
    expect(joined.filter((path) => !loaded.includes(`"@/${path.replace(/\.ts$/, "")}"`))).toEqual([]);
  });
});
