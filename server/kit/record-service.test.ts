import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditLog, countries, countryTranslations, languages } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { inTransaction, type KnownCtx } from "./context";
import { toAppError } from "./errors";
import { equals } from "./list";
import { listInput } from "./list.schema";
import { listService } from "./list-service";
import { recordService } from "./record-service";
import { failure, staffCtx } from "./testing";

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
});
