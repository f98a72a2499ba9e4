import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { restDoor } from "@/server/doors/rest";
import { toResponse } from "@/server/doors/rest-answer";
import { AppError } from "@/server/kit/call/errors";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { leaveDesk } from "../desk/desk-source";
import { createNotices, noticeRouter } from "./testing";

// What a resource of texts gets by declaring it, tried on one that is not labels: no page, tokens, values that are
// cleaned, and the id in the path.

const { db } = useDatabase();
const api = (...permissions: Permission[]) =>
  noticeRouter.createCaller(staffCtx(db(), permissions.length > 0 ? permissions : undefined)).notices;
let at: Awaited<ReturnType<typeof seedContent>>;
beforeAll(() => createNotices(db()));
afterAll(() => leaveDesk("test-notice"));
beforeEach(async () => {
  await db().execute("delete from backoffice.test_notices");
  at = await seedContent(db());
});

const welcome = () =>
  api().create({
    name: "welcome",
    moduleId: at.app,
    translations: [
      { languageId: at.en, value: "Hello {firstName}" },
      { languageId: at.fr, value: "Bonjour {prenom}" },
    ],
  });

describe("a resource of texts", () => {
  it("has the columns of texts and none of labels", async () => {
    const made = await welcome();
    expect(made).toMatchObject({ name: "welcome", module: { code: "mobile-app" }, version: 1, missingLanguageIds: [] });
    expect(made).not.toHaveProperty("labelInterfacePage");
    const [place] = (await api().places()).filter(({ id }) => id === at.app);
    expect(place).toEqual({ id: at.app, code: "mobile-app", label: "Mobile app", texts: 1 });
    expect((await api().imports.columns({})).map(({ title }) => title)).toEqual([
      "name",
      "value",
      "module",
      "description",
    ]);
  });

  it("says which translations use other tokens than the default language's", async () => {
    const made = await welcome();
    expect(made.otherTokensLanguageIds).toEqual([at.fr]);
    const cell = { id: made.id, languageId: at.fr, value: "Bonjour {firstName}", expected: "Bonjour {prenom}" };
    expect((await api().setValue(cell)).otherTokensLanguageIds).toEqual([]);
    const [listed] = (await api().list({ searchIn: "translated", languageId: at.fr })).items;
    expect(listed).toMatchObject({ value: "Bonjour {firstName}", otherTokensLanguageIds: [] });
  });

  it("cleans a value at every door: form, cell, list of values, file", async () => {
    const dirty = "<b>a</b><script>b</script>";
    const { id } = await api().create({
      name: "a",
      moduleId: at.app,
      translations: [{ languageId: at.en, value: dirty }],
    });
    await api().setValue({ id, languageId: at.fr, value: dirty });
    await api().bulkUpsert({ languageId: at.de, items: [{ name: "a", value: dirty }] });
    const values = async () => (await api().get({ id })).translations.map(({ value }) => value);
    expect(await values()).toEqual(["<b>a</b>", "<b>a</b>", "<b>a</b>"]);
    const bytes = new Uint8Array(Buffer.from(`name,value\na,"${dirty}"\n`));
    const file = { name: "a.csv", type: "", bytes };
    expect((await api().upload({ languageId: at.fr, file })).report).toMatchObject({ total: 1, skipped: 1 });
  });

  it("imports and undoes files as labels do, with its own name in the trail", async () => {
    const { id } = await welcome();
    const file = {
      name: "n.csv",
      type: "",
      bytes: new Uint8Array(Buffer.from("name,value\nwelcome,Salut\nnew,Neuf\n")),
    };
    const options = { languageId: at.fr, createIn: at.pro };
    const plan = await api().imports.preview({ fileName: "n.csv", file, options });
    expect(plan.counts).toMatchObject({ new: 1, changed: 1 });
    await api().imports.confirm({ id: plan.id, token: plan.token ?? "" });
    while ((await api().imports.get({ id: plan.id })).status === "running") await sleep(20);
    expect((await api().list({ languageId: at.fr, sortBy: "name:asc" })).items).toMatchObject([
      { name: "new", value: "Neuf", module: { code: "pro-center" } },
      { name: "welcome", value: "Salut" },
    ]);
    expect(await api().imports.undo({ id: plan.id })).toMatchObject({ status: "undone", left: [] });
    expect((await api().list({ languageId: at.fr })).items).toMatchObject([{ value: "Bonjour {prenom}" }]);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(auditLog.id);
    expect(trail.map(({ objectType, action }) => `${objectType} ${action}`)).toEqual([
      "test-notice create",
      "test-notice translate",
      "test-notice translate",
    ]);
  });

  it("asks for its own rights", async () => {
    const { id } = await welcome();
    expect((await failure(api("label.read", "label.write").get({ id }))).status).toBe(403);
    const reader = api("country.read");
    expect(await reader.get({ id })).toMatchObject({ name: "welcome" });
    expect((await failure(reader.setValue({ id, languageId: at.fr, value: "x" }))).status).toBe(403);
    expect((await failure(reader.imports.recent({}).then(() => reader.removeMany({ ids: [id] })))).status).toBe(403);
  });

  it("comes back with its values when its removal is undone", async () => {
    const { id } = await welcome();
    expect(await api().removeMany({ ids: [id] })).toEqual({ deleted: 1 });
    expect(await api().restoreMany({ ids: [id] })).toEqual({ restored: 1 });
    expect((await api().get({ id })).translations).toHaveLength(2);
  });
});

describe("by REST, with the id in the path", () => {
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const { handle } = restDoor({
      router: noticeRouter,
      database: db,
      authenticate: {
        bearerActor: async () => staffCtx(db()).actor,
        keyActor: () => Promise.reject(new AppError("forbidden")),
      },
    });
    const url = new URL(`http://localhost/api/test/notices${path}`);
    const all = { authorization: "Bearer x", "content-type": "application/json", ...headers };
    const request = new Request(url, { method, headers: all, body: body && JSON.stringify(body) });
    const { reply } = await handle({ request, url, requestId: "test-1", ip: null });
    const response = toResponse(reply);
    return { status: response.status, json: await response.json() };
  };

  it("changes what was sent, honours If-Match, and answers 404 for an unknown one", async () => {
    const { id } = await welcome();
    const changed = await ask("PATCH", `/${id}`, { "if-match": '"1"' }, { description: "On the first page" });
    expect(changed).toMatchObject({
      status: 200,
      json: { name: "welcome", description: "On the first page", version: 2 },
    });
    expect((await ask("PATCH", `/${id}`, { "if-match": '"1"' }, { name: "x" })).status).toBe(412);
    expect((await ask("PATCH", `/${crypto.randomUUID()}`, {}, { name: "x" })).status).toBe(404);
    expect((await ask("GET", "?keyword=first")).json).toMatchObject({ meta: { totalItems: 1 } });
  });
});
