import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, labels } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).labels;
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  at = await seedContent(db());
});

const trail = async (objectId: string) =>
  (
    await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.objectType, "label"), eq(auditLog.objectId, objectId)))
      .orderBy(auditLog.at, auditLog.id)
  ).map(({ action, changes }) => ({ action, changes }));
const save = () =>
  api().create({
    name: "button.save",
    moduleId: at.app,
    labelInterfacePage: "settings",
    description: "on every form",
    translations: [
      { languageId: at.en, value: "Save" },
      { languageId: at.fr, value: "Enregistrer" },
    ],
  });
const names = async (request: object) =>
  (await api().list({ sortBy: "name:asc", ...request })).items.map((item) => item.name);

describe("a label", () => {
  it("is made with its translations and audited once", async () => {
    const made = await save();
    expect(made).toMatchObject({
      version: 1,
      module: { code: "mobile-app", label: "Mobile app" },
      missingLanguageIds: [],
    });
    expect(made.translations.map((text) => text.value).sort()).toEqual(["Enregistrer", "Save"]);
    expect(await trail(made.id)).toMatchObject([
      { action: "create", changes: { name: [null, "button.save"], "value (fr)": [null, "Enregistrer"] } },
    ]);
  });

  it("has a name of its own in its module", async () => {
    await save();
    expect(await failure(save())).toMatchObject({
      code: "duplicate",
      errors: [{ path: "moduleId" }, { path: "name" }],
    });
    await api().create({ name: "button.save", moduleId: at.pro });
    const elsewhere = { name: "other", moduleId: crypto.randomUUID() };
    expect(await failure(api().create(elsewhere))).toMatchObject({ status: 422, errors: [{ path: "moduleId" }] });
    const unspoken = {
      name: "other",
      moduleId: at.pro,
      translations: [{ languageId: elsewhere.moduleId, value: "x" }],
    };
    expect(await failure(api().create(unspoken))).toMatchObject({ errors: [{ path: "translations.0.languageId" }] });
    expect(await names({})).toHaveLength(2);
  });

  it("is changed by the id in the body: what was sent, and nothing else", async () => {
    const { id } = await save();
    const changed = await api().update({
      id,
      description: null,
      translations: [{ languageId: at.fr, value: "Sauver" }],
      ifMatch: '"1"',
    });
    expect(changed).toMatchObject({
      name: "button.save",
      labelInterfacePage: "settings",
      description: null,
      version: 2,
    });
    expect(changed.translations.map((text) => text.value).sort()).toEqual(["Sauver", "Save"]);
    expect((await trail(id))[1]).toEqual({
      action: "update",
      changes: { description: ["on every form", null], "value (fr)": ["Enregistrer", "Sauver"] },
    });
    expect((await failure(api().update({ id, name: "x", ifMatch: '"1"' }))).status).toBe(412);
    expect(await api().update({ id, description: null })).toMatchObject({ version: 2 });
    expect(await trail(id)).toHaveLength(2);
    expect(await failure(api().update({ id: crypto.randomUUID(), name: "x" }))).toMatchObject({
      status: 422,
      errors: [{ path: "id" }],
    });
  });

  it("loses a translation that is set to null", async () => {
    const { id } = await save();
    const changed = await api().update({ id, translations: [{ languageId: at.fr, value: null }] });
    expect(changed.translations).toMatchObject([{ languageId: at.en }]);
    expect(changed.missingLanguageIds).toEqual([at.fr]);
    expect((await trail(id))[1]).toEqual({ action: "translate", changes: { "value (fr)": ["Enregistrer", null] } });
  });

  it("refuses values that are blank, too long or not storable, and keeps line breaks as \\n", async () => {
    const { id } = await save();
    for (const value of ["", "  \n", "x".repeat(5001), "a\0b"])
      expect((await failure(api().setValue({ id, languageId: at.fr, value }))).status).toBe(400);
    const kept = await api().setValue({ id, languageId: at.fr, value: " a\r\nb\rc " });
    expect(kept.translations.map((text) => text.value)).toContain(" a\nb\nc ");
  });

  it("saves a cell only over what the translator saw there", async () => {
    const { id } = await save();
    const cell = { id, languageId: at.fr };
    await api().setValue({ ...cell, value: "Sauver", expected: "Enregistrer" });
    const refused = await failure(api().setValue({ ...cell, value: "Garder", expected: "Enregistrer" }));
    expect(refused).toMatchObject({ code: "version_mismatch", status: 412 });
    await api().setValue({ ...cell, value: "Sauver", expected: "Enregistrer" });
    await api().setValue({ ...cell, value: null, expected: "Sauver" });
    await api().setValue({ ...cell, value: "Neu", expected: null });
    expect(await trail(id)).toHaveLength(4);
  });

  it("lets one of twenty writers of the same cell win, and loses no write to other cells", async () => {
    const { id } = await save();
    const writes = Array.from({ length: 20 }, (_, i) =>
      api().setValue({ id, languageId: at.fr, value: `Sauver ${i}`, expected: "Enregistrer" }),
    );
    const others = [at.en, at.de].map((languageId) => api().setValue({ id, languageId, value: "Other" }));
    const results = await Promise.allSettled(writes);
    await Promise.all(others);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await api().get({ id })).toMatchObject({ version: 4 });
  });
});

