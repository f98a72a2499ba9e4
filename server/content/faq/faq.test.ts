import { beforeEach, describe, expect, it } from "vitest";
import { faqs } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const ask = backoffice(db);
const path = "admin/faq";
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  await db().delete(faqs);
  at = await seedContent(db());
});

const section = () => api().faqs.create({ name: "Battery", topic: "Riding" });
const english = () => ({ languageId: at.en, question: "How long?", answer: "<p>4 h<script>x</script></p>" });

describe("the FAQ", () => {
  it("answers by REST as documented", async () => {
    const made = await ask("POST", path, bearer, { name: "Battery", topic: "Riding", rank: 3 });
    expect([made.status, made.body]).toMatchObject([201, { name: "Battery", topic: "Riding", rank: 3, contents: [] }]);
    const one = `${path}/${made.body.id}`;
    const added = await ask("POST", `${one}/content`, bearer, { translations: [english()] });
    expect([added.status, added.body]).toMatchObject([
      200,
      {
        faqId: made.body.id,
        translations: [{ question: "How long?", answer: "<p>4 h</p>" }],
        missingLanguageIds: [at.fr],
      },
    ]);
    const body = { languageId: at.fr, question: "Combien ?", answer: "4 h" };
    const translated = await ask("POST", `${path}/content/${added.body.id}/translation`, bearer, body);
    expect([translated.status, translated.body]).toMatchObject([200, { id: added.body.id, missingLanguageIds: [] }]);
    const whole = await ask("GET", one, bearer);
    expect(whole.body).toMatchObject({ version: 3, contents: [{ id: added.body.id }], missingLanguageIds: [] });
    const changed = await ask("PATCH", one, { ...bearer, "if-match": whole.etag }, { topic: "Charging" });
    expect([changed.status, changed.body]).toMatchObject([200, { topic: "Charging", name: "Battery" }]);
    expect((await ask("PATCH", one, { ...bearer, "if-match": whole.etag }, { topic: "x" })).status).toBe(412);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
  });

  it("lists sections by their rank, found by a part of topic or name", async () => {
    for (const [rank, name, topic] of [
      [2, "Signal", "Device"],
      [1, "Battery", "Riding"],
      [3, "Helmet", "Riding"],
    ] as const)
      await api().faqs.create({ name, topic, rank });
    const names = async (request: object) => (await api().faqs.list(request)).items.map((item) => item.name);
    expect(await names({})).toEqual(["Battery", "Signal", "Helmet"]);
    expect(await names({ topic: "rid" })).toEqual(["Battery", "Helmet"]);
    expect(await names({ name: "SIG", topic: "dev" })).toEqual(["Signal"]);
    expect(await names({ name: "%" })).toEqual([]);
    expect(await names({ sortBy: "name:desc" })).toEqual(["Signal", "Helmet", "Battery"]);
  });

  it("lists the contents of one section, and those in a language", async () => {
    const [{ id: faqId }, other] = [await section(), await section()];
    const first = await api().faqContents.create({ faqId, translations: [english()] });
    const second = await api().faqContents.create({ faqId });
    await api().faqContents.create({ faqId: other.id, translations: [english()] });
    const ids = async (query: string) =>
      (await ask("GET", `${path}/${faqId}/content${query}`, bearer)).body.items.map((item) => item.id);
    expect(await ids("")).toEqual([first.id, second.id]);
    expect(await ids("?limit=1&page=2")).toEqual([second.id]);
    expect(await ids(`?languageId=${at.en}`)).toEqual([first.id]);
    expect(await ids(`?languageId=${at.fr}`)).toEqual([]);
    expect((await ask("GET", `${path}/${crypto.randomUUID()}/content`, bearer)).status).toBe(404);
  });

  it("keeps the order of the questions of a section; of all of them, or none", async () => {
    const { id: faqId } = await section();
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await api().faqContents.create({ faqId })).id);
    const [one = "", two = "", three = ""] = made;
    const order = async () => (await api().faqs.get({ id: faqId })).contents.map(({ id }) => id);
    expect(await order()).toEqual([one, two, three]);
    await api().faqContents.saveOrder({ faqId, ids: [three, one, two], ifMatch: "*" });
    expect(await order()).toEqual([three, one, two]);
    expect((await api().faqContents.list({ faqId })).items.map(({ id }) => id)).toEqual([three, one, two]);
    const { id: four } = await api().faqContents.create({ faqId });
    expect(await order()).toEqual([three, one, two, four]);
    for (const ids of [
      [one, two, three],
      [one, one, two, three],
      [one, two, three, crypto.randomUUID()],
    ])
      expect((await failure(api().faqContents.saveOrder({ faqId, ids, ifMatch: "*" }))).status).toBe(412);
    expect(await order()).toEqual([three, one, two, four]);
    await api().faqs.remove({ id: faqId });
    await api().faqs.restore({ id: faqId });
    expect(await order()).toEqual([three, one, two, four]);
  });

  it("refuses what is not there, and keeps nothing of it", async () => {
    const { id: faqId } = await section();
    const unknown = crypto.randomUUID();
    const texts = { ...english(), languageId: unknown };
    expect(await failure(api().faqContents.create({ faqId, translations: [texts] }))).toMatchObject({ status: 422 });
    expect((await failure(api().faqContents.create({ faqId: unknown }))).status).toBe(404);
    expect((await failure(api().faqContents.translate({ id: unknown, ...english() }))).status).toBe(404);
    expect((await failure(api().faqContents.create({ faqId, ifMatch: '"9"' }))).status).toBe(412);
    const nothing = { ...english(), answer: "<script>x</script>" };
    expect((await failure(api().faqContents.create({ faqId, translations: [nothing] }))).status).toBe(400);
    expect(await api().faqs.get({ id: faqId })).toMatchObject({ version: 1, contents: [] });
  });

  it("comes back whole after a removal; contents and translations go one by one", async () => {
    const { id: faqId } = await section();
    const { id } = await api().faqContents.create({ faqId, translations: [english()] });
    const before = await api().faqs.get({ id: faqId });
    await api().faqs.remove({ id: faqId });
    expect((await api().faqs.restore({ id: faqId })).contents).toEqual(before.contents);
    const translationId = before.contents[0]?.translations[0]?.id ?? "";
    expect((await api().faqContents.removeTranslation({ id, translationId })).contents).toEqual([
      { id, translations: [] },
    ]);
    const { id: otherId } = await section();
    expect((await failure(api().faqContents.remove({ faqId: otherId, id }))).status).toBe(404);
    expect((await api().faqContents.remove({ faqId, id })).contents).toEqual([]);
  });
});
