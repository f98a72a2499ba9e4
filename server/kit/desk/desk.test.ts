import { eq, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { beforeEach, describe, expect, it } from "vitest";
import {
  countries,
  countryTranslations,
  documentations,
  faqs,
  helpDeskButtons,
  labels,
  labelTranslations,
  mostFrequentQuestions,
  textCounts,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { systemCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { texts } from "@/texts/node";
import { textCountsOf } from "./desk-counts";
import { deskSources, tableSources } from "./desk-source";
import { warningWords } from "./desk-warning.rules";

const { db } = useDatabase();
const as = (...rights: Permission[]) => appRouter.createCaller(staffCtx(db(), rights.length ? rights : undefined));
const api = () => as();
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  for (const table of [faqs, documentations, helpDeskButtons, mostFrequentQuestions, countries])
    await db().delete(table);
  at = await seedContent(db());
});

const label = (name: string, texts: Record<string, string>) =>
  api().labels.create({
    name,
    moduleId: at.app,
    labelInterfacePage: "settings",
    translations: Object.entries(texts).map(([languageId, value]) => ({ languageId, value })),
  });
const button = async (labels: Record<string, string>) => {
  const made = await api().helpDeskButtons.create({ topic: "Manual", groupName: "Documentation" });
  for (const [languageId, text] of Object.entries(labels))
    await api().helpDeskButtons.translate({ id: made.id, languageId, label: text, link: "https://a.test/" });
  return made;
};
const question = async () => {
  const { id: faqId } = await api().faqs.create({ name: "Battery", topic: "Riding" });
  return api().faqContents.create({
    faqId,
    translations: [{ languageId: at.en, question: "How long?", answer: "<p>4 h</p>" }],
  });
};
const listed = async (request: object) => (await api().desk.list({ languageId: at.fr, ...request })).items;
const named = async (request: object) => (await listed(request)).map(({ resource, name }) => `${resource} ${name}`);

describe("the translation desk", () => {
  it("lists the texts of every resource, by resource and name, page by page", async () => {
    await label("button.save", { [at.en]: "Save", [at.fr]: "Enregistrer" });
    await label("button.undo", { [at.en]: "Undo" });
    await button({ [at.en]: "Read the manual" });
    await question();
    expect(await listed({ resource: "label" })).toEqual([
      {
        resource: "label",
        id: expect.any(String),
        recordId: expect.any(String),
        name: "button.save",
        place: "Mobile app · settings",
        source: { value: "Save" },
        target: { value: "Enregistrer" },
        findings: [],
        outdatedFrom: null,
        warnings: [],
        assigneeId: null,
        comments: 0,
      },
      expect.objectContaining({ name: "button.undo", target: { value: "" } }),
    ]);
    const languages = ["English", "French", "German"].map((name) => `language ${name}`);
    const texts = ["faq Battery", "help-desk-button Manual", "label button.save", "label button.undo"];
    const everything = [...texts, ...languages];
    expect(await named({})).toEqual(everything);
    expect([...(await named({ limit: 4 })), ...(await named({ limit: 4, page: 2 }))]).toEqual(everything);
    expect((await api().desk.list({ languageId: at.fr, limit: 3 })).hasMore).toBe(true);
    expect(await named({ show: "missing" })).toEqual(everything.filter((name) => name !== "label button.save"));
    expect(await named({ keyword: "REGIST" })).toEqual(["label button.save"]);
    expect(await named({ keyword: "manual" })).toEqual(["help-desk-button Manual"]);
    expect(await named({ keyword: "%" })).toEqual([]);
  });

  it("shows the texts of one module, and of one page of it", async () => {
    await label("button.save", { [at.en]: "Save" });
    await api().labels.create({ name: "button.buy", moduleId: at.app, labelInterfacePage: "shop" });
    await api().messages.create({ name: "hello", moduleId: at.pro, description: "A greeting" });
    await question();
    expect(await api().desk.modules()).toEqual([
      { id: at.app, label: "Mobile app", pages: ["settings", "shop"] },
      { id: at.pro, label: "Pro Center", pages: [] },
    ]);
    expect(await named({ moduleId: at.app })).toEqual(["label button.buy", "label button.save"]);
    expect(await named({ moduleId: at.app, modulePage: "shop" })).toEqual(["label button.buy"]);
    expect(await named({ moduleId: at.pro })).toEqual(["message hello"]);
  });

  it("says how far each language is, and takes a record's own name for the source", async () => {
    await label("one", { [at.en]: "One", [at.fr]: "Un" });
    await label("two", { [at.en]: "Two" });
    const { id } = await api().countries.create({ code: "FR", name: "France", phonePrefix: "+33" });
    const { resources } = await api().desk.overview();
    const of = (name: string) => resources.find((one) => one.name === name);
    const french = { languageId: at.fr, translated: 1, review: 0 };
    expect(of("label")).toMatchObject({ total: 2, mayWrite: true, languages: [{ translated: 2 }, french] });
    expect(of("country")).toMatchObject({ total: 1, languages: [{ translated: 0 }, { translated: 0 }] });
    expect(await listed({ resource: "country" })).toMatchObject([{ id, source: { label: "France" } }]);
  });

  it("saves a cell as the resource's own screens do, over what the translator saw", async () => {
    const { id } = await label("button.save", { [at.en]: "Save" });
    const cell = { resource: "label", id, languageId: at.fr };
    await api().desk.set({ cells: [{ ...cell, texts: { value: "Enregistrer" }, expected: { value: "" } }] });
    const stale = { ...cell, texts: { value: "Sauver" }, expected: { value: "" } };
    expect((await failure(api().desk.set({ cells: [stale] }))).status).toBe(412);
    expect((await failure(api().desk.set({ cells: [{ ...cell, texts: { value: " " } }] }))).status).toBe(400);
    const unknown = crypto.randomUUID();
    expect((await failure(api().desk.set({ cells: [{ ...stale, id: unknown }] }))).status).toBe(404);
    expect((await failure(api().desk.set({ cells: [{ ...stale, languageId: unknown }] }))).status).toBe(422);
    expect((await failure(api().desk.set({ cells: [{ ...stale, resource: "role" }] }))).status).toBe(404);
    await api().desk.set({ cells: [{ ...cell, texts: null, expected: { value: "Enregistrer" } }] });
    expect((await api().labels.get({ id })).translations).toHaveLength(1);
    const changes = await api().desk.history(cell);
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ["value", "Enregistrer", null],
      ["value", null, "Enregistrer"],
    ]);
  });

  it("keeps what a translation has beside its texts, and asks for all that it must have", async () => {
    const { id } = await button({ [at.en]: "Read", [at.fr]: "Lire" });
    const cell = { resource: "help-desk-button", id, languageId: at.fr };
    await api().desk.set({ cells: [{ ...cell, texts: { label: "Lisez" } }] });
    const { translations } = await api().helpDeskButtons.get({ id });
    expect(translations.find(({ languageId }) => languageId === at.fr)).toMatchObject({
      label: "Lisez",
      link: "https://a.test/",
    });
    const asked = { resource: "faq", id: (await question()).id, languageId: at.fr };
    expect((await failure(api().desk.set({ cells: [{ ...asked, texts: { question: "Combien ?" } }] }))).status).toBe(
      400,
    );
    const texts = { question: "Combien ?", answer: "<p onclick='x()'>4 h</p>" };
    await api().desk.set({ cells: [{ ...asked, texts }] });
    expect(await api().desk.get(asked)).toMatchObject({ target: { question: "Combien ?", answer: "<p>4 h</p>" } });
    expect((await api().desk.history(asked)).map(({ field }) => field).sort()).toEqual(["answer", "question"]);
  });

  it("saves many cells or none", async () => {
    const [one, two] = [await label("one", { [at.en]: "One" }), await label("two", { [at.en]: "Two" })];
    const cell = (id: string, value: string) => ({ resource: "label", id, languageId: at.fr, texts: { value } });
    expect((await failure(api().desk.set({ cells: [cell(one.id, "Un"), cell(two.id, "")] }))).status).toBe(400);
    const missing = { show: "missing", resource: "label" };
    expect(await named(missing)).toEqual(["label one", "label two"]);
    expect(await api().desk.set({ cells: [cell(one.id, "Un"), cell(two.id, "Deux")] })).toEqual({ saved: 2 });
    expect(await named(missing)).toEqual([]);
  });
});

