import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { notificationTemplateContents as contents, notificationTemplates, platformPageTechs } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeUser } from "@/server/identity/testing";
import { importsEnded } from "@/server/kit/import/run-import";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { english, french, german, makeTemplate } from "../testing";

const { db } = useDatabase();
const as = (...rights: Permission[]) => appRouter.createCaller(staffCtx(db(), rights.length ? rights : undefined));
const api = () => as();
const resource = "notification-template-content";

let template: { id: string };
beforeEach(async () => {
  await seedBase(db());
  await db().delete(platformPageTechs);
  await db().delete(notificationTemplates);
  template = await makeTemplate(db(), { labelNotificationTemplate: "Battery low" });
});

const at = (languageId: string) => ({ resource, id: template.id, languageId });
const listed = async (request: object) => (await api().desk.list({ languageId: french, resource, ...request })).items;
const set = (languageId: string, texts: object | null, more = {}) =>
  api().desk.set({ cells: [{ ...at(languageId), texts: texts as Record<string, string> | null, ...more }] });
const title = (notificationTitle: string) => ({ notificationTitle });

/** Plans a file, confirms it and waits for its end. */
async function bringIn(csv: string) {
  const file = { name: "texts.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(csv)) };
  const plan = await api().desk.imports.preview({ fileName: file.name, file, options: {} });
  await api().desk.imports.confirm({ id: plan.id, token: plan.token ?? "" });
  await importsEnded();
  return plan;
}

describe("texts of notifications at the translation desk", () => {
  it("are found by name and text, with their gaps, and counted", async () => {
    expect(await listed({})).toMatchObject([
      {
        id: template.id,
        name: "Battery low",
        source: { notificationTitle: "Hello {{name}}" },
        target: { notificationTitle: "Bonjour {{name}}" },
      },
    ]);
    for (const [request, found] of [
      [{ keyword: "salut" }, 1],
      [{ keyword: "battery" }, 1],
      [{ keyword: "nothing" }, 0],
      [{ show: "missing" }, 0],
      [{ show: "missing", languageId: german }, 1],
      [{ moduleId: crypto.randomUUID() }, 0],
    ] as const)
      expect([request, (await listed(request)).length]).toEqual([request, found]);
    const { resources } = await api().desk.overview();
    const { total, languages } = resources.find(({ name }) => name === resource) ?? {};
    expect([total, languages?.map(({ translated }) => translated)]).toEqual([1, [1, 1, 0]]);
  });

  it("stand before the texts of tables, and page with them", async () => {
    const all = (await api().desk.list({ languageId: french, limit: 100 })).items.map(({ name }) => name);
    expect(all[0]).toBe("Battery low");
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 3); page++)
      paged.push(...(await api().desk.list({ languageId: french, limit: 3, page })).items.map(({ name }) => name));
    expect(paged).toEqual(all);
  });

  it("are written by their own service: its right, its tokens, over what was seen; with a history", async () => {
    const german_ = { notificationTitle: "Hallo {{name}}", notificationContent: "Guten Tag" };
    await set(german, german_, { expected: { notificationTitle: "", notificationContent: "" } });
    expect((await failure(set(german, title("Hallo"), { expected: title("Other") }))).status).toBe(412);
    expect((await failure(set(german, title("Hallo {{serial}}")))).status).toBe(422);
    expect((await failure(set(german, title("{{#open")))).status).toBe(400);
    const cells = [{ ...at(german), texts: title("Hi") }];
    expect((await failure(as("notification-template.read").desk.set({ cells }))).status).toBe(403);
    expect((await failure(as("label.write").desk.set({ cells }))).status).toBe(404);
    await set(german, title("Servus {{name}}"));
    expect((await api().desk.history(at(german))).map(({ field, before, after }) => [field, before, after])).toEqual([
      ["notificationTitle", "Hallo {{name}}", "Servus {{name}}"],
      ["notificationTitle", null, "Hallo {{name}}"],
      ["notificationContent", null, "Guten Tag"],
    ]);
    await set(german, null);
    expect(await db().$count(contents, eq(contents.languageId, german))).toBe(0);
  });

  it("are outdated where the default language changed in more than white space, until they are confirmed or changed", async () => {
    await set(english, title("Hello  {{name}}"));
    expect(await listed({ show: "outdated" })).toEqual([]);
    await set(english, title("Welcome {{name}}"));
    expect(await listed({ show: "outdated" })).toMatchObject([{ outdatedFrom: title("Hello {{name}}") }]);
    await api().desk.confirm(at(french));
    expect(await listed({ show: "outdated" })).toEqual([]);
    await set(english, title("Good day {{name}}"));
    await set(french, title("Bienvenue {{name}}"));
    expect(await listed({ show: "outdated" })).toEqual([]);
    await api().desk.set({
      cells: [
        { ...at(english), texts: title("Hi {{name}}") },
        { ...at(french), texts: title("Salut {{name}}") },
      ],
    });
    expect(await listed({ show: "outdated" })).toEqual([]);
  });

  it("are warned of, found and replaced", async () => {
    await set(french, title("Bonjour"));
    expect(await listed({ show: "warned" })).toMatchObject([{ warnings: [{ warning: "tokens" }] }]);
    const warned = await api().desk.dismiss({ ...at(french), warning: "tokens", reason: "No name here" });
    expect(warned.warnings[0]).toMatchObject({ dismissed: "No name here" });
    const { items } = await api().desk.find({ find: "Bonjour", replace: "Salut", resource });
    expect(items).toMatchObject([{ ...at(french), after: title("Salut") }]);
  });

  it("are found by their person, in the language that is theirs", async () => {
    const rights: Permission[] = ["notification-template.read", "notification-template.write"];
    const { id: assigneeId } = await makeUser(db(), { permissions: rights });
    await api().desk.assign({ cells: [at(french)], assigneeId });
    const { actor, ...ctx } = staffCtx(db(), rights);
    const { desk } = appRouter.createCaller({ ...ctx, actor: { ...actor, id: assigneeId } as typeof actor });
    const names = async (languageId: string, assigned: "me" | "nobody") =>
      (await desk.list({ languageId, resource, assigned })).items.map(({ name }) => name);
    expect([await names(french, "me"), await names(french, "nobody")]).toEqual([["Battery low"], []]);
    expect([await names(german, "me"), await names(german, "nobody")]).toEqual([[], ["Battery low"]]);
  });

  it("travel in files: planned, brought in, and undone", async () => {
    const { file } = await api().desk.export({ languageId: french, resource, format: "csv" });
    const csv = Buffer.from(file, "base64").toString().replace("Bonjour {{name}}", "Salut {{name}}");
    const plan = (text: string) => {
      const file = { name: "texts.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(text)) };
      return api().desk.imports.preview({ fileName: file.name, file, options: {} });
    };
    expect((await plan(csv.replace("Salut {{name}}", "Salut {{name}} {{serial}}"))).counts).toMatchObject({ error: 1 });
    await set(english, title("Welcome {{name}}"));
    expect((await plan(csv)).counts).toMatchObject({ error: 1 });
    await set(english, title("Hello {{name}}"));
    const { id, token, counts } = await plan(csv);
    expect(counts).toMatchObject({ changed: 1, error: 0 });
    await api().desk.imports.confirm({ id, token: token ?? "" });
    await importsEnded();
    expect(await listed({})).toMatchObject([{ target: title("Salut {{name}}") }]);
    await api().desk.imports.undo({ id });
    expect(await listed({})).toMatchObject([{ target: title("Bonjour {{name}}") }]);
  });

  it("that come back in a file as they were are confirmed by it", async () => {
    await set(english, title("Welcome {{name}}"));
    const { file } = await api().desk.export({ languageId: french, resource, format: "csv" });
    const { id, counts } = await bringIn(Buffer.from(file, "base64").toString());
    expect(counts).toMatchObject({ changed: 1, error: 0 });
    expect(await listed({})).toMatchObject([{ target: title("Bonjour {{name}}"), outdatedFrom: null }]);
    await api().desk.imports.undo({ id });
    expect(await listed({ show: "outdated" })).toHaveLength(1);
  });

  it("that somebody changed or deleted since their import stay, and each says which", async () => {
    const others = [
      await makeTemplate(db(), { labelNotificationTemplate: "Battery full" }),
      await makeTemplate(db(), { labelNotificationTemplate: "Battery gone" }),
    ];
    const { file } = await api().desk.export({ languageId: french, resource, format: "csv" });
    const { id } = await bringIn(
      Buffer.from(file, "base64").toString().replaceAll("Bonjour {{name}}", "Salut {{name}}"),
    );
    const [full, gone] = others.map((one) => one.id);
    await set(french, title("Bienvenue {{name}}"));
    await set(french, title("Bienvenue {{name}}"), { id: full });
    await db()
      .delete(notificationTemplates)
      .where(eq(notificationTemplates.id, gone ?? ""));
    const { left } = await api().desk.imports.undo({ id });
    expect(left.map(({ label, reason }) => `${label}: ${reason.split(" ")[0]}`).sort()).toEqual([
      "Battery full: Changed",
      "Battery gone: Deleted",
      "Battery low: Changed",
    ]);
  });
});
