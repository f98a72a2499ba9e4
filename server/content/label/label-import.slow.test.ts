import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, labels, labelTranslations } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { csvStream } from "@/server/kit/export/spreadsheet";
import { rowKinds } from "@/server/kit/import/import.schema";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).labels;
let at: Awaited<ReturnType<typeof seedContent>>;

const preview = (file: string | Uint8Array, createIn?: string) =>
  api().imports.preview({
    fileName: "labels.csv",
    file: { name: "labels.csv", type: "", bytes: new Uint8Array(Buffer.from(file as string)) },
    options: { languageId: at.fr, createIn },
  });
const upload = (csv: string | Uint8Array, more = {}) =>
  api().upload({
    languageId: at.fr,
    file: { name: "l.csv", type: "text/csv", bytes: Buffer.from(csv as string) },
    ...more,
  });
const rowsOf = async (id: string) => {
  const pages = await Promise.all(rowKinds.map((kind) => api().imports.plan({ id, kind })));
  return pages.flatMap(({ items }) => items).sort((a, b) => a.row - b.row);
};
const lines = (rows: { row: number; kind: string; message: string | null }[]) =>
  rows.map(({ row, kind, message }) => (message ? `${row} ${kind}: ${message}` : `${row} ${kind}`));
const linesOf = async ({ id }: { id: string }) => lines(await rowsOf(id));

/** An import once it has ended. */
async function ended(id: string) {
  for (;;) {
    const one = await api().imports.get({ id });
    if (one.status !== "running") return one;
    await sleep(20);
  }
}

/** Plans a file and confirms what was seen. */
async function bring(file: string | Uint8Array, createIn?: string) {
  const { id, token } = await preview(file, createIn);
  await api().imports.confirm({ id, token: token ?? "" });
  return ended(id);
}

/** Every label's name with its French value, and how many rows there are of each kind: what a failed import must not touch. */
async function everything() {
  const { items } = await api().list({ limit: 1000, sortBy: "name:asc", languageId: at.fr });
  const [texts, entries] = await Promise.all([db().$count(labelTranslations), db().$count(auditLog)]);
  return { items: items.map(({ name, value, version }) => ({ name, value, version })), texts, entries };
}

beforeEach(async () => {
  at = await seedContent(db());
  await api().create({ name: "save", moduleId: at.app, translations: [{ languageId: at.fr, value: "Enregistrer" }] });
  await api().create({ name: "cancel", moduleId: at.app });
  await api().create({ name: "both", moduleId: at.app });
  await api().create({ name: "both", moduleId: at.pro });
});

