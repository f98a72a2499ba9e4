import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { languages, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { makeCompany, staffIn } from "@/server/companies/testing";
import { fixedId } from "@/server/kit/record/fixed-id";
import { failure } from "@/server/kit/testing";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { companyMailTemplateService as service } from "./company-mail-template.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const invitation = fixedId("mail-template", "COMPANY_INVITATION");
const [en, fr, de] = [languageId("en"), languageId("fr"), languageId("de")];
const text = (word: string) => ({ subject: `${word} {{company}}`, content: `${word} {{firstName}},\n\n{{link}}` });
const signIn = async () => {
  const person = await makePerson(db(), {}, ["company-mail-template.read", "company-mail-template.write"]);
  return { authorization: `Bearer ${(await credentialsOf(db(), person)).bearer}` };
};

describe("a company's own text of a mail, over REST", () => {
  it("is set, read and removed as documented", async () => {
    const [company, headers] = [await makeCompany(db()), await signIn()];
    const at = `/v1/backoffice/company/${company.id}/mail-template`;
    const inFrench = `${at}/${invitation}/language/${fr}`;
    expect((await ask("GET", inFrench, { headers })).status).toBe(404);
    const body = { languageId: fr, ...text("Salut") };
    const made = await ask("PUT", `${at}/${invitation}`, { headers, body });
    const own = JSON.parse(made.text);
    expect([made.status, own]).toMatchObject([
      201,
      { companyId: company.id, mailTemplateId: invitation, code: "COMPANY_INVITATION", languageId: fr, version: 1 },
    ]);
    expect(own.tokens).toEqual(expect.arrayContaining(["company", "firstName", "link"]));
    const again = await ask("PUT", `${at}/${invitation}`, { headers, body: { ...body, subject: "Coucou" } });
    expect([again.status, JSON.parse(again.text)]).toMatchObject([201, { id: own.id, subject: "Coucou", version: 2 }]);
    const stale = { ...headers, "if-match": '"1"' };
    expect((await ask("PUT", `${at}/${invitation}`, { headers: stale, body })).status).toBe(412);
    expect(JSON.parse((await ask("GET", inFrench, { headers })).text).subject).toBe("Coucou");
    expect((await ask("PUT", `${at}/${crypto.randomUUID()}`, { headers, body })).status).toBe(404);
    const other = `/v1/backoffice/company/${(await makeCompany(db())).id}/mail-template/${own.id}`;
    expect((await ask("DELETE", other, { headers })).status).toBe(404);
    expect(await ask("DELETE", `${at}/${own.id}`, { headers })).toMatchObject({ status: 204, text: "" });
    expect((await ask("GET", inFrench, { headers })).status).toBe(404);
  });
});

describe("what a company may write", () => {
  it("holds the template's tokens, its link, and no other address", async () => {
    const ctx = staffIn(db(), (await makeCompany(db())).id);
    const put = (over: object) =>
      service.put(ctx, { mailTemplateId: invitation, languageId: en, ...text("Hello"), ...over });
    const wrong: [object, string][] = [
      [{ subject: "{{password}}" }, "subject"],
      [{ subject: "{{link}}" }, "subject"],
      [{ subject: "See evil.example" }, "subject"],
      [{ content: "Hello {{lnk}} {{link}}" }, "content"],
      [{ content: "Hello" }, "content"],
      [{ content: "{{{link}}}" }, "content"],
      [{ content: "{{#link}}x{{/link}}{{link}}" }, "content"],
      [{ content: "{{link}} {{" }, "content"],
      [{ content: "{{link}} or https://evil.example" }, "content"],
      [{ content: "{{link}} or www.evil" }, "content"],
      [{ content: "{{link}} or evil.example/path" }, "content"],
    ];
    for (const [over, path] of wrong)
      expect([over, (await failure(put(over))).errors?.[0]?.path]).toEqual([over, path]);
    expect((await service.list(ctx, {})).items).toEqual([]);
    await put({ content: "Hello {{firstName}}. Come in:\n{{link}}" });
    const unknown = service.put(ctx, { mailTemplateId: invitation, languageId: invitation, ...text("Hello") });
    expect(await failure(unknown)).toMatchObject({ status: 422, errors: [{ path: "languageId" }] });
  });

  it("is no mail with a code, a PIN or a reset", async () => {
    const ctx = staffIn(db(), (await makeCompany(db())).id);
    for (const code of ["ACTIVATION_PIN", "ACTIVATION_CODE", "PASSWORD_RESET", "SWITCH_TO_NOTICE"]) {
      const put = service.put(ctx, { mailTemplateId: fixedId("mail-template", code), languageId: en, ...text("Hi") });
      expect(await failure(put)).toMatchObject({ errors: [{ path: "mailTemplateId" }] });
    }
    const { items } = await service.editable(ctx);
    const labels = ["Invitation of a partner", "Invitation to a company", "Reminder of an invitation of a partner"];
    expect(items.map(({ label }) => label).sort()).toEqual(labels);
    for (const { texts } of items) expect(texts.map((one) => one.languageId).sort()).toEqual([en, fr, de].sort());
  });

  it("is one text, where two are written at once", async () => {
    const ctx = staffIn(db(), (await makeCompany(db())).id);
    const put = (word: string) => service.put(ctx, { mailTemplateId: invitation, languageId: en, ...text(word) });
    const [a, b] = await Promise.all([put("One"), put("Two")]);
    expect([a.id, (await service.list(ctx, {})).items.length]).toEqual([b.id, 1]);
  });
});

describe("what is sent", () => {
  it("is the company's text in the language or the default one, else the template's in those, else any", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const [spanish] = await db().insert(languages).values({ code: "es", name: "Spanish" }).returning();
    const sent = async (language: string | undefined, companyId: string | undefined = company.id) => {
      const tokens = { firstName: "Ada", email: "ada@x.demo", link: "https://x.demo", company: "Velora" };
      const mail = { templateCode: "COMPANY_INVITATION", recipient: "ada@x.demo", module: "identity", tokens } as const;
      await enqueueMail(ctx, { ...mail, languageId: language, companyId });
      const [row] = await db().select().from(mailLog).orderBy(desc(mailLog.id)).limit(1);
      return row?.subject;
    };
    const put = (language: string, word: string) =>
      service.put(ctx, { mailTemplateId: invitation, languageId: language, ...text(word) });
    const standard = { en: "Invitation to Velora", fr: "Invitation de Velora", de: "Einladung von Velora" };
    expect([await sent(fr), await sent(spanish?.id), await sent(undefined)]).toEqual([
      standard.fr,
      standard.en,
      standard.en,
    ]);
    await put(de, "Hallo");
    expect([await sent(fr), await sent(de)]).toEqual([standard.fr, "Hallo Velora"]);
    const own = await put(en, "Welcome");
    expect([await sent(fr), await sent(de), await sent(spanish?.id)]).toEqual([
      "Welcome Velora",
      "Hallo Velora",
      "Welcome Velora",
    ]);
    expect(await sent(fr, (await makeCompany(db())).id)).toBe(standard.fr);
    await service.remove(ctx, own.id);
    expect(await sent(fr)).toBe(standard.fr);
    await db().update(languages).set({ isDefault: false }).where(eq(languages.id, en));
    expect(await sent(spanish?.id)).toBe(standard.de);
    await db().update(languages).set({ isDefault: true }).where(eq(languages.id, en));
  });
});
