import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, languages, languageTranslations } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
let ctx: KnownCtx;
const api = () => appRouter.createCaller(ctx).languages;
const trail = (objectId: string) =>
  db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.objectType, "language"), eq(auditLog.objectId, objectId)));

beforeEach(async () => {
  ctx = staffCtx(db());
  await db().delete(languageTranslations);
  await db().delete(languages);
});

const three = async () => ({
  en: await api().create({ code: "en", name: "English" }),
  fr: await api().create({ code: "fr", name: "French" }),
  de: await api().create({ code: "de", name: "German", status: false }),
});

describe("languages", () => {
  it("makes the first one the default and keeps exactly one", async () => {
    const { en, fr } = await three();
    expect([en.isDefault, fr.isDefault]).toEqual([true, false]);
    const now = await api().update({ id: fr.id, isDefault: true });
    expect(now).toMatchObject({ isDefault: true, version: 2 });
    expect((await api().get({ id: en.id })).isDefault).toBe(false);
    expect((await trail(en.id)).map((entry) => entry.changes)).toContainEqual({ isDefault: [true, false] });
    expect((await trail(fr.id)).map((entry) => entry.changes)).toContainEqual({ isDefault: [false, true] });
    const es = await api().create({ code: "es", name: "Spanish", isDefault: true });
    expect(await db().select({ id: languages.id }).from(languages).where(eq(languages.isDefault, true))).toEqual([
      { id: es.id },
    ]);
  });

  it("keeps one default under parallel changes", async () => {
    const { en, fr } = await three();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => api().update({ id: i % 2 ? en.id : fr.id, isDefault: true })),
    );
    expect(await db().$count(languages, eq(languages.isDefault, true))).toBe(1);
  });

  it("never switches the default off", async () => {
    const { en, de } = await three();
    for (const [path, values] of [
      ["status", { id: en.id, status: false }],
      ["isDefault", { id: en.id, isDefault: false }],
      ["status", { id: de.id, isDefault: true }],
    ] as const)
      expect(await failure(api().update(values))).toMatchObject({ status: 422, errors: [{ path }] });
    const off = { code: "it", name: "Italian", isDefault: true, status: false };
    expect((await failure(api().create(off))).status).toBe(422);
    expect(await api().update({ id: de.id, isDefault: true, status: true })).toMatchObject({ isDefault: true });
  });

  it("takes BCP 47 tags, in their canonical form, once", async () => {
    await three();
    expect((await api().create({ code: "FR-ca", name: "Canadian French" })).code).toBe("fr-CA");
    expect(await failure(api().create({ code: "EN", name: "Again" }))).toMatchObject({
      status: 422,
      code: "duplicate",
      errors: [{ path: "code" }],
    });
    for (const code of ["", "e", "english", "fr_FR", "fr-", "fr-é", "en-\0"])
      expect(await failure(api().create({ code, name: "Bad" })), code).toMatchObject({ status: 400 });
  });

  it("refuses a write on a version the caller has not seen", async () => {
    const { en, fr } = await three();
    await api().update({ id: fr.id, name: "Français" });
    expect((await failure(api().update({ id: fr.id, name: "Mine", ifMatch: '"1"' }))).status).toBe(412);
    const stale = { id: fr.id, languageId: en.id, label: "French", ifMatch: '"1"' };
    expect((await failure(api().translate(stale))).status).toBe(412);
    expect(await api().translate({ ...stale, ifMatch: '"2"' })).toMatchObject({ version: 3 });
  });

  it("filters by status and name, the latter literally", async () => {
    await three();
    await api().create({ code: "qa", name: "100%_odd" });
    const names = async (request: object) => (await api().list(request)).items.map((item) => item.name).sort();
    expect(await names({ status: false })).toEqual(["German"]);
    expect(await names({ name: "NCH" })).toEqual(["French"]);
    expect(await names({ name: "00%" })).toEqual(["100%_odd"]);
    expect(await names({ name: "0%_o" })).toEqual(["100%_odd"]);
    expect(await names({ name: "%_o" })).toEqual(["100%_odd"]);
  });
});

describe("translations of a language", () => {
  it("are upserted per language, and answers say which active languages are missing", async () => {
    const { en, fr, de } = await three();
    expect(en.missingLanguageIds).toEqual([en.id]);
    const named = { id: en.id, languageId: fr.id, label: "Anglais" };
    const once = await api().translate(named);
    expect(once).toMatchObject({
      translations: [{ languageId: fr.id, label: "Anglais" }],
      missingLanguageIds: [en.id],
    });
    const twice = await api().translate({ ...named, label: "Anglais (GB)" });
    expect(twice.translations).toMatchObject([{ id: once.translations[0]?.id, label: "Anglais (GB)" }]);
    const both = await api().translate({ id: en.id, languageId: de.id, label: "Englisch" });
    expect(both.translations).toHaveLength(2);
    expect(both.missingLanguageIds).toEqual([en.id]);
    expect((await trail(en.id)).map((entry) => entry.changes)).toContainEqual({
      "label (fr)": ["Anglais", "Anglais (GB)"],
    });
  });

  it("are changed and deleted by their id, below their own language only", async () => {
    const { en, fr } = await three();
    const { translations } = await api().translate({ id: en.id, languageId: fr.id, label: "Anglais" });
    const translationId = translations[0]?.id ?? "";
    const changed = await api().changeTranslation({ id: en.id, translationId, label: "L’anglais" });
    expect(changed.translations[0]?.label).toBe("L’anglais");
    for (const id of [fr.id, crypto.randomUUID()]) {
      expect((await failure(api().changeTranslation({ id, translationId, label: "Stolen" }))).status).toBe(404);
      expect((await failure(api().removeTranslation({ id, translationId }))).status).toBe(404);
    }
    expect(await api().removeTranslation({ id: en.id, translationId })).toBeUndefined();
    expect((await api().get({ id: en.id })).translations).toEqual([]);
    expect((await failure(api().removeTranslation({ id: en.id, translationId }))).status).toBe(404);
  });

  it("come with a create, or nothing is made", async () => {
    const { en, fr } = await three();
    const made = await api().create({
      code: "es",
      name: "Spanish",
      translations: [
        { languageId: en.id, label: "Spanish" },
        { languageId: fr.id, label: "Espagnol" },
      ],
    });
    expect(made.translations).toHaveLength(2);
    const unknown = [{ languageId: crypto.randomUUID(), label: "?" }];
    expect(await failure(api().create({ code: "it", name: "Italian", translations: unknown }))).toMatchObject({
      status: 422,
      code: "unknown_reference",
    });
    expect((await api().list({ name: "Italian" })).meta.totalItems).toBe(0);
    const repeated = [
      { languageId: en.id, label: "Italian" },
      { languageId: en.id, label: "Italian" },
    ];
    expect((await failure(api().create({ code: "it", name: "Italian", translations: repeated }))).status).toBe(400);
  });

  it("survive twenty parallel upserts as one row", async () => {
    const { en, fr } = await three();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => api().translate({ id: en.id, languageId: fr.id, label: `Anglais ${i}` })),
    );
    expect(await api().get({ id: en.id })).toMatchObject({ version: 21, translations: [{ languageId: fr.id }] });
  });
});

it("asks for the right to write", async () => {
  ctx = staffCtx(db(), ["language.read"]);
  expect((await failure(api().create({ code: "en", name: "English" }))).status).toBe(403);
  expect((await api().list({})).items).toEqual([]);
});
