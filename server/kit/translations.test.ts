import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, countries, countryTranslations, languages } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "./testing";
import { translationService } from "./translations";

const { db } = useDatabase();
const translations = translationService(countryTranslations, {
  name: "country",
  parent: countries,
  label: countries.name,
});
const ids = { fr: "", de: "", country: "", other: "" };
const ctx = () => staffCtx(db());

describe("translations", () => {
  beforeAll(async () => {
    const made = await db()
      .insert(languages)
      .values([
        { code: "xf", name: "French", isDefault: true },
        { code: "xd", name: "German" },
        { code: "xo", name: "Off", status: false },
      ])
      .returning();
    ids.fr = made[0]?.id ?? "";
    ids.de = made[1]?.id ?? "";
    const [a, b] = await db()
      .insert(countries)
      .values([
        { code: "X1", name: "First", phonePrefix: "+1" },
        { code: "X2", name: "Second", phonePrefix: "+2" },
      ])
      .returning();
    ids.country = a?.id ?? "";
    ids.other = b?.id ?? "";
  });

  it("makes one row a language however often and by however many it is set", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => translations.upsert(ctx(), ids.country, ids.fr, { label: `Premier ${n}` })),
    );
    const map = await translations.byParent(ctx(), [ids.country, ids.other]);
    expect(map.get(ids.country)).toEqual([{ id: expect.any(String), languageId: ids.fr, label: expect.any(String) }]);
    expect(map.has(ids.other)).toBe(false);
    const [country] = await db().select().from(countries).where(eq(countries.id, ids.country));
    expect(country?.version).toBe(11);
  });

  it("audits on the parent, naming the language", async () => {
    await translations.upsert(ctx(), ids.other, ids.de, { label: "Zweites" });
    await translations.upsert(ctx(), ids.other, ids.de, { label: "Zweites Land" });
    const entries = await db().select().from(auditLog).where(eq(auditLog.objectId, ids.other)).orderBy(auditLog.id);
    expect(entries.map((entry) => entry.changes)).toEqual([
      { "label (xd)": [null, "Zweites"] },
      { "label (xd)": ["Zweites", "Zweites Land"] },
    ]);
  });

  it("refuses another parent's translation and an unknown language", async () => {
    const [row] = (await translations.byParent(ctx(), [ids.country])).get(ids.country) ?? [];
    await expect(translations.update(ctx(), ids.other, row?.id ?? "", { label: "x" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(translations.remove(ctx(), ids.other, row?.id ?? "")).rejects.toMatchObject({ status: 404 });
    await expect(translations.upsert(ctx(), crypto.randomUUID(), ids.fr, { label: "x" })).rejects.toMatchObject({
      status: 404,
    });
    await translations.remove(ctx(), ids.country, row?.id ?? "");
    expect((await translations.byParent(ctx(), [ids.country])).size).toBe(0);
  });

  it("counts what is translated for each active language, the default first", async () => {
    expect(await translations.completeness(ctx())).toEqual([
      { languageId: ids.fr, code: "xf", translated: 0, total: 2 },
      { languageId: ids.de, code: "xd", translated: 1, total: 2 },
    ]);
  });
});