describe("the list of labels", () => {
  beforeEach(async () => {
    await save();
    await api().create({
      name: "button.cancel",
      moduleId: at.app,
      labelInterfacePage: "home",
      translations: [{ languageId: at.en, value: "Cancel 100%_now" }],
    });
    await api().create({ name: "title", moduleId: at.pro, description: "A saved thing" });
  });

  it("filters by module, page and name", async () => {
    expect(await names({ moduleId: at.pro })).toEqual(["title"]);
    expect(await names({ moduleName: "MOBILE" })).toEqual(["button.cancel", "button.save"]);
    expect(await names({ moduleName: "pro-c" })).toEqual(["title"]);
    expect(await names({ labelInterfacePage: "SETT" })).toEqual(["button.save"]);
    expect(await names({ name: "button." })).toEqual(["button.cancel", "button.save"]);
    expect(await names({ name: "button_" })).toEqual([]);
    expect((await failure(names({ moduleId: "pro" }))).status).toBe(400);
  });

  it("looks for a keyword in name, description and values, with % and _ as they are", async () => {
    expect(await names({ keyword: "save" })).toEqual(["button.save", "title"]);
    expect(await names({ keyword: "ENREGISTRER" })).toEqual(["button.save"]);
    expect(await names({ keyword: "00%" })).toEqual(["button.cancel"]);
    expect(await names({ keyword: "%_n" })).toEqual(["button.cancel"]);
    expect(await names({ keyword: "0%_n" })).toEqual(["button.cancel"]);
    expect(await names({ keyword: "1_0" })).toEqual([]);
    expect(await names({ keyword: "\\" })).toEqual([]);
  });

  it("shows what is translated into a language, what is not, or both", async () => {
    const shown = (searchIn: string, languageId?: string, keyword?: string) => names({ searchIn, languageId, keyword });
    expect(await shown("translated", at.fr)).toEqual(["button.save"]);
    expect(await shown("not_translated", at.fr)).toEqual(["button.cancel", "title"]);
    expect(await shown("both", at.fr)).toHaveLength(3);
    expect(await shown("translated")).toEqual(["button.cancel", "button.save"]);
    expect(await shown("not_translated")).toEqual(["title"]);
    expect(await shown("translated", at.fr, "Enreg")).toEqual(["button.save"]);
    expect(await shown("translated", at.en, "Enreg")).toEqual([]);
    expect(await shown("not_translated", at.fr, "cancel 1")).toEqual(["button.cancel"]);
    expect(await shown("both", at.en, "Enreg")).toEqual(["button.save"]);
    expect((await failure(shown("none"))).status).toBe(400);
  });

  it("carries the value in the language asked for, and takes an offset", async () => {
    const { items, meta } = await api().list({ languageId: at.fr, sortBy: "name:asc", offset: 1, limit: 1 });
    expect(items).toMatchObject([{ name: "button.save", value: "Enregistrer" }]);
    expect(meta).toMatchObject({ totalItems: 3, itemCount: 1 });
    expect(await names({ sortBy: "moduleName:desc,name:asc" })).toEqual(["title", "button.cancel", "button.save"]);
  });

  it("says how complete each active language is, in all or in one module", async () => {
    const bars = async (moduleId?: string) =>
      (await api().completeness({ moduleId })).map(({ code, translated, total }) => [code, translated, total]);
    expect(await bars()).toEqual([
      ["en", 2, 3],
      ["fr", 1, 3],
    ]);
    expect(await bars(at.app)).toEqual([
      ["en", 2, 2],
      ["fr", 1, 2],
    ]);
    expect(await api().places()).toEqual(
      expect.arrayContaining([
        { id: at.app, code: "mobile-app", label: "Mobile app", texts: 2, labelInterfacePage: ["home", "settings"] },
        { id: at.pro, code: "pro-center", label: "Pro Center", texts: 1, labelInterfacePage: [] },
      ]),
    );
  });
});

