import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { createNotices, noticeRouter } from "@/server/kit/text/testing";
import { appRouter } from "@/server/root";
import { deskOf, desksFor } from "./translation-desk";

// Works as the translation desk will: through the four functions alone, whatever the resource is.

const { db } = useDatabase();
const ctx = () => staffCtx(db());
let at: Awaited<ReturnType<typeof seedContent>>;

beforeAll(() => createNotices(db()));
beforeEach(async () => {
  await db().execute("delete from backoffice.test_notices");
  at = await seedContent(db());
  const texts = [
    { name: "button.save", moduleId: at.app, translations: [{ languageId: at.en, value: "Save" }] },
    { name: "button.undo", moduleId: at.app, translations: [{ languageId: at.fr, value: "Annuler" }] },
  ];
  for (const text of texts) {
    await appRouter
      .createCaller(ctx())
      .labels.create({ ...text, labelInterfacePage: "settings", description: "A button" });
    await noticeRouter.createCaller(ctx()).notices.create(text);
  }
});

describe.each([
  { name: "label", place: ["Mobile app", "settings"], note: "A button", right: "label.write" as const },
  { name: "test-notice", place: ["Mobile app"], note: null, right: "country.write" as const },
])("the texts of $name at the desk", ({ name, place, note, right }) => {
  const desk = () => deskOf(ctx().actor, name);
  const gaps = () => desk().list(ctx(), { languageId: at.fr, searchIn: "not_translated" });

  it("are listed by what is missing, page by page", async () => {
    expect(await gaps()).toEqual({
      items: [
        { id: expect.any(String), name: "button.save", place, note, values: [{ languageId: at.en, value: "Save" }] },
      ],
      hasMore: false,
    });
    const first = await desk().list(ctx(), { limit: 1 });
    expect([first.items.map((text) => text.name), first.hasMore]).toEqual([["button.save"], true]);
    const second = await desk().list(ctx(), { limit: 1, page: 2 });
    expect([second.items.map((text) => text.name), second.hasMore]).toEqual([["button.undo"], false]);
    expect((await desk().list(ctx(), { keyword: "annul" })).items).toMatchObject([{ name: "button.undo" }]);
  });

  it("get a value over what the translator saw, and a history", async () => {
    const id = (await gaps()).items[0]?.id ?? "";
    const cell = { id, languageId: at.fr };
    const set = await desk().set(ctx(), { ...cell, value: "Enregistrer", expected: null });
    expect(set.values).toContainEqual({ languageId: at.fr, value: "Enregistrer" });
    expect((await failure(desk().set(ctx(), { ...cell, value: "Sauver", expected: null }))).status).toBe(412);
    await desk().set(ctx(), { ...cell, value: null, expected: "Enregistrer" });
    expect(await desk().get(ctx(), id)).toMatchObject({ values: [{ languageId: at.en, value: "Save" }] });
    expect(await desk().history(ctx(), id, at.fr)).toEqual([
      { at: expect.any(String), by: "Tess Ter", before: "Enregistrer", after: null },
      { at: expect.any(String), by: "Tess Ter", before: null, after: "Enregistrer" },
    ]);
    expect(await desk().history(ctx(), id, at.en)).toMatchObject([{ before: null, after: "Save" }]);
  });

  it("refuse what the resource refuses", async () => {
    const id = (await gaps()).items[0]?.id ?? "";
    expect((await failure(desk().set(ctx(), { id, languageId: at.fr, value: " " }))).status).toBe(400);
    const unknown = crypto.randomUUID();
    expect((await failure(desk().set(ctx(), { id: unknown, languageId: at.fr, value: "x" }))).status).toBe(422);
    expect((await failure(desk().set(ctx(), { id, languageId: unknown, value: "x" }))).status).toBe(422);
    expect((await failure(desk().get(ctx(), unknown))).status).toBe(404);
  });

  it("need the resource's own right to read and to write", async () => {
    const id = (await gaps()).items[0]?.id ?? "";
    const read = right.replace("write", "read") as typeof right;
    const [reader, stranger] = [staffCtx(db(), [read]), staffCtx(db(), ["alert.read", "alert.write"])];
    expect(desksFor(reader.actor).map((one) => one.name)).toEqual([name]);
    expect(desksFor(stranger.actor)).toEqual([]);
    expect((await failure(Promise.resolve().then(() => deskOf(stranger.actor, name)))).status).toBe(404);
    const cell = { id, languageId: at.fr, value: "x" };
    expect((await failure(desk().set(reader, cell))).status).toBe(403);
    for (const work of [desk().list(stranger, {}), desk().get(stranger, id), desk().history(stranger, id, at.fr)])
      expect((await failure(work)).status).toBe(403);
    expect(await desk().get(reader, id)).toMatchObject({ name: "button.save" });
  });
});