describe("a preview", () => {
  it("says for each row what would happen, and writes nothing", async () => {
    const before = await everything();
    const file = "name,value\nsave,Enregistrer\ncancel,Annuler\nsave,Sauver\nnobody,?\nboth,Deux\n,Vide\n";
    const seen = await preview(file);
    expect(await linesOf(seen)).toEqual([
      "2 same",
      "3 changed",
      "4 error: Row 2 has this name already.",
      "5 error: There is nothing of this name.",
      '6 error: Several modules have this name: Mobile app, Pro Center. Say which in a column "module".',
      "7 error: The name is missing.",
    ]);
    expect(seen.counts).toEqual({ total: 6, new: 0, changed: 1, same: 1, error: 4 });
    expect(seen.asks).toEqual({ createIn: 1 });
    expect((await rowsOf(seen.id))[1]?.changes).toEqual([{ column: "value", before: null, after: "Annuler" }]);
    expect(await everything()).toEqual(before);
  });

  it("creates unknown names where the person says so", async () => {
    const file =
      "name,value,module\nnew.one,Un,\nboth,Deux,\nnew.two,Deux,mobile-app\nnew.two,Trois,pro center\nx,y,zz\n";
    expect(await linesOf(await preview(file, at.pro))).toEqual([
      "2 new",
      "3 changed",
      "4 new",
      "5 new",
      '6 error: There is no module "zz".',
    ]);
    expect(await bring(file, at.pro)).toMatchObject({
      status: "done",
      counts: { total: 5, new: 3, changed: 1, same: 0, error: 1 },
    });
    const { items } = await api().list({ name: "new.", sortBy: "name:asc,moduleName:asc", languageId: at.fr });
    expect(items.map((item) => [item.name, item.module.code, item.value])).toEqual([
      ["new.one", "pro-center", "Un"],
      ["new.two", "mobile-app", "Deux"],
      ["new.two", "pro-center", "Trois"],
    ]);
  });

  it("reads a header in any case, semicolons, a byte-order mark, quoted line breaks and more columns", async () => {
    const file =
      '\uFEFFVALUE;Name;labelinterfacepage;Notes;DESCRIPTION\r\n"Annuler;\r\n""tout""";cancel;home;x;"Of a form"\r\n;save;;;\r\n';
    const seen = await preview(file);
    expect(seen.ignoredTitles).toEqual(["Notes"]);
    expect(await linesOf(seen)).toEqual(["2 changed", "4 same"]);
    await bring(file);
    const [label] = (await api().list({ name: "cancel", languageId: at.fr })).items;
    expect(label).toMatchObject({ value: 'Annuler;\n"tout"', labelInterfacePage: "home", description: "Of a form" });
    expect((await api().list({ name: "save", languageId: at.fr })).items[0]?.value).toBe("Enregistrer");
  });

  it("names row and column of each bad cell", async () => {
    const file = `name,value\n${"n".repeat(201)},x\nsave,${"v".repeat(5001)}\ncancel,a\0b\nsave\ncancel,x,y\n`;
    expect((await rowsOf((await preview(file)).id)).map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, "name", "At most 200 characters."],
      [3, "value", "At most 5,000 characters."],
      [4, "value", "This holds a character that cannot be stored (U+0000)."],
      [5, null, "This row has 1 cell, the first line 2."],
      [6, null, "This row has 3 cells, the first line 2."],
    ]);
  });

  it("refuses what is no such file, saying what is wrong", async () => {
    const refused = async (csv: string | Uint8Array) => {
      const { status, detail } = await failure(preview(csv));
      return `${status} ${detail}`;
    };
    expect(await refused("")).toMatch(/^400 /);
    expect(await refused("name,value\n")).toBe("400 The file has a first line, but no rows below it.");
    expect(await refused("key,text\na,b\n")).toBe('400 The first line of the file has no column "name" and "value".');
    expect(await refused(Buffer.from("name,value\nsave,d\xe9j\xe0\n", "latin1"))).toMatch(/400 Line 2 is not UTF-8/);
    expect(await refused(Buffer.from("PK\x03\x04rest"))).toMatch(/400 The workbook is damaged/);
    expect(await refused('name,value\nsave,"open\n')).toMatch(
      /400 Row 2, column "value": a quote is opened here and never closed/,
    );
    expect(await refused(`name,value\n${"a,b\n".repeat(10_001)}`)).toMatch(
      /^400 Row 10002: the file has more than 10,000 rows/,
    );
  });
});

