import { beforeEach, describe, expect, it } from "vitest";
import { countries, documentations, faqs, helpDeskButtons, mostFrequentQuestions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { importsEnded } from "@/server/kit/import/run-import";
import { fileFields } from "@/server/kit/import/sheet/desk-file.rules";
import { colleague } from "@/server/kit/import/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { lostCodes, piecesOf } from "./desk-code.rules";
import { deskSources } from "./desk-source";

const { db } = useDatabase();
const as = (...rights: Permission[]) => appRouter.createCaller(staffCtx(db(), rights.length ? rights : undefined));
const api = () => as();
let at: Awaited<ReturnType<typeof seedContent>>;
let ids: { hello: string; save: string; faq: string };

beforeEach(async () => {
  for (const table of [faqs, documentations, helpDeskButtons, mostFrequentQuestions, countries])
    await db().delete(table);
  at = await seedContent(db());
  const label = async (name: string, value: string) =>
    (await api().labels.create({ name, moduleId: at.app, translations: [{ languageId: at.en, value }] })).id;
  const { id: faqId } = await api().faqs.create({ name: "Battery", topic: "Riding" });
  const english = { question: "How long?", answer: "<p>A <b>day</b> &amp; a night<br />at {place}</p>" };
  const { id } = await api().faqContents.create({ faqId, translations: [{ languageId: at.en, ...english }] });
  ids = { hello: await label("hello", "Hello {name}!"), save: await label("save", "Save"), faq: id };
});

type Format = "csv" | "xlsx" | "xliff";
const exported = async (format: Format, more: { resource?: string; show?: "missing" } = {}) =>
  Buffer.from((await api().desk.export({ languageId: at.fr, format, ...more })).file, "base64");
const preview = (file: string | Uint8Array, caller = api()) =>
  caller.desk.imports.preview({
    fileName: "fr.xlf",
    file: { name: "fr.xlf", type: "", bytes: new Uint8Array(Buffer.from(file as string)) },
    options: {},
  });
const confirm = async ({ id, token }: { id: string; token: string | null }) => {
  await api().desk.imports.confirm({ id, token: token ?? "" });
  await importsEnded();
};
const errorsOf = async ({ id }: { id: string }) =>
  (await api().desk.imports.plan({ id, kind: "error" })).items.map(
    ({ name, column, message }) => `${name} ${column}: ${message}`,
  );
const french = async (resource: string, id: string) => await api().desk.get({ resource, id, languageId: at.fr });
/** The file with a target in the unit of this text and field. */
const translated = (xml: string, unit: string, target: (source: string) => string) =>
  xml.replace(
    new RegExp(`(<unit id="${unit}".*?<source>(.*?)</source>)(?:<target>.*?</target>)?`),
    (_, head: string, source: string) => `${head}<target>${target(source)}</target>`,
  );
const label = (id: string) => `label\\.${id}\\.value`;

describe("a file of the desk", () => {
  it("goes to an agency as XLIFF and comes back, once, and is taken back whole", async () => {
    let xml = (await exported("xliff")).toString();
    expect(xml).toContain('srcLang="en" trgLang="fr"');
    expect(xml).toContain(
      `<source>Hello <ph id="1" equiv="{name}" disp="{name}" dataRef="d1" canCopy="no" canDelete="no"/>!</source>`,
    );
    xml = translated(xml, label(ids.hello), (source) => source.replace("Hello", "Bonjour"));
    const [question, answer] = ["question", "answer"].map((field) => `faq\\.${ids.faq}\\.${field}`);
    xml = translated(xml, question ?? "", () => "Combien ?");
    xml = translated(xml, answer ?? "", (source) => `${source.replace("day", "jour")}&lt;script&gt;x&lt;/script&gt;`);
    const plan = await preview(xml);
    expect(plan).toMatchObject({ kind: "xliff", counts: { new: 2, changed: 0, error: 0 } });
    await confirm(plan);
    expect(await french("label", ids.hello)).toMatchObject({ target: { value: "Bonjour {name}!" } });
    expect(await french("faq", ids.faq)).toMatchObject({
      target: { question: "Combien ?", answer: "<p>A <b>jour</b> &amp; a night<br />at {place}</p>" },
    });
    expect(await preview(xml)).toMatchObject({ counts: { new: 0, changed: 0, error: 0 } });
    expect(await api().desk.imports.undo({ id: plan.id })).toMatchObject({ status: "undone", left: [] });
    expect(await french("label", ids.hello)).toMatchObject({ target: { value: "" } });
    expect(await french("faq", ids.faq)).toMatchObject({ target: { question: "", answer: "" } });
  });

  it.each(["csv", "xlsx", "xliff"] as const)(
    "as %s says the same as the desk, so that nothing of it would change",
    async (format) => {
      await api().desk.set({
        cells: [
          { resource: "label", id: ids.hello, languageId: at.fr, texts: { value: '=1+1 {name}, "a";\n <b> & b' } },
          {
            resource: "faq",
            id: ids.faq,
            languageId: at.fr,
            texts: { question: "'Q", answer: "<p>x<br />&lt;y&gt; &amp; {place}</p><hr />" },
          },
        ],
      });
      const plan = await preview(await exported(format));
      expect(plan.counts).toMatchObject({ new: 0, changed: 0, error: 0 });
      expect(plan.counts.total).toBeGreaterThan(2);
      expect(plan.ignoredTitles).toEqual([]);
    },
  );

  it("as CSV is a table that people fill in; what it lacks, loses or finds changed is an error of its row", async () => {
    const csv = (await exported("csv", { resource: "label", show: "missing" })).toString();
    expect(csv.trim().split("\r\n")).toEqual([
      "kind,id,language,source language,name,source value,value",
      expect.stringMatching(/^label,[-\w]+,fr,en,hello,.*Hello/),
      `label,${ids.save},fr,en,save,Save,`,
    ]);
    const row = (id: string, source: string, more: string) => `label,${id},fr,${source},${more}\n`;
    const head = "kind,id,language,source value,value\n";
    const rows = (text: string) => preview(head + text);
    expect(await errorsOf(await rows(row(ids.hello, "Hello {name}!", "Bonjour")))).toEqual([
      " value: It lost {name} of the source.",
    ]);
    expect(await errorsOf(await rows(row(ids.save, "Store", "Garder")))).toEqual([
      " source value: The source has changed since the export. Export the text again to translate it.",
    ]);
    expect((await rows(row(ids.save, " Save  ", "Garder"))).counts).toMatchObject({ new: 1, error: 0 });
    expect(await errorsOf(await rows(`label,${ids.save},xx,Save,Garder\n`))).toEqual([
      ' language: There is no language "xx".',
    ]);
    const lacking = `kind,id,language,question\nfaq,${ids.faq},fr,Combien ?\n`;
    expect(await errorsOf(await preview(lacking))).toEqual([
      " answer: This text is missing, and the others are not stored without it.",
    ]);
    expect((await rows(`label,${ids.save},fr,Save,Garder\nlabel,${ids.save},fr,Save,Autre\n`)).counts).toMatchObject({
      new: 1,
      error: 1,
    });
  });

  it("is planned with what each text was and becomes, nothing where there was none", async () => {
    await api().labels.setValue({ id: ids.save, languageId: at.fr, value: "Garder" });
    const file = "kind,id,language,value\n";
    const { id } = await preview(`${file}label,${ids.save},fr,Conserver\nlabel,${ids.hello},fr,Salut {name}\n`);
    const planned = async (kind: "new" | "changed") =>
      (await api().desk.imports.plan({ id, kind })).items.map(({ changes }) => changes);
    expect(await planned("changed")).toEqual([[{ column: "value", before: "Garder", after: "Conserver" }]]);
    expect(await planned("new")).toEqual([[{ column: "value", before: null, after: "Salut {name}" }]]);
  });

  it("confirms what was outdated, and undoing it marks it again; what changed since is left", async () => {
    const set = (id: string, languageId: string, value: string) => api().labels.setValue({ id, languageId, value });
    await set(ids.save, at.fr, "Garder");
    await set(ids.save, at.en, "Store");
    const file = (await exported("csv", { resource: "label" }))
      .toString()
      .replace("Hello {name}!,", "Hello {name}!,Salut {name}");
    const plan = await preview(file);
    expect(plan.counts).toMatchObject({ new: 1, changed: 1 });
    await confirm(plan);
    expect(await french("label", ids.save)).toMatchObject({ outdatedFrom: null });
    await set(ids.hello, at.fr, "Bonjour {name}");
    expect(await api().desk.imports.undo({ id: plan.id })).toMatchObject({
      left: [{ id: ids.hello, reason: expect.stringContaining("Changed since by") }],
    });
    expect(await french("label", ids.save)).toMatchObject({
      outdatedFrom: { value: "Save" },
      target: { value: "Garder" },
    });
  });

  it("is taken back beside a text that somebody has emptied since, which stays empty", async () => {
    const rows = [`label,${ids.hello},fr,Salut {name}`, `label,${ids.save},fr,Garder`];
    const plan = await preview(`kind,id,language,value\n${rows.join("\n")}\n`);
    await confirm(plan);
    await api().desk.set({ cells: [{ resource: "label", id: ids.hello, languageId: at.fr, texts: null }] });
    expect(await api().desk.imports.undo({ id: plan.id })).toMatchObject({
      status: "undone",
      left: [{ id: ids.hello, reason: expect.stringContaining("Changed since by") }],
    });
    for (const id of [ids.hello, ids.save]) expect((await french("label", id)).target).toEqual({ value: "" });
  });

  it("confirms, and undone marks, its own texts in its own language alone", async () => {
    const cells = [ids.save, ids.hello].flatMap((id) => [at.fr, at.de].map((languageId) => ({ id, languageId })));
    for (const cell of cells) await api().labels.setValue({ ...cell, value: "Un texte {name}" });
    for (const id of [ids.save, ids.hello]) await api().labels.setValue({ id, languageId: at.en, value: "New {name}" });
    const outdated = () =>
      Promise.all(
        cells.map(async (cell) => (await api().desk.get({ ...cell, resource: "label" })).outdatedFrom?.value ?? null),
      );
    const [save, hello] = ["Save", "Hello {name}!"];
    expect(await outdated()).toEqual([save, save, hello, hello]);
    const plan = await preview(`kind,id,language,value\nlabel,${ids.save},fr,Un  texte {name}\n`);
    await confirm(plan);
    expect(await outdated()).toEqual([null, save, hello, hello]);
    await api().desk.confirm({ resource: "label", id: ids.save, languageId: at.de });
    await api().desk.imports.undo({ id: plan.id });
    expect(await outdated()).toEqual([save, null, hello, hello]);
  });

  it("confirms what was outdated also where only white space changes", async () => {
    await api().labels.setValue({ id: ids.save, languageId: at.fr, value: "Garder tout" });
    await api().labels.setValue({ id: ids.save, languageId: at.en, value: "Keep all" });
    expect((await french("label", ids.save)).outdatedFrom).not.toBeNull();
    await confirm(await preview(`kind,id,language,value\nlabel,${ids.save},fr,Garder  tout\n`));
    expect(await french("label", ids.save)).toMatchObject({ outdatedFrom: null, target: { value: "Garder  tout" } });
  });
});

describe("the rights", () => {
  it("are those of each text's resource, and an import is for nobody else's eyes", async () => {
    const file = `kind,id,language,value\nlabel,${ids.save},fr,Garder\n`;
    const reader = as("label.read", "message.write", "message.read");
    expect((await preview(file, reader)).counts).toMatchObject({ new: 0, error: 1 });
    expect((await failure(preview(file, as("label.read")))).status).toBe(403);
    const plan = await preview(file);
    await confirm(plan);
    const other = appRouter.createCaller({ ...staffCtx(db()), actor: colleague }).desk.imports;
    expect(await other.recent({})).toEqual([]);
    for (const ask of [other.get, other.undo]) expect((await failure(ask({ id: plan.id }))).status).toBe(404);
    expect(await as("label.read").desk.imports.undo({ id: plan.id })).toMatchObject({
      left: [{ id: ids.save, reason: "You may no longer change it." }],
    });
  });
});

describe("an XLIFF file that is none of ours", () => {
  const file = (body: string, head = "") =>
    `<?xml version="1.0"?>${head}<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr"><file id="f">${body}</file></xliff>`;
  const unit = (body: string) => file(`<unit id="label.${ids.save}.value">${body}</unit>`);
  it("is refused whole: 400 with what is wrong", async () => {
    const faults: [body: string, message: RegExp][] = [
      [file("", '<!DOCTYPE x [<!ENTITY a "b">]>'), /document type/],
      [unit("<segment><source>&a;</source></segment>"), /not well-formed/],
      [file("<group>".repeat(49) + "</group>".repeat(49)), /nested too deeply/],
      ['<xliff version="1.2"/>', /XLIFF 2.0/],
      ["<html></html>", /not an XLIFF file/],
      [file(""), /no units/],
      [unit("<segment>").slice(0, 200), /ends too early/],
      [file(`<unit id="label.${ids.save}.value"/>`.repeat(100_001)), /more than 100,000 units/],
    ];
    for (const [body, message] of faults)
      expect(await failure(preview(body))).toMatchObject({ status: 400, detail: expect.stringMatching(message) });
  });

  it("has bad rows where single units are bad", async () => {
    const bad = async (body: string) => (await errorsOf(await preview(body)))[0];
    const segment = (target: string) => `<segment><source>Save</source><target>${target}</target></segment>`;
    expect(await bad(file('<unit id="u1"><segment><source>a</source></segment></unit>'))).toMatch(/not of an export/);
    expect(await bad(unit(segment('<ph id="1" dataRef="d9"/>')))).toMatch(/refers to "d9"/);
    expect(await bad(unit(segment("<x/>")))).toMatch(/holds <x>/);
    expect(await bad(unit(`${segment("a")}<segment><source>b</source></segment>`))).toMatch(/Only a part/);
    expect(await bad(unit(segment('<cp hex="0001"/>')))).toMatch(/cannot be stored/);
    const memory = "<m:matches><m:match><source>Other</source><target>Autre</target></m:match></m:matches>";
    expect((await preview(unit(memory + segment("Garder")))).counts).toMatchObject({ new: 1, error: 0 });
  });
});

it("every field of every resource has its column", () => {
  const fields = deskSources().flatMap(({ fields }) => Object.keys(fields));
  expect(fields.filter((field) => !fileFields.some((known) => known === field))).toEqual([]);
});

it("codes are tags, entities and tokens; what a text lost of them is told", () => {
  expect(piecesOf("a<b>c<br />{d}</b> &amp;</i>", true)).toEqual([
    "a",
    { start: "<b>", end: "</b>", within: ["c", { data: "<br />" }, { data: "{d}" }] },
    " ",
    { data: "&amp;" },
    { data: "</i>" },
  ]);
  expect(piecesOf("a <b> {{c}} {d}", false)).toEqual(["a <b> ", { data: "{{c}}" }, " ", { data: "{d}" }]);
  expect(lostCodes("<p>{a}</p><p>b</p>", "<p>c</p>", true)).toEqual(["{a}", "<p>"]);
});
