import { describe, expect, it } from "vitest";
import { mailTexts } from "@/seed/mail-texts";
import { mailCatalogue, partsOf, renderMail, type TemplateCode } from "./mail-template.rules";

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
    const mail = renderMail("COMPANY_INVITATION", text, { firstName: "<b>", link: "https://persdesk.test/i" });
    expect(mail.subject).toBe("Hi <b>");
    expect(mail.html).toContain("&lt;img src&#x3D;x&gt; &amp; &quot;you&quot;<br><a href=");
    expect(mail.html).not.toContain("<img");
    expect(mail.secrets).toEqual({ link: "https://persdesk.test/i" });
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
