import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditLog, companies, countries, countryTranslations, languages } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken, toAppError } from "@/server/kit/call/errors";
import { listInput } from "@/server/kit/list/list.schema";
import { equals } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { failure, staffCtx } from "@/server/kit/testing";
import { AnyRows, randomOf } from "@/server/testing/any-row";
import { companyNotes, createCompanyNotes, noteLines, noteService } from "@/server/testing/company-note";
import type { Changes } from "./audit";
import { recordService } from "./record-service";

const { db } = useDatabase();
let ctx: KnownCtx;
let n = 0;
beforeEach(() => {
  ctx = staffCtx(db());
});

const label = () => `Crud model ${++n} ${crypto.randomUUID()}`;
const trail = (objectId: string) =>
  db().select().from(auditLog).where(eq(auditLog.objectId, objectId)).orderBy(auditLog.at, auditLog.id);
describe("a record", () => {
  it("creates with an audit row that names the actor, the door and the fields", async () => {
    const made = await modelPersService.create(ctx, { label: label(), description: null });
    expect(made).toMatchObject({ version: 1, description: null });
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [entry] = await trail(made.id);
    expect(entry).toMatchObject({
      action: "create",
      actorLabel: "Tess Ter",
      door: "screen",
      requestId: "test-request",
      changes: { label: [null, made.label] },
    });
  });

  it("changes only what was sent, bumps the version, and leaves no trace of a change that changes nothing", async () => {
    const made = await modelPersService.create(ctx, { label: label(), description: "first" });
    const same = await modelPersService.update(ctx, made.id, { label: made.label });
    expect(same.version).toBe(1);
    const changed = await modelPersService.update(ctx, made.id, { description: "second", label: undefined });
    expect(changed).toMatchObject({ label: made.label, description: "second", version: 2 });
    expect(changed.updatedAt >= made.updatedAt).toBe(true);
    const entries = await trail(made.id);
    expect(entries.map((entry) => entry.action)).toEqual(["create", "update"]);
    expect(entries[1]?.changes).toEqual({ description: ["first", "second"] });
  });

  it("refuses a write on a version the caller has not seen", async () => {
    const made = await modelPersService.create(ctx, { label: label() });
    await modelPersService.update(ctx, made.id, { description: "theirs" }, '"1"');
    const refused = await failure(modelPersService.update(ctx, made.id, { description: "mine" }, '"1"'));
    expect(refused).toMatchObject({ code: "version_mismatch", status: 412, headers: { etag: '"2"' } });
    expect((await failure(modelPersService.remove(ctx, made.id, 'W/"1"'))).status).toBe(412);
    expect(await modelPersService.update(ctx, made.id, { description: "mine" }, '"1", W/"2"')).toMatchObject({
      version: 3,
    });
  });

  it("lets one of two editors win", async () => {
    const made = await modelPersService.create(ctx, { label: label() });
    const results = await Promise.allSettled(
      ["a", "b"].map((description) => modelPersService.update(ctx, made.id, { description }, '"1"')),
    );
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("names the field of a duplicate, and 50 parallel creates make one row", async () => {
    const twice = label();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => modelPersService.create(ctx, { label: twice })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected")
        expect(toAppError(result.reason)).toMatchObject({
          code: "duplicate",
          status: 422,
          errors: [{ path: "label" }],
        });
  });

  it("audits in the change's own transaction", async () => {
    const name = label();
    let id = "";
    await failure(
      inTransaction(ctx, async (tx) => {
        ({ id } = await modelPersService.create(tx, { label: name }));
        throw new Error("changed my mind");
      }),
    );
    expect(await trail(id)).toEqual([]);
    expect((await modelPersService.rows(ctx, { label: name } as object)).items).toEqual([]);
  });

  it("answers 404 for what is not there", async () => {
    const id = crypto.randomUUID();
    for (const work of [
      () => modelPersService.get(ctx, id),
      () => modelPersService.update(ctx, id, {}),
      () => modelPersService.remove(ctx, id),
    ])
      expect((await failure(work())).status).toBe(404);
  });
});

describe("a record with a scope and parts", () => {
  const input = listInput({ sort: ["code"], filters: { code: z.string() }, order: "code:asc" });
  const list = listService({
    table: countries,
    scope: () => equals(countries.phonePrefix)("+33"),
    input,
    sort: { code: countries.code },
    filters: { code: equals(countries.code) },
  });
  const french = recordService(list, {
    name: "scoped-country",
    label: (row) => row.name,
    parts: [{ table: countryTranslations, parent: countryTranslations.parentId }],
  });
  const code = () => crypto.randomUUID().slice(0, 8);

  it("reaches nothing outside its scope, by any function", async () => {
    const [foreign] = await db()
      .insert(countries)
      .values({ code: code(), name: "Elsewhere", phonePrefix: "+49" })
      .returning();
    const id = foreign?.id ?? "";
    for (const work of [
      () => french.get(ctx, id),
      () => french.update(ctx, id, { name: "Mine" }),
      () => french.remove(ctx, id),
    ])
      expect((await failure(work())).status).toBe(404);
    expect((await french.list(ctx, { code: foreign?.code } as object)).meta.totalItems).toBe(0);
    await db().delete(countries).where(eq(countries.id, id));
    expect((await failure(french.restore(ctx, id))).status).toBe(404);
  });

  it("lets nothing out of its scope by a create or an update", async () => {
    const outside = { code: code(), name: "Elsewhere", phonePrefix: "+49" };
    expect((await failure(french.create(ctx, outside))).status).toBe(422);
    expect(await db().$count(countries, eq(countries.code, outside.code))).toBe(0);
    const mine = await french.create(ctx, { ...outside, phonePrefix: "+33" });
    expect((await failure(french.update(ctx, mine.id, { phonePrefix: "+49" }))).status).toBe(422);
    expect(await french.get(ctx, mine.id)).toMatchObject({ phonePrefix: "+33", version: 1 });
    expect((await trail(mine.id)).map((entry) => entry.action)).toEqual(["create"]);
  });

  it("brings a removed record back with its parts", async () => {
    const made = await french.create(ctx, { code: code(), name: "Overseas", phonePrefix: "+33" });
    const [language] = await db().insert(languages).values({ code: code(), name: "Test" }).returning();
    await db()
      .insert(countryTranslations)
      .values({ parentId: made.id, languageId: language?.id ?? "", label: "Outre-mer" });
    await french.remove(ctx, made.id);
    expect((await failure(french.get(ctx, made.id))).status).toBe(404);
    expect(await french.restore(ctx, made.id)).toMatchObject({ id: made.id, name: "Overseas" });
    const parts = await db().select().from(countryTranslations).where(eq(countryTranslations.parentId, made.id));
    expect(parts).toMatchObject([{ label: "Outre-mer" }]);
    expect((await failure(french.restore(ctx, made.id))).status).toBe(422);
    expect((await trail(made.id)).map((entry) => entry.action)).toEqual(["create", "remove", "restore"]);
  });

  it("that may not be brought back is refused before anything is written", async () => {
    const { id } = await french.create(ctx, { code: code(), name: "Overseas", phonePrefix: "+33" });
    await french.remove(ctx, id);
    await inTransaction(ctx, async (ctx) => {
      const restored = french.restore(ctx, id, (_, row) => {
        throw broken("name", row.name);
      });
      expect(await failure(restored)).toMatchObject({ status: 422, detail: "Overseas" });
      expect(await ctx.db.$count(countries, eq(countries.id, id))).toBe(0);
    });
  });
});

describe("a company's record", () => {
  beforeAll(async () => {
    await createCompanyNotes(db());
  });
  const made = { title: "Note" };

  async function inCompany() {
    const rows = new AnyRows(db(), randomOf(1));
    const { id } = await rows.insert(companies);
    return { ...ctx, company: { id: id as string, rights: new Set<never>() } };
  }

  it("is stamped with the caller's company, which its audit rows name", async () => {
    const ours = await inCompany();
    const companyId = ours.company.id;
    const note = await noteService.create(ours, made);
    expect(note).toMatchObject({ companyId, version: 1 });
    await noteService.update(ours, note.id, { isOpen: false });
    await noteService.change(ours, note.id, undefined, "add-line", async () => ({
      changes: { lines: [0, 1] },
      result: 1,
    }));
    await noteService.remove(ctx, note.id); // staff are in no company, but the record is
    await noteService.restore(ours, note.id);
    const entries = await trail(note.id);
    expect(entries.map((entry) => [entry.action, entry.companyId])).toEqual(
      ["create", "update", "add-line", "remove", "restore"].map((action) => [action, companyId]),
    );
    expect((await noteService.list(ours, {})).meta.totalItems).toBe(1);
  });

  it("is unknown to other companies, whatever they try, and known to staff", async () => {
    const [ours, theirs] = [await inCompany(), await inCompany()];
    const { id, companyId } = await noteService.create(ours, made);
    const tries = (ctx: KnownCtx) => [
      () => noteService.get(ctx, id),
      () => noteService.lock(ctx, id),
      () => noteService.update(ctx, id, { title: "Mine" }),
      () => noteService.change(ctx, id, undefined, "x", async () => ({ changes: { x: [0, 1] }, result: 1 })),
      () => noteService.remove(ctx, id),
    ];
    for (const work of tries(theirs)) expect((await failure(work())).status).toBe(404);
    expect(await noteService.get(ctx, id)).toMatchObject({ title: "Note", companyId, version: 1 });
    await noteService.remove(ours, id);
    expect((await failure(noteService.restore(theirs, id))).status).toBe(404);
    await noteService.restore(ctx, id);
    expect((await failure(noteService.restore(theirs, id))).status).toBe(404);
    expect((await failure(noteService.restore(ours, id))).status).toBe(422);
  });

  it("is neither made in nor moved to another company from inside one; outside of one, that is a value like any other", async () => {
    const [ours, theirs] = [await inCompany(), await inCompany()];
    const companyId = theirs.company.id;
    const note = await noteService.create(ours, made);
    const refusals = [
      () => noteService.create(ours, { ...made, companyId }),
      () => noteService.update(ours, note.id, { companyId }),
    ];
    for (const work of refusals)
      expect(await failure(work())).toMatchObject({ status: 422, errors: [{ path: "companyId" }] });
    expect((await noteService.list(theirs, {})).items).toEqual([]);
    expect(await noteService.get(ours, note.id)).toMatchObject({ version: 1 });
    expect(await noteService.create(ctx, { ...made, companyId })).toMatchObject({ companyId });
  });
});

describe("a change to what belongs to a record", () => {
  const lines = (id: string, texts: string[]) => async (ctx: KnownCtx, before: { version: number }) => {
    for (const text of texts) await ctx.db.insert(noteLines).values({ id: crypto.randomUUID(), noteId: id, text });
    const changes: Changes = texts.length ? { lines: [null, texts] } : {};
    return { changes, result: before.version };
  };
  beforeEach(async () => {
    await db().delete(companyNotes);
    await db().delete(companies);
  });
  const make = async () => {
    const { id } = await new AnyRows(db(), randomOf(2)).insert(companies);
    return noteService.create(ctx, { title: "Changed", companyId: id as string });
  };

  it("moves its version on and stands in its trail, in one transaction", async () => {
    const { id } = await make();
    expect(await noteService.change(ctx, id, '"1"', "add-lines", lines(id, ["a", "b"]))).toBe(1);
    expect(await noteService.get(ctx, id)).toMatchObject({ version: 2 });
    expect((await trail(id))[1]).toMatchObject({ action: "add-lines", changes: { lines: [null, ["a", "b"]] } });
    const stale = noteService.change(ctx, id, '"1"', "add-lines", lines(id, ["c"]));
    expect((await failure(stale)).status).toBe(412);
    const broken = noteService.change(ctx, id, undefined, "add-lines", async (ctx, before) => {
      await lines(id, ["d"])(ctx, before);
      throw new Error("changed my mind");
    });
    await failure(broken);
    expect(await db().$count(noteLines, eq(noteLines.noteId, id))).toBe(2);
  });

  it("leaves no trace where nothing changed", async () => {
    const { id } = await make();
    expect(await noteService.change(ctx, id, undefined, "add-lines", lines(id, []))).toBe(1);
    expect(await noteService.get(ctx, id)).toMatchObject({ version: 1 });
    expect(await trail(id)).toHaveLength(1);
  });

  it("comes one after the other", async () => {
    const { id } = await make();
    const versions = await Promise.all(
      Array.from({ length: 10 }, (_, n) => noteService.change(ctx, id, undefined, "add-lines", lines(id, [`${n}`]))),
    );
    expect(versions.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