describe("a confirmed import", () => {
  it("reports exactly the seven bad rows of a thousand and saves the others", async () => {
    const bad = new Map([
      [17, ",empty name"],
      [101, `too.long,${"x".repeat(5001)}`],
      [250, "nul,a\0b"],
      [333, "one.cell"],
      [500, "three,cells,here"],
      [777, "row.0,twice"],
      [1000, `${"n".repeat(201)},long name`],
    ]);
    const rows = Array.from({ length: 1000 }, (_, i) => bad.get(i + 1) ?? `row.${i},Valeur ${i}`);
    const file = `name,value\n${rows.join("\n")}\n`;
    const done = await bring(file, at.app);
    expect(done).toMatchObject({ status: "done", counts: { total: 1000, new: 993, changed: 0, same: 0, error: 7 } });
    const { items } = await api().imports.plan({ id: done.id, kind: "error" });
    expect(items.map((error) => error.row)).toEqual([...bad.keys()].map((row) => row + 1));
    expect(await db().$count(labels)).toBe(997);
    const again = await bring(file, at.app);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 993 });
  });

  it("keeps nothing of a file that fails half-way, and says why", async () => {
    const before = await everything();
    await db().execute("alter table backoffice.label_translations add constraint trap check (value <> 'Piège')");
    try {
      const failed = await bring("name,value\na,Un\ncancel,Annuler\nsave,Piège\n", at.app);
      expect(failed).toMatchObject({ status: "failed", written: 0, token: null });
      expect(failed.error).toBe("The request breaks a rule. Nothing was imported.");
    } finally {
      await db().execute("alter table backoffice.label_translations drop constraint trap");
    }
    expect(await everything()).toEqual(before);
  });

  it("audits each changed label once, and the import", async () => {
    const count = await db().$count(auditLog);
    const others = async () => (await everything()).items.filter(({ name }) => name === "save" || name === "both");
    const before = await others();
    const { id } = await bring("name,value\ncancel,Annuler\nsave,Enregistrer\nfresh,Frais\n", at.app);
    expect((await db().$count(auditLog)) - count).toBe(3);
    expect(await others()).toEqual(before);
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(rows).toMatchObject([{ objectType: "label", objectLabel: "labels.csv", action: "import" }]);
  });

  it("refuses a key that the form would refuse", async () => {
    const name = "ux review bad name!";
    const { errors } = await failure(api().create({ name, moduleId: at.app }));
    const message = "Use letters, digits and . _ - : / without blanks, such as button.save.";
    expect(errors).toEqual([{ path: "name", message }]);
    expect(await linesOf(await preview(`name,value\n${name},x\n`, at.app))).toEqual([`2 error: ${message}`]);
  });

  it("reads a workbook as it reads CSV", async () => {
    const rows = [["Name", "VALUE", "module"], ["save", "Sauver"], ["cancel", "", "mobile-app"], [], ["nobody", "?"]];
    const seen = await preview(sheetOf(rows));
    expect(seen.kind).toBe("xlsx");
    expect(await linesOf(seen)).toEqual(["2 changed", "3 same", "5 error: There is nothing of this name."]);
  });
});