describe("the rights at the desk", () => {
  it("are those of each resource, to read and to write", async () => {
    const { id } = await label("one", { [at.en]: "One" });
    const { id: buttonId } = await button({ [at.en]: "Read" });
    const reader = as("label.read");
    expect((await reader.desk.overview()).resources).toMatchObject([{ name: "label", mayWrite: false }]);
    expect((await reader.desk.list({ languageId: at.fr })).items.map(({ name }) => name)).toEqual(["one"]);
    const cell = { resource: "label", id, languageId: at.fr };
    const writes = [
      () => reader.desk.set({ cells: [{ ...cell, texts: { value: "Un" } }] }),
      () => reader.desk.confirm(cell),
      () => reader.desk.dismiss({ ...cell, warning: "copy", reason: "A name" }),
      () => reader.desk.recall({ ...cell, warning: "copy" }),
    ];
    for (const write of writes) expect((await failure(write())).status).toBe(403);
    expect((await reader.desk.find({ find: "One", replace: "1" })).items).toEqual([]);
    const foreign = { resource: "help-desk-button", id: buttonId, languageId: at.fr };
    const others = as("label.read", "label.write").desk;
    for (const ask of [
      () => others.get(foreign),
      () => others.history(foreign),
      () => others.list({ languageId: at.fr, resource: "help-desk-button" }),
      () => others.set({ cells: [{ ...foreign, texts: { label: "x" } }] }),
      () => others.find({ find: "Read", replace: "x", resource: "help-desk-button" }),
      () =>
        others.set({
          cells: [
            { ...cell, texts: { value: "Un" } },
            { ...foreign, texts: { label: "x" } },
          ],
        }),
    ])
      expect((await failure(ask())).status).toBe(404);
    expect((await api().labels.get({ id })).translations).toHaveLength(1);
  });
});

