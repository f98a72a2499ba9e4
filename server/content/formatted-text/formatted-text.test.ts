import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).formattedTexts;
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  at = await seedContent(db());
});

const dirty = '<p onclick="x()">Hello <strong>you</strong><script>alert(1)</script><a href="javascript:x">!</a></p>';
const clean = "<p>Hello <strong>you</strong><a>!</a></p>";
const stored = async (id: string) => (await api().get({ id })).translations[0]?.value;
const welcome = () => api().create({ name: "welcome", moduleId: at.app });

describe("a formatted text", () => {
  it("is cleaned at every door", async () => {
    const made = await api().create({
      name: "made",
      moduleId: at.app,
      translations: [{ languageId: at.en, value: dirty }],
    });
    expect(made.translations).toMatchObject([{ value: clean }]);
    const doors: Record<string, (id: string) => Promise<unknown>> = {
      update: (id) => api().update({ id, translations: [{ languageId: at.en, value: dirty }] }),
      setValue: (id) => api().setValue({ id, languageId: at.en, value: dirty }),
      bulkUpsert: (id) => api().bulkUpsert({ languageId: at.en, items: [{ id, value: dirty }] }),
      bulkUpdate: (id) => api().bulkUpdate({ items: [{ id, translations: [{ languageId: at.en, value: dirty }] }] }),
      upload: () => {
        const bytes = new Uint8Array(Buffer.from(`name,value\nwelcome,"${dirty.replaceAll('"', '""')}"\n`));
        return api().upload({ languageId: at.en, file: { name: "texts.csv", type: "text/csv", bytes } });
      },
      desk: (id) =>
        appRouter
          .createCaller(staffCtx(db()))
          .desk.set({ cells: [{ resource: "formatted-text", id, languageId: at.en, texts: { value: dirty } }] }),
    };
    for (const [name, write] of Object.entries(doors)) {
      const { id } = await welcome();
      await write(id);
      expect([name, await stored(id)]).toEqual([name, clean]);
      await api().remove({ id });
    }
  });

  it("is refused where nothing of it is left", async () => {
    const { id } = await welcome();
    const value = "<script>alert(1)</script>";
    expect((await failure(api().setValue({ id, languageId: at.en, value }))).status).toBe(400);
    expect((await api().get({ id })).translations).toEqual([]);
  });

  it("answers by REST as documented: 201, 200, 204, with the id of an update in its path", async () => {
    const ask = backoffice(db);
    const path = "admin/formatted-text";
    const body = { name: "help", moduleId: at.app, translations: [{ languageId: at.en, value: dirty }] };
    const made = await ask("POST", path, bearer, body);
    expect([made.status, made.body]).toMatchObject([201, { name: "help", translations: [{ value: clean }] }]);
    const changed = await ask("PATCH", `${path}/${made.body.id}`, bearer, { description: "On the first page" });
    expect([changed.status, changed.body]).toMatchObject([200, { description: "On the first page" }]);
    const query = new URLSearchParams({ searchIn: "translated", languageId: at.en, keyword: "you", moduleName: "mob" });
    expect((await ask("GET", `${path}?${query}`, bearer)).body.items).toMatchObject([{ name: "help" }]);
    const items = [{ name: "help", value: "<p>Bonjour</p>" }];
    const upserted = await ask("POST", `${path}/translation/bulk-upsert/${at.fr}`, bearer, { items });
    expect([upserted.status, upserted.body]).toEqual([200, { total: 1, updated: 1, unchanged: 0 }]);
    expect((await ask("DELETE", `${path}/${made.body.id}`, bearer)).status).toBe(204);
    expect((await ask("PATCH", `${path}/${made.body.id}`, bearer, {})).status).toBe(404);
  });
});
