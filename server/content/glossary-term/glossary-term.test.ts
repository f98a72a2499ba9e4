import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { seedContent } from "../testing";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  at = await seedContent(db());
});

const label = (name: string, texts: Record<string, string>) =>
  api().labels.create({
    name,
    moduleId: at.app,
    translations: Object.entries(texts).map(([languageId, value]) => ({ languageId, value })),
  });
const term = (name: string, translation?: string) =>
  api().glossaryTerms.create({
    term: name,
    isKept: translation === undefined,
    translations: translation ? [{ languageId: at.fr, translation }] : [],
  });
const suggested = (id: string) => api().desk.suggest({ resource: "label", id, languageId: at.fr, field: "value" });

describe("the glossary", () => {
  it("holds a term once, with its translations", async () => {
    const { id } = await term("device", "appareil");
    expect(await failure(term("device"))).toMatchObject({ code: "duplicate", errors: [{ path: "term" }] });
    expect((await api().glossaryTerms.list({ term: "dev" })).items).toMatchObject([
      { id, term: "device", translations: [{ translation: "appareil" }] },
    ]);
    const reader = appRouter.createCaller(staffCtx(db(), ["language.read"])).glossaryTerms;
    expect((await failure(reader.create({ term: "rider" }))).status).toBe(403);
  });

  it("warns of a text that does not follow it", async () => {
    await term("device", "appareil");
    await term("PERS");
    const { id } = await label("one", { [at.en]: "Your PERS devices", [at.fr]: "Vos dispositifs PERS" });
    const cell = { resource: "label", id, languageId: at.fr };
    const warned = async () => (await api().desk.get(cell)).warnings.map(({ message }) => message);
    expect(await warned()).toEqual(['The glossary translates "device" as "appareil".']);
    await api().desk.set({ cells: [{ ...cell, texts: { value: "Vos appareils" } }] });
    expect(await warned()).toEqual(['The glossary keeps "PERS" as it is.']);
    await api().desk.set({ cells: [{ ...cell, texts: { value: "Vos appareils PERS" } }] });
    expect(await warned()).toEqual([]);
  });
});

describe("suggestions", () => {
  it("are texts with the same or a similar source, the most alike first, and the terms in it", async () => {
    await term("device", "appareil");
    await label("same", { [at.en]: "Pair the device", [at.fr]: "Associez l’appareil" });
    await label("again", { [at.en]: "Pair the device", [at.fr]: "Associez l’appareil" });
    await label("similar", { [at.en]: "Pair the device now", [at.fr]: "Associez l’appareil maintenant" });
    await label("other", { [at.en]: "Delete the account", [at.fr]: "Supprimer le compte" });
    await label("german", { [at.de]: "Pair the device", [at.fr]: "Jumelez" });
    const { id } = await label("new", { [at.en]: "Pair the device" });
    const { items, terms } = await suggested(id);
    expect(items.map(({ text, percent }) => [text, percent])).toEqual([
      ["Associez l’appareil", 100],
      ["Associez l’appareil maintenant", expect.any(Number)],
    ]);
    expect(terms).toMatchObject([{ term: "device", translation: "appareil" }]);
    const own = await label("own", { [at.en]: "Close the account", [at.fr]: "Fermer le compte" });
    expect((await suggested(own.id)).items, "not what it says itself").toEqual([]);
    const reader = appRouter.createCaller(staffCtx(db(), ["faq.read"]));
    expect(
      (await failure(reader.desk.suggest({ resource: "label", id, languageId: at.fr, field: "value" }))).status,
    ).toBe(404);
  });
});
