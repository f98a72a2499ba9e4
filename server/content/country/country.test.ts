import { beforeEach, describe, expect, it } from "vitest";
import { countries, languages, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { speaking } from "@/texts/node";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).countries;
let fr = "";

beforeEach(async () => {
  await db().delete(users);
  await db().delete(countries);
  await db().delete(languages);
  const rows = [
    { code: "en", name: "English", isDefault: true },
    { code: "fr", name: "French" },
  ];
  const made = await db().insert(languages).values(rows).returning();
  fr = made[1]?.id ?? "";
});

const germany = { code: "de", name: "Germany", phonePrefix: "49" };

describe("countries", () => {
  it("store upper-case ISO codes once, and a prefix with its plus", async () => {
    expect(await api().create(germany)).toMatchObject({ code: "DE", phonePrefix: "+49", status: true, version: 1 });
    expect(await failure(api().create({ ...germany, code: "DE" }))).toMatchObject({
      code: "duplicate",
      errors: [{ path: "code" }],
    });
    for (const code of ["", "D", "DEU", "D1", "É1", "ßß"])
      expect((await failure(api().create({ ...germany, code }))).status, code).toBe(400);
    for (const phonePrefix of ["", "+", "+0", "abc", "+12345"])
      expect((await failure(api().create({ ...germany, code: "FR", phonePrefix }))).status, phonePrefix).toBe(400);
  });

  it("are translated like languages", async () => {
    const { id } = await api().create(germany);
    const once = await api().translate({ id, languageId: fr, label: "Allemagne" });
    expect(once.translations).toMatchObject([{ languageId: fr, label: "Allemagne" }]);
    expect(once.missingLanguageIds).toHaveLength(1);
    const translationId = once.translations[0]?.id ?? "";
    const changed = await api().changeTranslation({ id, translationId, label: "L’Allemagne" });
    expect(changed.translations).toMatchObject([{ id: translationId, label: "L’Allemagne" }]);
    await api().removeTranslation({ id, translationId });
    expect((await api().get({ id })).translations).toEqual([]);
  });

  it("are found by a name in any language, and shown in the reader's, else as they are called", async () => {
    const translations = [{ languageId: fr, label: "Allemagne" }];
    const { id } = await api().create({ ...germany, translations });
    await api().create({ code: "ZZ", name: "Zedland", phonePrefix: "+999" });
    const shown = (language: "en" | "fr", name?: string) =>
      speaking({ language, timeZone: "UTC" }, async () => {
        const { items } = await api().list({ name, sortBy: "name:asc" });
        return items.map(({ shownName }) => shownName);
      });
    expect(await shown("fr")).toEqual(["Allemagne", "Zedland"]);
    expect(await shown("en")).toEqual(["Germany", "Zedland"]);
    expect(await shown("en", "allem")).toEqual(["Germany"]);
    expect(await shown("fr", "german")).toEqual(["Allemagne"]);
    expect(await speaking({ language: "fr", timeZone: "UTC" }, () => api().get({ id }))).toMatchObject({
      name: "Germany",
      shownName: "Allemagne",
    });
  });

  it("can be removed and brought back with their translations, unless somebody lives there", async () => {
    const { id } = await api().create({ ...germany, translations: [{ languageId: fr, label: "Allemagne" }] });
    await api().remove({ id });
    expect((await failure(api().get({ id }))).status).toBe(404);
    expect((await api().restore({ id })).translations).toMatchObject([{ label: "Allemagne" }]);
    await db().insert(users).values({ email: "a@b.c", firstName: "A", lastName: "B", type: "Staff", countryId: id });
    expect(await failure(api().remove({ id }))).toMatchObject({ status: 422, code: "in_use" });
  });

  it("list by name, sorted, with % taken literally", async () => {
    await api().create(germany);
    await api().create({ code: "FR", name: "France", phonePrefix: "+33" });
    const names = async (request: object) => (await api().list(request)).items.map((item) => item.name);
    expect(await names({ sortBy: "name:asc" })).toEqual(["France", "Germany"]);
    expect(await names({ name: "ERM" })).toEqual(["Germany"]);
    expect(await names({ name: "%" })).toEqual([]);
    expect((await failure(names({ sortBy: "password:asc" }))).status).toBe(400);
  });
});
