import { describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { mailTexts } from "@/seed/mail-texts";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { mailCatalogue, type TemplateCode } from "./mail-catalogue.rules";
import { partsOf, renderMail, unseal } from "./mail-template.rules";

const codes = Object.keys(mailCatalogue) as TemplateCode[];

describe("the texts that come with the product", () => {
  it.each(codes)("%s holds its own tokens in each language, and no secret in its subject", (code) => {
    const { tokens, secrets }: { tokens: readonly string[]; secrets: readonly string[] } = mailCatalogue[code];
    expect(Object.keys(mailTexts[code])).toEqual(["en", "fr", "de"]);
    for (const { subject, content } of Object.values(mailTexts[code])) {
      const [head, body] = [partsOf(subject), partsOf(content)];
      expect(tokens).toEqual(expect.arrayContaining([...(head?.tokens ?? ["?"]), ...(body?.tokens ?? ["?"])]));
      for (const secret of secrets)
        expect([head?.tokens.includes(secret), body?.tokens.includes(secret)]).toEqual([false, true]);
    }
  });
});

describe("a text that people wrote", () => {
  it("is no markup, and only its link is one", () => {
    const text = { subject: "Hi {{firstName}}", content: `<img src=x> & "you"\n{{link}}` };
    const [link, shortLink] = ["https://persdesk.test/i", "https://persdesk.test/l/x"];
    const mail = renderMail("COMPANY_INVITATION", text, { firstName: "<b>", link }, { language: "en", shortLink });
    expect(mail.subject).toBe("Hi <b>");
    expect(mail.html).toContain("&lt;img src&#x3D;x&gt; &amp; &quot;you&quot;</p>");
    expect(mail.html).not.toContain("<img");
    expect(mail.secrets).toEqual({ link, shortLink });
    const html = unseal(mail.html, mail.secrets);
    expect([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([link, shortLink]);
    expect(unseal(mail.body, mail.secrets)).toBe(`<img src=x> & "you"\n${shortLink}`);
  });

  it("is parsed with plain tokens and refused with any other expression", () => {
    expect(partsOf("Hello {{ firstName }}!")).toEqual({ tokens: ["firstName"], words: ["Hello ", "!"] });
    for (const text of [
      "{{{a}}}",
      "{{&a}}",
      "{{#a}}x{{/a}}",
      "{{>a}}",
      "{{!a}}",
      "{{=<% %>=}}",
      "{{a",
      "\uE000link\uE001",
    ])
      expect([text, partsOf(text)]).toEqual([text, undefined]);
  });
});

describe("a standard text", () => {
  const { db } = useDatabase();

  it("is worded and translated at the desk, and a mail goes on working with it", async () => {
    await seedBase(db());
    const { desk } = appRouter.createCaller(staffCtx(db()));
    const [english, french] = [languageId("en"), languageId("fr")];
    const { items } = await desk.list({ resource: "mail-template", languageId: french, sourceId: english, limit: 100 });
    expect(items).toHaveLength(codes.length);
    const { id = "", target = {} } = items.find(({ place }) => place === "PASSWORD_RESET") ?? {};
    const set = (texts: Record<string, string> | null, language = french) =>
      desk.set({ cells: [{ resource: "mail-template", id, languageId: language, texts }] });
    await set({ subject: "Nouveau code", content: "Bonjour {{firstName}} : {{code}}" });
    const row = await desk.get({ resource: "mail-template", id, languageId: french });
    expect(row.target).toEqual({ subject: "Nouveau code", content: "Bonjour {{firstName}} : {{code}}" });
    for (const content of ["Bonjour", "{{code}} {{link}}", "{{code}} {{#a}}"])
      expect(await failure(set({ content }))).toMatchObject({ status: 422 });
    expect(await failure(set({ subject: "{{code}}" }))).toMatchObject({ status: 422 });
    expect(await failure(set(null, english))).toMatchObject({ status: 422 });
    await set(null);
    await set(target);
    expect((await desk.history({ resource: "mail-template", id, languageId: french })).length).toBeGreaterThan(4);
    const reader = appRouter.createCaller(staffCtx(db(), ["mail-template.read"])).desk;
    const cell = { resource: "mail-template", id, languageId: french, texts: target };
    expect((await failure(reader.set({ cells: [cell] }))).status).toBe(403);
  });

  it("that no mail could be made of is a bad row of an import, before anything is run", async () => {
    const { desk } = appRouter.createCaller(staffCtx(db()));
    const { items } = await desk.list({ resource: "mail-template", languageId: languageId("fr"), limit: 100 });
    const { id = "" } = items.find(({ place }) => place === "PASSWORD_RESET") ?? {};
    const row = (content: string) => `mail-template,${id},fr,Sujet,${content}\n`;
    const plan = async (content: string) => {
      const bytes = Buffer.from(`kind,id,language,subject,content\n${row(content)}`);
      const made = await desk.imports.preview({
        fileName: "m.csv",
        file: { name: "m.csv", type: "text/csv", bytes },
        options: {},
      });
      const { items: bad } = await desk.imports.plan({ id: made.id, kind: "error", page: 1 });
      return [made.counts.changed, bad.map(({ message }) => message)];
    };
    expect(await plan("Bonjour {{firstName}} : {{code}}")).toEqual([1, []]);
    expect(await plan("{{firstName}} {{code}} {{nobody}}")).toEqual([0, [expect.stringMatching(/nobody/)]]);
  });
});
