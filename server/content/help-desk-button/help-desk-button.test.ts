import { beforeEach, describe, expect, it } from "vitest";
import { faqs, helpDeskButtons, mostFrequentQuestions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const ask = backoffice(db);
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  for (const table of [faqs, helpDeskButtons, mostFrequentQuestions]) await db().delete(table);
  at = await seedContent(db());
});

describe("help-desk buttons", () => {
  const path = "admin/help-desk-button";

  it("answer by REST as documented", async () => {
    const body = { topic: "Manual", groupName: "Contact Partner", link: "tel:+33 1 23", icon: "phone" };
    const made = await ask("POST", path, bearer, body);
    expect([made.status, made.body]).toMatchObject([200, { ...body, isActivated: true, rank: 0, translations: [] }]);
    const one = `${path}/${made.body.id}`;
    const texts = { label: "Manuel", link: "https://persdesk.test/fr" };
    const translated = await ask("POST", `${one}/translation/${at.fr}`, bearer, texts);
    expect(translated).toMatchObject({ status: 200, body: { languageId: at.fr, ...texts } });
    const whole = await ask("GET", one, bearer);
    expect(whole.body).toMatchObject({ version: 2, missingLanguageIds: [at.en] });
    expect(await ask("PATCH", one, bearer, { isActivated: false })).toMatchObject({ body: { topic: "Manual" } });
    const found = async (query: string) => (await ask("GET", `${path}?${query}`, bearer)).body.items.length;
    expect(await found("topic=man&groupName=partner&isActivated=false")).toBe(1);
    expect(await found("isActivated=true")).toBe(0);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
  });

  it("refuse a group that there is not, and links that are none", async () => {
    const make = (more: object) => ask("POST", path, bearer, { topic: "x", groupName: "Documentation", ...more });
    expect((await make({ groupName: "Others" })).status).toBe(400);
    for (const link of ["javascript:alert(1)", "//evil.test", "data:text/html,x", "mailto:", "tel:x", "/manual"])
      expect([link, (await make({ link })).status]).toEqual([link, 400]);
    for (const link of ["https://a.test/b", "mailto:help@a.test", "tel:+33123456789"])
      expect([link, (await make({ link })).status]).toEqual([link, 200]);
  });
});

describe("most frequent questions", () => {
  const path = "admin/most-frequent-question";

  it("answer by REST as documented", async () => {
    const made = await ask("POST", path, bearer, { name: "Charging" });
    expect([made.status, made.body]).toMatchObject([200, { name: "Charging", idStatus: 1, rank: 0 }]);
    const one = `${path}/${made.body.id}`;
    expect(await ask("PATCH", `${one}/status`, bearer, { idStatus: 0 })).toMatchObject({ body: { idStatus: 0 } });
    expect((await ask("PATCH", `${one}/status`, bearer, { idStatus: 2 })).status).toBe(400);
    const content = `${one}/content/${at.fr}`;
    expect((await ask("GET", content, bearer)).status).toBe(404);
    const texts = { title: "Combien ?", content: '<p onclick="x()">4 h<script>y</script></p>' };
    const set = await ask("POST", content, bearer, texts);
    expect(set).toMatchObject({ status: 200, body: { languageId: at.fr, title: "Combien ?", content: "<p>4 h</p>" } });
    expect((await ask("GET", content, bearer)).body).toEqual(set.body);
    expect((await ask("GET", `${path}?idStatus=0&name=char`, bearer)).body.items).toHaveLength(1);
    expect((await ask("GET", `${path}?idStatus=1`, bearer)).body.items).toEqual([]);
    expect(await ask("PATCH", one, bearer, { rank: 4 })).toMatchObject({ body: { name: "Charging", rank: 4 } });
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", content, bearer)).status).toBe(404);
  });
});

describe.each([
  ["faqs", (n: number) => ({ name: `${n}`, topic: "t" })],
  ["helpDeskButtons", (n: number) => ({ topic: `${n}`, groupName: "Documentation" })],
  ["mostFrequentQuestions", (n: number) => ({ name: `${n}` })],
] as const)("the order of %s", (router, values) => {
  // The three routers share these procedures; their inputs differ by `values`.
  const of = () =>
    api()[router] as unknown as {
      create: (input: object) => Promise<{ id: string }>;
      list: (input: object) => Promise<{ items: { id: string; version: number }[] }>;
      saveOrder: (input: { ids: string[]; seen: string[] }) => Promise<{ moved: number }>;
    };
  const ids = async () => (await of().list({ limit: 100 })).items.map((item) => item.id);

  it("is saved in one request, and only what moves has a new version", async () => {
    const [a = "", b = "", c = ""] = await Promise.all([1, 2, 3].map(async (n) => (await of().create(values(n))).id));
    expect(await of().saveOrder({ ids: [c, a, b], seen: await ids() })).toEqual({ moved: 3 });
    expect(await ids()).toEqual([c, a, b]);
    expect((await failure(of().saveOrder({ ids: [b, a, c], seen: [a, b, c] }))).status).toBe(412);
    expect(await of().saveOrder({ ids: [c, b, a], seen: [c, a, b] })).toEqual({ moved: 2 });
    expect(await ids()).toEqual([c, b, a]);
    expect((await of().list({ limit: 100 })).items.map((item) => item.version)).toEqual([2, 3, 3]);
  });

  it("is refused whole where it does not name all there are", async () => {
    const [a = "", b = ""] = await Promise.all([1, 2].map(async (n) => (await of().create(values(n))).id));
    await of().saveOrder({ ids: [a, b], seen: await ids() });
    for (const wrong of [[b], [b, a, crypto.randomUUID()], [b, b], [b, crypto.randomUUID()]])
      expect((await failure(of().saveOrder({ ids: wrong, seen: [a, b] }))).status).toBe(412);
    expect(await ids()).toEqual([a, b]);
  });
});
