import { beforeEach, describe, expect, it } from "vitest";
import { privacyPolicies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";
import { privacyPolicyService } from "./privacy-policy.service";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).privacyPolicies;
const ask = backoffice(db);
const path = "admin/privacy-policy";
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  await db().delete(privacyPolicies);
  at = await seedContent(db());
});

const english = () => ({ languageId: at.en, title: "Privacy", content: "<p>All<script>x</script></p>" });

describe("the privacy policy", () => {
  it("answers by REST as documented: a text goes into the draft", async () => {
    const made = await ask("POST", `${path}/translation`, bearer, english());
    expect([made.status, made.body]).toMatchObject([
      200,
      { version: 1, publishedAt: null, translations: [{ title: "Privacy", content: "<p>All</p>" }] },
    ]);
    const french = { languageId: at.fr, title: "Vie privée", content: "<p>Tout</p>", version: 1 };
    expect((await ask("POST", `${path}/translation`, bearer, french)).body).toMatchObject({
      version: 1,
      missingLanguageIds: [],
    });
    expect((await ask("POST", `${path}/translation`, bearer, { ...french, version: 7 })).status).toBe(422);
    const listed = async (query: string) => (await ask("GET", `${path}${query}`, bearer)).body.items.length;
    expect([await listed(""), await listed(`?languageId=${at.fr}`), await listed(`?languageId=${at.de}`)]).toEqual([
      1, 1, 0,
    ]);
  });

  it("is published once and for all; a change makes the next version", async () => {
    const first = await api().upsert(english());
    const published = await api().publish({ id: first.id });
    expect(published.publishedAt).toEqual(expect.any(String));
    const { id, translations } = published;
    const translationId = translations[0]?.id ?? "";
    const writes = [
      () => api().publish({ id }),
      () => api().upsert({ ...english(), version: 1 }),
      () => api().translate({ id, ...english() }),
      () => api().removeTranslation({ id, translationId }),
      () => privacyPolicyService.changeTranslation(staffCtx(db()), id, translationId, { title: "Another" }),
      () => api().remove({ id }),
    ];
    for (const write of writes) expect(await failure(write())).toMatchObject({ status: 422 });
    expect(await api().get({ id })).toEqual(published);

    const next = await api().upsert({ ...english(), title: "Privacy, anew" });
    expect(next).toMatchObject({ version: 2, publishedAt: null, translations: [{ title: "Privacy, anew" }] });
    expect(await api().get({ id })).toEqual(published);
    expect((await api().draft()).id).toBe(next.id);
  });

  it("begins its next draft with the texts of the version before, in every language", async () => {
    await api().upsert(english());
    const { id } = await api().upsert({ languageId: at.fr, title: "Vie privée", content: "<p>Tout</p>" });
    await api().publish({ id });
    const next = await api().draft();
    expect(next.translations.map(({ title }) => title).sort()).toEqual(["Privacy", "Vie privée"]);
  });

  it("has one draft, whoever makes it at the same time", async () => {
    const drafts = await Promise.all([1, 2, 3].map(() => api().draft()));
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(1);
    const [draft] = drafts;
    await api().remove({ id: draft?.id ?? "" });
    await api().draft();
    expect((await failure(api().restore({ id: draft?.id ?? "" }))).status).toBe(422);
  });

  it("is not published without a text in the default language, nor over a change that was not seen", async () => {
    const { id } = await api().upsert({ languageId: at.fr, title: "Vie", content: "<p>Tout</p>" });
    expect((await failure(api().publish({ id }))).status).toBe(422);
    await api().upsert(english());
    expect((await failure(api().publish({ id, ifMatch: '"1"' }))).status).toBe(412);
    expect((await api().get({ id })).publishedAt).toBeNull();
  });
});