describe("many labels at once", () => {
  it("changes them all or none, naming the item that is wrong", async () => {
    const a = await save();
    const b = await api().create({ name: "b", moduleId: at.app });
    const done = await api().bulkUpdate({
      items: [
        { id: b.id, labelInterfacePage: "home" },
        { id: a.id, translations: [{ languageId: at.de, value: "Sichern" }] },
      ],
    });
    expect(done.items.map((item) => [item.id, item.version])).toEqual([
      [b.id, 2],
      [a.id, 2],
    ]);
    const wrong = [{ id: b.id, name: "c" }, { id: crypto.randomUUID() }];
    expect(await failure(api().bulkUpdate({ items: wrong }))).toMatchObject({
      status: 422,
      errors: [{ path: "items.1.id" }],
    });
    const twice = [{ id: b.id, name: "button.save" }];
    expect(await failure(api().bulkUpdate({ items: twice }))).toMatchObject({ code: "duplicate" });
    expect(await names({})).toEqual(["b", "button.save"]);
    expect((await failure(api().bulkUpdate({ items: [{ id: b.id }, { id: b.id }] }))).status).toBe(400);
  });

  it("upserts values by id or name, all or none", async () => {
    const a = await save();
    await api().create({ name: "b", moduleId: at.app });
    await api().create({ name: "both", moduleId: at.app });
    const both = await api().create({ name: "both", moduleId: at.pro });
    const upsert = (items: object[]) =>
      api().bulkUpsert({ languageId: at.fr, items: items as { id: string; value: string }[] });
    const items = [
      { id: a.id, value: "Enregistrer" },
      { name: "b", value: "Bé" },
      { name: "both", moduleId: at.pro, value: "Deux" },
    ];
    expect(await upsert(items)).toEqual({ total: 3, updated: 2, unchanged: 1 });
    expect((await api().get({ id: both.id })).translations).toMatchObject([{ value: "Deux" }]);
    const wrong = [
      { name: "b", value: "lost" },
      { name: "both", value: "which" },
      { name: "nobody", value: "?" },
      { name: "b", value: "again" },
      { id: crypto.randomUUID(), value: "?" },
    ];
    expect((await failure(upsert(wrong))).errors?.map((error) => error.path)).toEqual([
      "items.1.name",
      "items.2.name",
      "items.3.name",
    ]);
    expect(await names({ keyword: "lost" })).toEqual([]);
    expect(await failure(upsert(wrong.slice(4)))).toMatchObject({ errors: [{ path: "items.0.id" }] });
    expect((await failure(upsert([{ value: "nameless" }]))).status).toBe(400);
    const nowhere = { languageId: crypto.randomUUID(), items: [{ id: a.id, value: "x" }] };
    expect((await failure(api().bulkUpsert(nowhere))).status).toBe(404);
  });

  it("never loses a value to upserts that run side by side", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => api().create({ name: `n${i}`, moduleId: at.app })),
    );
    const upsert = (languageId: string, reverse: boolean) => {
      const items = made.map(({ id, name }) => ({ id, value: `${name} ${languageId}` }));
      return api().bulkUpsert({ languageId, items: reverse ? items.reverse() : items });
    };
    await Promise.all([upsert(at.en, false), upsert(at.fr, true), upsert(at.de, false), upsert(at.fr, false)]);
    const { items } = await api().list({ limit: 100 });
    for (const item of items)
      expect(item.translations.map((text) => text.value).sort()).toEqual(
        [at.en, at.fr, at.de].map((id) => `${item.name} ${id}`).sort(),
      );
  });

  it("removes a selection and brings it back with its translations", async () => {
    const { id } = await save();
    const other = await api().create({ name: "other", moduleId: at.app });
    expect(await api().removeMany({ ids: [id, other.id] })).toEqual({ deleted: 2 });
    expect(await names({})).toEqual([]);
    expect(await api().restoreMany({ ids: [id, other.id] })).toEqual({ restored: 2 });
    expect((await api().get({ id })).translations).toHaveLength(2);
    expect((await failure(api().restoreMany({ ids: [id] }))).code).toBe("duplicate");
    await api().remove({ id });
    expect(await api().restore({ id })).toMatchObject({ name: "button.save", translations: [{}, {}] });
  });

  it("removes every label of a module, each with its own audit row", async () => {
    const { id } = await save();
    await api().create({ name: "kept", moduleId: at.pro });
    expect(await api().removeOfModule({ moduleId: at.app })).toEqual({ deleted: 1 });
    expect(await names({})).toEqual(["kept"]);
    expect((await trail(id)).map((entry) => entry.action)).toEqual(["create", "remove"]);
    expect(await api().removeOfModule({ moduleId: at.app })).toEqual({ deleted: 0 });
    expect((await failure(api().removeOfModule({ moduleId: crypto.randomUUID() }))).status).toBe(404);
    expect(await db().$count(labels)).toBe(1);
  });
});
