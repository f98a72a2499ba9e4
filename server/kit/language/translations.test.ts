import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, countries, countryTranslations, languages } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { listInput } from "@/server/kit/list/list.schema";
import { staffCtx } from "@/server/kit/testing";
import { translatedService } from "./translated-service";
import { translationService } from "./translations";

const { db } = useDatabase();
const translations = translationService(countryTranslations);
const { translate, changeTranslation, removeTranslation, create } = translatedService({
  name: "country",
  label: (row) => row.name,
  table: countries,
  texts: countryTranslations,
  scope: "global",
  input: listInput({ sort: ["code"], filters: {}, order: "code:asc" }),
  sort: { code: countries.code },
  filters: {},
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
      Array.from({ length: 10 }, (_, n) => translate(ctx(), ids.country, ids.fr, { label: `Premier ${n}` })),
    );
    const map = await translations.byParent(ctx(), [ids.country, ids.other]);
    expect(map.get(ids.country)).toEqual([{ id: expect.any(String), languageId: ids.fr, label: expect.any(String) }]);
    expect(map.has(ids.other)).toBe(false);
    const [country] = await db().select().from(countries).where(eq(countries.id, ids.country));
    expect(country?.version).toBe(11);
  });

  it("audits on the parent, naming the language", async () => {
    await translate(ctx(), ids.other, ids.de, { label: "Zweites" });
    await translate(ctx(), ids.other, ids.de, { label: "Zweites Land" });
    const entries = await db().select().from(auditLog).where(eq(auditLog.objectId, ids.other)).orderBy(auditLog.id);
    expect(entries.map((entry) => entry.changes)).toEqual([
      { "label (xd)": [null, "Zweites"] },
      { "label (xd)": ["Zweites", "Zweites Land"] },
    ]);
  });

  it("refuses another parent's translation and an unknown language", async () => {
    const [row] = (await translations.byParent(ctx(), [ids.country])).get(ids.country) ?? [];
    await expect(changeTranslation(ctx(), ids.other, row?.id ?? "", { label: "x" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(removeTranslation(ctx(), ids.other, row?.id ?? "")).rejects.toMatchObject({ status: 404 });
    await expect(translate(ctx(), crypto.randomUUID(), ids.fr, { label: "x" })).rejects.toMatchObject({
      status: 404,
    });
    await removeTranslation(ctx(), ids.country, row?.id ?? "");
    expect((await translations.byParent(ctx(), [ids.country])).size).toBe(0);
  });

  it("leaves no trace where a language has that text already", async () => {
    const made = await create(ctx(), {
      code: "X3",
      name: "Third",
      phonePrefix: "+3",
      translations: [
        { languageId: ids.fr, label: "Troisième" },
        { languageId: ids.de, label: "Drittes" },
      ],
    });
    expect(made.version).toBe(2);
    expect((await translate(ctx(), made.id, ids.fr, { label: "Troisième" }, '"2"')).version).toBe(2);
    const [french] = (await translations.byParent(ctx(), [made.id])).get(made.id) ?? [];
    expect((await changeTranslation(ctx(), made.id, french?.id ?? "", { label: "Troisième" })).version).toBe(2);
    const entries = await db().select().from(auditLog).where(eq(auditLog.objectId, made.id)).orderBy(auditLog.id);
    expect(entries.map(({ action, changes }) => [action, changes])).toMatchObject([
      ["create", {}],
      ["translate", { "label (xf)": [null, "Troisième"], "label (xd)": [null, "Drittes"] }],
    ]);
  });
});
