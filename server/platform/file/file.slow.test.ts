import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { text, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { files, languages } from "@/db/schema";
import { id, stamps } from "@/db/schema/column";
import { backoffice } from "@/db/schema/pg-schema";
import { file } from "@/db/schema/stored-column";
import { translationTable } from "@/db/schema/translation";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { fileDoor } from "@/server/doors/file-door";
import { problem, toResponse } from "@/server/doors/rest-answer";
import { bearerActor, screenActor } from "@/server/identity/authenticate";
import { type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { ofCompany, permitted, router } from "@/server/kit/call/procedure";
import { Id } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { listService } from "@/server/kit/list/list-service";
import { audit, diff } from "@/server/kit/record/audit";
import { recordService } from "@/server/kit/record/record-service";
import { folderStorage } from "@/server/kit/storage/folder-storage";
import { storage } from "@/server/kit/storage/storage";
import { failure } from "@/server/kit/testing";
import type { permissionCodes } from "@/server/permissions";
import { credentialsOf, makeCompanyAdmin, makePerson } from "@/server/testing/callers";
import { sweepFiles } from "./file.service";

// No resource holds files yet, so this has one of its own: a manual of a company, with translations that hold files too.

const { db } = useDatabase();

const manuals = backoffice.table("test_manuals", {
  id: id(),
  name: text().notNull(),
  companyId: uuid().notNull(),
  fileId: file("test-manual"),
  ...stamps(),
});
const texts = translationTable({
  schema: backoffice,
  name: "test_manual_translations",
  parent: () => manuals.id,
  fields: { title: text().notNull(), fileId: file("test-manual") },
});
const input = listInput({ sort: ["createdAt"], filters: {} });
const list = listService({
  table: manuals,
  company: manuals.companyId,
  input,
  sort: { createdAt: manuals.createdAt },
  filters: {},
});
const service = recordService(list, { name: "test-manual", label: (row) => row.name });
const Manual = z.object({ id: Id, name: z.string(), fileId: Id.nullable() });
const made = { input, item: Manual, service };
const manualRouter = router({
  manuals: router(listProcedures({ ...made, may: { read: "vehicle.read" }, door: permitted })),
  ownManuals: router(listProcedures({ ...made, may: { read: "company-vehicle.read" }, door: ofCompany })),
});
const door = fileDoor({ router: manualRouter, bearerActor, screenActor, database: db });

type Person = Awaited<ReturnType<typeof person>>;
const person = async (rights: typeof permissionCodes) => {
  const user = await makePerson(db(), {}, rights);
  return { user, bearer: (await credentialsOf(db(), user)).bearer };
};
const ctxOf = async ({ bearer }: { bearer: string }): Promise<KnownCtx> => ({
  db: db(),
  actor: await bearerActor(bearer),
  door: "rest",
  requestId: "test",
  ip: null,
});
let editor: Person;
let other: Person;
let nobody: Person;
let admin: Person;
let stranger: Person;
let companyId = "";

beforeAll(async () => {
  await seedBase(db());
  const columns =
    "created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version int not null default 1";
  await db().execute(
    sql.raw(`
    create table backoffice.test_manuals (id uuid primary key, name text not null, company_id uuid not null, file_id uuid, ${columns});
    create table backoffice.test_manual_translations (id uuid primary key, language_id uuid not null, title text not null,
      file_id uuid, outdated_from jsonb, ${columns}, parent_id uuid not null references backoffice.test_manuals on delete cascade)`),
  );
  [editor, other, nobody] = await Promise.all([
    person(["file.write", "vehicle.read", "vehicle.write"]),
    person(["file.write", "vehicle.read", "vehicle.write"]),
    person(["label.read"]),
  ]);
  const [own, foreign] = await Promise.all(
    ["MANUFACTURER", "DEALER"].map((code) => makeCompanyAdmin(db(), code as "DEALER")),
  );
  if (!own || !foreign) throw new Error("no companies");
  companyId = own.companyId;
  admin = { user: own.user, bearer: (await credentialsOf(db(), own.user)).bearer };
  stranger = { user: foreign.user, bearer: (await credentialsOf(db(), foreign.user)).bearer };
});

const pdf = (words = "a manual") => new Uint8Array(Buffer.from(`%PDF-1.7\n${words}`));
async function upload(who: { bearer: string } | undefined, bytes: Uint8Array<ArrayBuffer>, name = "Manual.html") {
  const body = new FormData();
  body.set("file", new File([bytes], name, { type: "text/html" }));
  const headers: Record<string, string> = who ? { authorization: `Bearer ${who.bearer}` } : {};
  const at = "http://localhost/api/v1/backoffice/admin/files";
  const response = await handleApi(new Request(at, { method: "POST", body, headers }));
  const answer = await response.json();
  return { status: response.status, code: answer.code, fileId: answer.fileId as string };
}
const sent = async (who: { bearer: string }, words?: string) => (await upload(who, pdf(words))).fileId;

async function read(who: { bearer: string } | undefined, fileId: string, init: RequestInit = {}) {
  const headers = { ...(who && { authorization: `Bearer ${who.bearer}` }), ...(init.headers as object) };
  const url = new URL(`http://localhost/api/files/${fileId}`);
  const incoming = { request: new Request(url, { ...init, headers }), url, requestId: "test", ip: null };
  return door(incoming).catch((thrown: unknown) =>
    toResponse(problem(toAppError(thrown), { requestId: "test", path: "/api/files/x" })),
  );
}
const statusOf = async (...asked: Parameters<typeof read>) => (await read(...asked)).status;
const manual = async (who: Person, fileId: string | null) =>
  service.create(await ctxOf(who), { name: `Manual ${crypto.randomUUID()}`, companyId, fileId });

describe("a file that is sent", () => {
  it("is taken by its content, from who may, up to 20 MB", async () => {
    expect(await upload(editor, pdf())).toMatchObject({ status: 201, fileId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect((await upload(undefined, pdf())).status).toBe(401);
    expect((await upload(nobody, pdf())).status).toBe(403);
    expect((await upload(admin, pdf())).status).toBe(403);
    const html = new Uint8Array(Buffer.from("<html><script>alert(1)</script>"));
    expect(await upload(editor, html, "manual.pdf")).toMatchObject({ status: 400, code: "invalid_input" });
    expect((await upload(editor, new Uint8Array())).status).toBe(400);
    const large = new Uint8Array(20 * 1024 * 1024);
    large.set(pdf());
    expect((await upload(editor, large)).status).toBe(201);
    const larger = new Uint8Array(20 * 1024 * 1024 + 1);
    larger.set(pdf());
    expect((await upload(editor, larger)).status).toBe(413);
    const endless = new Uint8Array(24 * 1024 * 1024);
    expect((await upload(editor, endless)).status).toBe(413);
  });

  it("is read by who sent it until a record holds it, and by nobody else", async () => {
    const fileId = await sent(editor);
    expect(await statusOf(editor, fileId)).toBe(200);
    for (const who of [other, nobody, admin, stranger]) expect(await statusOf(who, fileId)).toBe(404);
    expect(await statusOf(undefined, fileId)).toBe(401);
  });

  it("is an attachment in a sandbox, of the type that its content says", async () => {
    const response = await read(editor, await sent(editor, "the words"));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="Manual.pdf"',
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
    expect(await response.text()).toBe("%PDF-1.7\nthe words");
    const fileId = await sent(editor);
    const { headers } = await read(editor, fileId);
    expect(await statusOf(editor, fileId, { headers: { "if-none-match": headers.get("etag") ?? "" } })).toBe(304);
    const head = await read(editor, fileId, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(await statusOf(editor, fileId, { method: "POST" })).toBe(405);
  });

  it("is for all others as one that there is not", async () => {
    const [foreign, missing] = await Promise.all([read(other, await sent(editor)), read(other, crypto.randomUUID())]);
    expect(await foreign.text()).toBe(await missing.text());
    for (const path of ["x", "", "../pictures/x", `${crypto.randomUUID()}.file`])
      expect(await statusOf(editor, path)).toBe(404);
  });
});

describe("a file that a record holds", () => {
  it("is for whoever may read the record: staff by their right, a company's people in their company", async () => {
    const fileId = await sent(editor);
    await manual(editor, fileId);
    for (const who of [editor, other, admin]) expect(await statusOf(who, fileId)).toBe(200);
    for (const who of [nobody, stranger]) expect(await statusOf(who, fileId)).toBe(404);
  });

  it("may hang on it by a translation", async () => {
    const fileId = await sent(editor);
    const { id: parentId } = await manual(editor, null);
    const [language] = await db().select().from(languages);
    const ctx = await ctxOf(editor);
    const values = { parentId, languageId: language?.id ?? "", title: "Handbuch", fileId };
    await audit(ctx, {
      objectType: "test-manual",
      objectId: parentId,
      action: "translate",
      changes: { "fileId (de)": [null, fileId] },
    });
    await db().insert(texts).values(values);
    for (const who of [other, admin]) expect(await statusOf(who, fileId)).toBe(200);
    for (const who of [nobody, stranger]) expect(await statusOf(who, fileId)).toBe(404);
  });

  it("is put there by who sent it, and by nobody else", async () => {
    const fileId = await sent(editor);
    for (const [who, value] of [
      [other, fileId],
      [editor, crypto.randomUUID()],
    ] as const)
      expect(await failure(manual(who, value))).toMatchObject({
        status: 422,
        code: "unknown_reference",
        errors: [{ path: "fileId" }],
      });
    const record = await manual(editor, null);
    expect(await failure(service.update(await ctxOf(other), record.id, { fileId }))).toMatchObject({ status: 422 });
    expect(await statusOf(other, fileId)).toBe(404);
    const deep = { objectType: "test-manual", objectId: record.id, action: "translate" };
    const changes = { contents: [[], [{ translations: [{ fileId }] }]] as [unknown, unknown] };
    expect(await failure(audit(await ctxOf(other), { ...deep, changes }))).toMatchObject({ status: 422 });
  });

  it("comes back to its record by anybody, and stays while somebody else changes the rest", async () => {
    const [first, second] = [await sent(editor), await sent(editor)];
    const record = await manual(editor, first);
    await service.update(await ctxOf(editor), record.id, { fileId: second });
    await service.update(await ctxOf(other), record.id, { name: "Another name" });
    expect((await service.update(await ctxOf(other), record.id, { fileId: first })).fileId).toBe(first);
    await service.remove(await ctxOf(other), record.id);
    expect((await service.restore(await ctxOf(other), record.id)).fileId).toBe(first);
    expect(await statusOf(other, first)).toBe(200);
  });
});

describe("files that no record holds", () => {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-files-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const store = folderStorage(folder);
  const sweep = (days: number) => sweepFiles(systemCtx("test"), store, Date.now() + days * 86_400_000);
  const isThere = async (fileId: string) => [
    (await db().$count(files, eq(files.id, fileId))) > 0,
    readdirSync(folder).includes(`${fileId}.file`),
  ];
  /** A sent file, its content in the folder that is swept too. */
  const kept = async () => {
    const fileId = await sent(editor);
    await store.put(`${fileId}.file`, (await storage().get(`${fileId}.file`)) ?? pdf(), "application/pdf");
    return fileId;
  };

  it("are dropped after a day; those that a record holds or the trail names stay", async () => {
    expect(env.DATA_DIR).toContain("test");
    const [unused, used, undone, replaced] = [await kept(), await kept(), await kept(), await kept()];
    await store.put("00000000-0000-7000-8000-000000000000.file", pdf(), "application/pdf");
    await store.put("picture.webp", new Uint8Array([1]), "image/webp");
    await manual(editor, used);
    const removed = await manual(editor, undone);
    await service.remove(await ctxOf(editor), removed.id);
    const changed = await manual(editor, replaced);
    await service.update(await ctxOf(editor), changed.id, { fileId: null });

    expect(await sweep(0)).toBe(0);
    expect(await sweep(0.99)).toBe(0);
    expect(await isThere(unused)).toEqual([true, true]);
    expect(await sweep(1.01)).toBe(2);
    expect(await isThere(unused)).toEqual([false, false]);
    for (const fileId of [used, undone, replaced]) expect(await isThere(fileId)).toEqual([true, true]);
    expect(readdirSync(folder)).toContain("picture.webp");
    expect(await failure(manual(editor, unused))).toMatchObject({ status: 422 });
    expect((await service.restore(await ctxOf(editor), removed.id)).fileId).toBe(undone);
  });

  it("are kept where a record takes them up at the very moment", async () => {
    const fileId = await kept();
    const sent = new Date(Date.now() - 1.5 * 86_400_000);
    await db().update(files).set({ createdAt: sent.toISOString() }).where(eq(files.id, fileId));
    utimesSync(join(folder, `${fileId}.file`), sent, sent);
    const ctx = await ctxOf(editor);
    let swept: Promise<number> = Promise.resolve(0);
    await db().transaction(async (tx) => {
      await service.create({ ...ctx, db: tx, inTransaction: true }, { name: "At last", companyId, fileId });
      swept = sweep(0);
      await tx.execute(sql`select pg_sleep(0.1)`); // shorter than the sweep waits for a row
    });
    await swept;
    expect(await isThere(fileId)).toEqual([true, true]);
    expect(await statusOf(other, fileId)).toBe(200);
  });
});

it("a change without a file asks for none", async () => {
  const record = await manual(editor, null);
  await audit(await ctxOf(other), {
    objectType: "test-manual",
    objectId: record.id,
    action: "update",
    changes: diff({ name: "a", fileId: null }, { name: crypto.randomUUID(), fileId: null }),
  });
});