describe("a translation whose source changed", () => {
  const french = async (id: string) => (await listed({ resource: "label" })).find((row) => row.id === id);

  it("is outdated until it is changed or confirmed; white space changes nothing", async () => {
    const { id } = await label("one", { [at.en]: "Save it", [at.fr]: "Enregistrer", [at.de]: "Speichern" });
    const set = (languageId: string, value: string) => api().labels.setValue({ id, languageId, value });
    await set(at.en, " Save  it\n");
    expect(await french(id)).toMatchObject({ outdatedFrom: null });
    await set(at.en, "Save this");
    await set(at.en, "Save this now");
    expect(await french(id)).toMatchObject({ outdatedFrom: { value: "Save it" } });
    expect(await named({ show: "outdated" })).toEqual(["label one"]);
    expect(await named({ show: "review" })).toEqual(["label one"]);
    const german = { languageId: at.de, show: "outdated" };
    expect(await named(german)).toEqual(["label one"]);
    await set(at.fr, "Enregistrez maintenant");
    expect(await named({ show: "outdated" })).toEqual([]);
    expect(await named(german)).toEqual(["label one"]);
    const before = await api().labels.get({ id });
    expect(await api().desk.confirm({ resource: "label", id, languageId: at.de })).toMatchObject({
      outdatedFrom: null,
    });
    expect((await api().labels.get({ id })).version).toBe(before.version + 1);
    expect(await named(german)).toEqual([]);
  });

  it("is right again where the source is what it was, and where both change together", async () => {
    const { id } = await label("one", { [at.en]: "Save", [at.fr]: "Enregistrer" });
    await api().labels.setValue({ id, languageId: at.en, value: "Store" });
    await api().labels.setValue({ id, languageId: at.en, value: "Save" });
    expect(await french(id)).toMatchObject({ outdatedFrom: null });
    const both = [
      { languageId: at.fr, value: "Garder" },
      { languageId: at.en, value: "Keep" },
    ];
    await api().labels.update({ id, translations: both });
    expect(await french(id)).toMatchObject({ outdatedFrom: null, target: { value: "Garder" } });
  });

  it("is outdated in every resource, and comes back as it was with its record", async () => {
    const { id } = await api().countries.create({ code: "FR", name: "France", phonePrefix: "+33" });
    for (const [languageId, text] of [
      [at.en, "France"],
      [at.fr, "France"],
      [at.en, "The French Republic"],
    ] as const)
      await api().countries.translate({ id, languageId, label: text });
    expect(await named({ show: "outdated" })).toEqual(["country France"]);
    await api().countries.remove({ id });
    await api().countries.restore({ id });
    expect(await named({ show: "outdated" })).toEqual(["country France"]);
    expect((await api().countries.get({ id })).translations[0]).not.toHaveProperty("outdatedFrom");
  });

  it("are of resources, with fields and warnings, that are called something in every language", () => {
    const titles = deskSources().flatMap(({ title, fields }) => [
      title,
      ...Object.values(fields).map((field) => field.title),
    ]);
    expect(titles.length).toBeGreaterThan(30);
    expect([...titles, ...Object.values(warningWords)].filter((title) => !texts[title])).toEqual([]);
  });

  it("is found by a trigger that every table of translations has", async () => {
    const tables = await db().execute<{ name: string; has: boolean }>(sql`
      select c.table_name as name, exists (
        select from pg_trigger t where t.tgname = 'mark_outdated'
          and t.tgrelid = ('backoffice.' || quote_ident(c.table_name))::regclass) as has
      from information_schema.columns c where c.table_schema = 'backoffice' and c.column_name = 'outdated_from'`);
    expect(tables.length).toBeGreaterThan(12);
    expect(tables.filter(({ has }) => !has)).toEqual([]);
    const known = new Set(tables.map(({ name }) => name));
    expect(tableSources(deskSources()).filter(({ texts }) => !known.has(getTableName(texts)))).toEqual([]);
  });
});