describe("an undo", () => {
  const labelNamed = async (name: string) => (await api().list({ name, languageId: at.fr })).items[0];

  it("takes back what the import did, and leaves and names what somebody changed since", async () => {
    const before = await everything();
    const file =
      "name,value,description\nsave,Sauver,\ncancel,Annuler,Of a form\none,Un,\ntwo,Deux,\nthree,Trois,\nfour,Quatre,\n";
    const { id } = await bring(file, at.app);
    const [one, two, cancel] = await Promise.all(["one", "two", "cancel"].map(labelNamed));
    await api().setValue({ id: one?.id ?? "", languageId: at.de, value: "Eins" });
    await api().setValue({ id: cancel?.id ?? "", languageId: at.fr, value: "Abandonner" });
    await api().remove({ id: two?.id ?? "" });
    const undone = await api().imports.undo({ id });
    expect(undone).toMatchObject({ status: "undone", undoneBy: "Tess Ter", until: null });
    expect(undone.left.map(({ label, reason }) => `${label}: ${reason}`)).toEqual([
      "cancel: Changed since by Tess Ter.",
      "one: Changed since by Tess Ter.",
      "two: Deleted since by Tess Ter.",
    ]);
    const { items } = await everything();
    expect(items.map(({ name, value }) => `${name} ${value ?? ""}`.trim())).toEqual([
      "both",
      "both",
      "cancel Abandonner",
      "one Un",
      "save Enregistrer",
    ]);
    expect(items.length).toBe(before.items.length + 1);
    expect((await failure(api().imports.undo({ id }))).status).toBe(422);
  });

  it("gives back a text that a label has in another language meanwhile, and pages and descriptions", async () => {
    const { id } = await bring("name,value,labelInterfacePage,description\nsave,Sauver,home,Of a form\n");
    const save = await labelNamed("save");
    await api().setValue({ id: save?.id ?? "", languageId: at.de, value: "Speichern" });
    expect((await api().imports.undo({ id })).left).toEqual([]);
    expect(await api().get({ id: save?.id ?? "" })).toMatchObject({
      labelInterfacePage: null,
      description: null,
      translations: [{ value: "Enregistrer" }, { value: "Speichern" }],
    });
  });

  it("is audited: in the history of each label and as a whole", async () => {
    const { id } = await bring("name,value\nsave,Sauver\nfresh,Frais\n", at.app);
    const ids = (await everything()).items.length;
    const count = await db().$count(auditLog);
    await api().imports.undo({ id });
    expect((await db().$count(auditLog)) - count).toBe(3);
    expect((await everything()).items.length).toBe(ids - 1);
  });

  it("needs the right of now", async () => {
    const { id } = await bring("name,value\nsave,Sauver\n");
    const reader = appRouter.createCaller(staffCtx(db(), ["label.read"])).labels;
    expect((await failure(reader.imports.undo({ id }))).status).toBe(403);
    expect((await reader.imports.recent({})).map((one) => one.id)).toContain(id);
  });
});

describe("the upload by REST", () => {
  it("saves the good rows, reports the others and loses nothing", async () => {
    const answer = await upload("name,value\ncancel,Annuler\nnobody,Personne\nsave,\n");
    expect(answer.items).toMatchObject([{ name: "cancel", translations: [{ value: "Annuler" }] }]);
    expect(answer.meta.totalItems).toBe(1);
    expect(answer.report).toEqual({
      total: 3,
      created: 0,
      updated: 1,
      skipped: 1,
      errors: [{ row: 3, column: "name", message: "There is nothing of this name." }],
    });
    const trial = await upload("name,value\ncancel,Abandonner\n", { dryRun: true });
    expect(trial).toMatchObject({ items: [], report: { total: 1, updated: 1 } });
    expect((await api().list({ name: "cancel", languageId: at.fr })).items[0]?.value).toBe("Annuler");
    const nowhere = {
      languageId: crypto.randomUUID(),
      file: { name: "l", type: "", bytes: Buffer.from("name,value\na,b") },
    };
    expect((await failure(api().upload(nowhere))).status).toBe(404);
    expect(
      (await failure(api().upload({ ...nowhere, file: { ...nowhere.file, bytes: Buffer.from("x") } }))).status,
    ).toBe(400);
  });
});

it("takes back what the grid exported with nothing changed", async () => {
  const odd = [
    "=1+1",
    "'=1+1",
    "''-x",
    "-5",
    "+33",
    "@home",
    "a,b;c",
    'say "hi"',
    "two\nlines",
    " spaced ",
    "'quoted'",
    "\ttab",
  ];
  await api().bulkUpdate({
    items: await Promise.all(
      odd.map(async (value, i) => {
        const { id } = await api().create({ name: `odd.${i}`, moduleId: at.pro });
        return { id, translations: [{ languageId: at.fr, value }] };
      }),
    ),
  });
  const bytes = await new Response(
    csvStream(["name", "value", "module"], async (write) => {
      const { items } = await api().list({ languageId: at.fr, limit: 1000 });
      await write(items.map((item) => [item.name, item.value ?? null, item.module.code]));
    }),
  ).arrayBuffer();
  const { counts } = await preview(new Uint8Array(bytes));
  expect(counts).toEqual({ total: odd.length + 4, new: 0, changed: 0, same: odd.length + 4, error: 0 });
});
