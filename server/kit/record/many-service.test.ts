import { asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as schema from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { AnyRows, randomOf } from "@/server/testing/any-row";
import { companyNotes, createCompanyNotes, noteLines, noteService } from "@/server/testing/company-note";

const { db, url } = useDatabase();
const { auditLog, companies } = schema;
let staff: KnownCtx;
/** a member of the first company, and one of the second */
let ours: KnownCtx;
let theirs: KnownCtx;

beforeAll(async () => {
  await createCompanyNotes(db());
  staff = staffCtx(db());
  const rows = new AnyRows(db(), randomOf(1));
  const inside = async () => {
    const { id } = await rows.insert(companies);
    return { ...staff, company: { id: id as string, rights: new Set<never>() } };
  };
  ours = await inside();
  theirs = await inside();
});

beforeEach(async () => {
  for (const table of [companyNotes, auditLog]) await db().delete(table);
});

const make = (ctx: KnownCtx, ...titles: string[]) =>
  Promise.all(titles.map((title) => noteService.create(ctx, { title, companyId: ctx.company?.id ?? "" })));
const stored = () => db().select().from(companyNotes).orderBy(asc(companyNotes.title));
const trail = async (action: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.action, action)).orderBy(asc(auditLog.objectLabel))).map(
    ({ objectId, objectLabel, companyId, changes }) => ({ objectId, objectLabel, companyId, changes }),
  );

describe("a change of many", () => {
  it("gives each its own values, moves versions on, and audits each as one change of its company's", async () => {
    const [a, b, c] = await make(ours, "a", "b", "c");
    const changed = await noteService.updateMany(ours, [
      { id: c?.id ?? "", ifMatch: '"1"', values: { isOpen: false } },
      { id: a?.id ?? "", values: { title: "a2", body: undefined }, also: { lines: [null, "one"] }, action: "rename" },
      { id: b?.id ?? "", values: { title: "b" } },
    ]);
    expect(changed).toEqual([c?.id, a?.id]);
    expect(await stored()).toMatchObject([
      { title: "a2", isOpen: true, version: 2 },
      { title: "b", isOpen: true, version: 1 },
      { title: "c", isOpen: false, version: 2 },
    ]);
    const companyId = ours.company?.id;
    expect(await trail("update")).toEqual([
      { objectId: c?.id, objectLabel: "c", companyId, changes: { isOpen: [true, false] } },
    ]);
    expect(await trail("rename")).toEqual([
      { objectId: a?.id, objectLabel: "a2", companyId, changes: { title: ["a", "a2"], lines: [null, "one"] } },
    ]);
  });

  it("stores every kind of value as a change of one does", async () => {
    const values = {
      tags: ['a "quoted" one', "back\\slash", "{braces, comma}", "null", ""],
      body: { text: "é\n'\"", list: [1, null, { deep: true }], none: null },
      codeHash: "secret",
      createdAt: "2026-01-02T03:04:05.678Z",
    };
    const [one, many] = await make(ours, "one", "many");
    await noteService.update(ours, one?.id ?? "", values);
    await noteService.updateMany(ours, [{ id: many?.id ?? "", values }]);
    const [first, second] = await stored();
    expect(second).toMatchObject({ ...values, version: 2 });
    expect({ ...first, id: "", title: "", updatedAt: "" }).toEqual({ ...second, id: "", title: "", updatedAt: "" });
    await noteService.updateMany(ours, [{ id: many?.id ?? "", values: { body: null, codeHash: null, tags: [] } }]);
    expect((await stored())[0]).toMatchObject({ body: null, codeHash: null, tags: [], version: 3 });
    expect(JSON.stringify(await trail("update"))).not.toContain("secret");
  });

  it("is all or nothing: 404 for one unknown, 412 for one stale, 422 for one named twice or a value that is taken", async () => {
    const ids = (await make(ours, "a", "b")).map(({ id }) => id);
    const [foreign] = await make(theirs, "theirs");
    const refusals = [
      [{ id: crypto.randomUUID() }, { status: 404 }],
      [{ id: foreign?.id ?? "" }, { status: 404 }],
      [{ id: ids[1] ?? "", ifMatch: '"7"' }, { status: 412 }],
      [{ id: ids[0] ?? "" }, { status: 422, errors: [{ path: "1", message: "It is in the list twice." }] }],
      [
        { id: ids[1] ?? "", values: { title: "a", isOpen: true } },
        { status: 422, code: "duplicate" },
      ],
      [
        { id: ids[1] ?? "", values: { companyId: theirs.company?.id } },
        { status: 422, errors: [{ path: "companyId" }] },
      ],
    ] as const;
    const before = [await stored(), await db().$count(auditLog)];
    for (const [edit, refusal] of refusals) {
      const edits = [
        { id: ids[0] ?? "", values: { isOpen: false } },
        { values: { isOpen: false }, ...edit },
      ];
      expect(await failure(noteService.updateMany(ours, edits))).toMatchObject(refusal);
      expect([await stored(), await db().$count(auditLog)]).toEqual(before);
    }
    expect(await noteService.updateMany(ours, [])).toEqual([]);
  });

  it("takes a few statements, however many they are", async () => {
    const rows = new AnyRows(db(), randomOf(2));
    const companyId = (await rows.insert(companies)).id as string;
    const titles = Array.from({ length: 1000 }, (_, n) => ({ title: `${n}`, companyId }));
    const ids = (await db().insert(companyNotes).values(titles).returning()).map(({ id }) => id);
    const client = postgres(url, { max: 1, onnotice: () => undefined });
    const statements: string[] = [];
    const logger = { logQuery: (text: string) => void statements.push(text.trim().split(" ")[0] ?? "") };
    const counting = drizzle({ client, schema, casing: "snake_case", logger });
    const ctx = { ...staff, db: counting, company: { id: companyId, rights: new Set<never>() } };
    const said = async (work: Promise<unknown>) => {
      await work;
      return statements.splice(0).filter((word) => !["begin", "commit"].includes(word));
    };
    const targets = ids.map((id) => ({ id, values: { isOpen: false } }));
    expect(await said(noteService.updateMany(ctx, targets))).toEqual(["select", "update", "select", "insert"]);
    // Of its two kinds of part one statement each, both ways.
    expect(await said(noteService.removeMany(ctx, targets))).toEqual([
      "select",
      "select",
      "select",
      "delete",
      "insert",
      "insert",
    ]);
    expect(await said(noteService.restoreMany(ctx, ids))).toEqual([
      "select",
      "select",
      "insert",
      "select",
      "update",
      "insert",
    ]);
    await client.end();
    expect(await db().$count(companyNotes, eq(companyNotes.isOpen, false))).toBe(1000);
    expect((await trail("update")).length).toBe(1000);
  });
});