describe("warnings", () => {
  it("are listed until somebody puts them aside, with a reason", async () => {
    const { id } = await label("one", { [at.en]: "Hello {name}!", [at.fr]: "Bonjour" });
    await label("two", { [at.en]: "Save", [at.fr]: "Garder" });
    const cell = { resource: "label", id, languageId: at.fr };
    expect(await listed({ show: "warned" })).toMatchObject([
      {
        name: "one",
        warnings: [{ warning: "tokens", message: "{name} is missing.", dismissed: null }, { warning: "ending" }],
      },
    ]);
    expect(await named({ show: "review" })).toEqual(["label one"]);
    for (const warning of ["tokens", "ending"] as const)
      await api().desk.dismiss({ ...cell, warning, reason: "No name here" });
    expect(await listed({ show: "warned" })).toEqual([]);
    expect(await named({ show: "review" })).toEqual([]);
    expect(await api().desk.get(cell)).toMatchObject({ warnings: [{ dismissed: "No name here" }, {}] });
    await api().desk.recall({ ...cell, warning: "tokens" });
    expect(await named({ show: "warned" })).toEqual(["label one"]);
  });
});

describe("search and replace", () => {
  it("shows what it would change, changes that, and takes it back by the same door", async () => {
    await label("one", { [at.en]: "The bike is locked", [at.fr]: "Le vélo" });
    await button({ [at.en]: "Find my Bike" });
    const asked = await question();
    const answer = { question: "A bike?", answer: '<p title="bike">A <b>bike</b> &amp; more</p>' };
    await api().desk.set({ cells: [{ resource: "faq", id: asked.id, languageId: at.en, texts: answer }] });
    const hits = await api().desk.find({ find: "bike", replace: "scooter", matchCase: false });
    expect(hits.items.map(({ resource, after }) => [resource, after])).toEqual([
      ["faq", { question: "A scooter?", answer: "<p>A <b>scooter</b> &amp; more</p>" }],
      ["help-desk-button", { label: "Find my scooter" }],
      ["label", { value: "The scooter is locked" }],
    ]);
    expect(hits.isCut).toBe(false);
    expect((await api().desk.find({ find: "bike", replace: "x" })).items).toHaveLength(2);
    expect((await api().desk.find({ find: "& more", replace: "x" })).items).toMatchObject([{ resource: "faq" }]);
    expect((await api().desk.find({ find: "bike", replace: "x", languageId: at.fr })).items).toEqual([]);
    const cells = hits.items.map(({ resource, id, languageId, before, after }) => ({
      resource,
      id,
      languageId,
      texts: after,
      expected: before,
    }));
    await api().desk.set({ cells });
    expect((await api().desk.find({ find: "bike", replace: "x", matchCase: false })).items).toEqual([]);
    await api().desk.set({ cells: cells.map((cell) => ({ ...cell, texts: cell.expected, expected: cell.texts })) });
    const [kept] = await db().select().from(labelTranslations).where(eq(labelTranslations.languageId, at.en));
    expect(kept?.value).toBe("The bike is locked");
    expect(await db().$count(countryTranslations)).toBe(0);
  });
});

describe("the counts of texts", () => {
  const counted = async () => {
    const sources = tableSources(deskSources());
    const countOf = await textCountsOf(systemCtx("test"), sources);
    return sources.map((source) => {
      const { total, translated } = countOf(source);
      return [source.name, total, [...translated.values()].reduce((all, one) => all + one, 0)];
    });
  };
  const real = () =>
    Promise.all(
      tableSources(deskSources()).map(async ({ name, table, texts }) => [
        name,
        await db().$count(table as PgTable),
        await db().$count(texts),
      ]),
    );

  it("are those of every resource's tables, however they were written", async () => {
    const { id: one } = await label("one", { [at.en]: "One", [at.fr]: "Un" });
    await Promise.all(
      Array.from({ length: 150 }, (_, n) =>
        db()
          .insert(labels)
          .values({ name: `many ${n}`, moduleId: at.app }),
      ),
    );
    await expect(
      db().transaction(async (tx) => {
        await tx.delete(labels);
        throw new Error("taken back");
      }),
    ).rejects.toThrow();
    expect(await counted()).toEqual(await real());
    expect(await db().$count(textCounts, eq(textCounts.tableName, "labels"))).toBeLessThan(110);
    await db().delete(labels).where(eq(labels.id, one));
    expect(await counted()).toEqual(await real());
  });

  it("say that there is no gap without looking for one, and that there is one", async () => {
    await db().delete(labels);
    const { id: one } = await label("one", { [at.en]: "One", [at.fr]: "Un" });
    const gaps = async (languageId: string) =>
      (await api().desk.list({ languageId, resource: "label", show: "missing" })).items.map(({ id }) => id);
    expect([await gaps(at.fr), await gaps(at.de)]).toEqual([[], [one]]);
    await db().delete(labelTranslations).where(eq(labelTranslations.languageId, at.fr));
    expect(await gaps(at.fr)).toEqual([one]);
  });
});
