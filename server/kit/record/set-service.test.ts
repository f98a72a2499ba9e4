import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditLog, companies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { AnyRows, randomOf } from "@/server/testing/any-row";
import { companyNotes, createCompanyNotes, noteLinks, noteService } from "@/server/testing/company-note";

const { db } = useDatabase();
let staff: KnownCtx;
let ours: KnownCtx;
let theirs: KnownCtx;
/** a note of ours, and three to link it to */
let id = "";
let others: string[] = [];

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

const make = async (ctx: KnownCtx, title: string) =>
  (await noteService.create(ctx, { title, companyId: ctx.company?.id ?? "" })).id;

beforeEach(async () => {
  await db().delete(companyNotes);
  id = await make(ours, "note");
  others = [await make(ours, "a"), await make(ours, "b"), await make(ours, "c")];
});

const linked = async (kind = "plain") =>
  (await db().select().from(noteLinks).where(eq(noteLinks.noteId, id)))
    .filter((link) => link.kind === kind)
    .map((link) => others.indexOf(link.relatedId))
    .sort();
const pick = (...places: number[]) => places.map((n) => others[n] ?? "");
const trail = async (action: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(asc(auditLog.id))).flatMap((entry) =>
    entry.action === action ? [{ changes: entry.changes, companyId: entry.companyId }] : [],
  );

describe("a whole set of links", () => {
  it("becomes what was sent; the record's version moves on and its trail says before and after", async () => {
    expect(await noteService.setRelated(ours, id, pick(0, 1), '"1"')).toMatchObject({
      added: [{ title: "a" }, { title: "b" }],
      removed: [],
    });
    expect(await noteService.setRelated(ours, id, pick(2, 1, 2))).toMatchObject({
      added: [{ title: "c" }],
      removed: [{ title: "a" }],
    });
    expect(await linked()).toEqual([1, 2]);
    expect(await noteService.get(ours, id)).toMatchObject({ version: 3 });
    const companyId = ours.company?.id;
    expect(await trail("set-related")).toEqual([
      { companyId, changes: { "related to a": [false, true], "related to b": [false, true] } },
      { companyId, changes: { "related to c": [false, true], "related to a": [true, false] } },
    ]);
    await noteService.setRelated(ours, id, []);
    expect(await linked()).toEqual([]);
  });

  it("leaves no trace where nothing changes, and is refused on a version that the caller has not seen", async () => {
    await noteService.setRelated(ours, id, pick(0));
    await noteService.setRelated(ours, id, pick(0), '"2"');
    expect(await noteService.get(ours, id)).toMatchObject({ version: 2 });
    expect(await trail("set-related")).toHaveLength(1);
    expect((await failure(noteService.setRelated(ours, id, pick(1), '"1"'))).status).toBe(412);
    expect(await linked()).toEqual([0]);
  });

  it("is refused whole for an unknown id, or another company's, by its place", async () => {
    const foreign = await make(theirs, "theirs");
    for (const unknown of [crypto.randomUUID(), foreign])
      expect(await failure(noteService.setRelated(ours, id, [...pick(0), unknown]))).toMatchObject({
        status: 422,
        code: "unknown_reference",
        errors: [{ path: "noteIds.1", message: "There is no such note." }],
      });
    expect(await linked()).toEqual([]);
    expect((await failure(noteService.setRelated(theirs, id, []))).status).toBe(404);
    expect((await failure(noteService.setRelated(ours, crypto.randomUUID(), []))).status).toBe(404);
  });

  it("is that of what the caller reaches: what others linked beyond it stays", async () => {
    const foreign = await make(theirs, "theirs");
    await noteService.setRelated(staff, id, [foreign, ...pick(0)]);
    await noteService.setRelated(ours, id, pick(1));
    const links = await db().select().from(noteLinks).where(eq(noteLinks.noteId, id));
    expect(links.map((link) => link.relatedId).sort()).toEqual([foreign, ...pick(1)].sort());
  });

  it("is that of its own kind, where links are told apart by their values", async () => {
    await noteService.setRelated(ours, id, pick(0, 1));
    await noteService.setSimilar(ours, id, pick(1, 2));
    expect([await linked(), await linked("similar")]).toEqual([
      [0, 1],
      [1, 2],
    ]);
    await noteService.setSimilar(ours, id, []);
    expect([await linked(), await linked("similar")]).toEqual([[0, 1], []]);
  });

  it("names two that are called the same", async () => {
    const twin = await make(theirs, "a");
    await noteService.setRelated(staff, id, [twin, ...pick(0)]);
    expect((await trail("set-related"))[0]?.changes).toEqual({
      "related to a": [false, true],
      "related to a (2)": [false, true],
    });
  });

  it("is one of those that were sent at once, never a mixture", async () => {
    const wishes = [pick(0), pick(1, 2), pick(0, 1, 2), []];
    await Promise.all(Array.from({ length: 20 }, (_, n) => noteService.setRelated(ours, id, wishes[n % 4] ?? [])));
    expect([[0], [1, 2], [0, 1, 2], []]).toContainEqual(await linked());
    const { version } = await noteService.get(ours, id);
    expect(await trail("set-related")).toHaveLength(version - 1);
  });
});