describe("a removal of many", () => {
  it("is undone at once, or one by one, parts that two of them share included", async () => {
    const [a, b, c] = await make(ours, "a", "b", "c");
    const [idA, idB] = [a?.id ?? "", b?.id ?? ""];
    const lines = [
      { noteId: idA, otherId: idB, text: "shared" },
      { noteId: idB, otherId: idB, text: "its own twice" },
      { noteId: idA, text: "its own" },
      { noteId: c?.id ?? "", text: "stays" },
    ];
    await db()
      .insert(noteLines)
      .values(lines.map((line) => ({ id: crypto.randomUUID(), ...line })));
    const all = () => db().select().from(noteLines).orderBy(asc(noteLines.text));
    const before = await all();
    for (const back of [() => noteService.restoreMany(ours, [idB, idA, idB]), undefined]) {
      await noteService.removeMany(ours, [{ id: idA, ifMatch: undefined }, { id: idB }]);
      expect((await stored()).map(({ title }) => title)).toEqual(["c"]);
      expect((await all()).map(({ text }) => text)).toEqual(["stays"]);
      if (back) await back();
      else for (const id of [idB, idA]) await noteService.restore(ours, id);
      expect(await all()).toEqual(before);
    }
    expect((await stored()).map(({ title, version }) => [title, version])).toEqual([
      ["a", 3],
      ["b", 3],
      ["c", 1],
    ]);
    expect((await trail("remove")).map(({ companyId }) => companyId)).toEqual(Array(4).fill(ours.company?.id));
    expect((await trail("restore")).length).toBe(4);
  });

  it("is all or nothing, and so is its undoing; what others removed is unknown", async () => {
    const [a, b] = await make(ours, "a", "b");
    const [foreign] = await make(theirs, "theirs");
    const ids = [a?.id ?? "", b?.id ?? "", foreign?.id ?? ""];
    expect(
      (
        await failure(
          noteService.removeMany(
            ours,
            ids.map((id) => ({ id })),
          ),
        )
      ).status,
    ).toBe(404);
    expect(await stored()).toHaveLength(3);
    await noteService.removeMany(
      staff,
      ids.map((id) => ({ id })),
    );
    expect((await failure(noteService.restoreMany(ours, ids))).status).toBe(404);
    expect(await stored()).toHaveLength(0);
    const [taken] = await make(theirs, "theirs"); // its title is taken by now, which is not theirs to know either
    expect((await failure(noteService.restoreMany(ours, [ids[2] ?? ""]))).status).toBe(404);
    await noteService.remove(theirs, taken?.id ?? "");
    await noteService.restore(theirs, foreign?.id ?? "");
    expect((await failure(noteService.restoreMany(ours, ids))).status).toBe(404); // it is back, which is not theirs to know
    await make(ours, "b");
    expect((await failure(noteService.restoreMany(ours, ids.slice(0, 2)))).code).toBe("duplicate");
    expect((await stored()).map(({ title }) => title)).toEqual(["b", "theirs"]);
  });

  it("waits for no other, whatever the order in which two name the same records", async () => {
    const ids = (await make(ours, ..."abcdefghij")).map(({ id }) => id);
    const edits = (isOpen: boolean, order: string[]) => order.map((id) => ({ id, values: { isOpen } }));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        noteService.updateMany(ours, edits(n % 2 === 0, n % 3 ? ids : ids.toReversed())),
      ),
    );
    expect(new Set((await stored()).map(({ isOpen }) => isOpen)).size).toBe(1);
  });
});
