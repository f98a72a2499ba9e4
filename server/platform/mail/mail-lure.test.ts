import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { mailTexts } from "@/seed/mail-texts";
import { asLink, asMailHtml, asPlain, asSubject } from "@/server/notification/text/template-text.rules";
import { mailCatalogue, type TemplateCode } from "./mail-catalogue.rules";
import { type RenderedMail, renderMail, unseal } from "./mail-template.rules";

// Whatever stands in a token, the only links of a mail are its own (ADR 91). mailparser makes links of what it finds in a
// plain text as mail programs do: with linkify-it and all top-level domains.

const lures = [
  "Unlock your account: bit.ly/3xyzabc",
  "t.co/abc",
  "x.com",
  "http://evil.com/a?b=c",
  "//evil.com",
  "www.evil.com",
  "help@evil.com",
  "mailto:help@evil.com",
  "evil.",
  "1.2.3.4/x",
  "пример.рф/x",
];
const ours = "https://persdesk.test/own";

const headers = "Content-Type: text/plain; charset=utf-8\r\n\r\n";
async function linksIn(text: string) {
  const { textAsHtml = "" } = await simpleParser(Buffer.from(headers + text));
  return [...textAsHtml.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
}
const visible = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<a\s.*?<\/a>/gs, " ")
    .replace(/<(?:br|\/p|\/td|\/div)[^>]*>/g, "\n")
    .replace(/<[^>]*>/g, "");
const hrefsIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&#x2F;", "/"));

async function assertOwnLinks({ subject, body, html, secrets }: RenderedMail) {
  const text = (sealed: string) => unseal(sealed, secrets);
  expect(await linksIn(text(subject))).toEqual([]);
  for (const href of [...(await linksIn(text(body))), ...hrefsIn(text(html))]) expect(href).toBe(ours);
  expect(await linksIn(visible(text(html)))).toEqual([]);
}

describe("a reader of mails that makes links", () => {
  it("finds those that are tried here", async () => {
    for (const lure of lures.filter((one) => one !== "evil." && !one.startsWith("1.")))
      expect([lure, (await linksIn(`Hello ${lure} there`)).length]).toEqual([lure, 1]);
  });
});

describe.each(Object.keys(mailCatalogue) as TemplateCode[])("%s", (code) => {
  const tokens: readonly string[] = mailCatalogue[code].tokens;
  const usual = Object.fromEntries(tokens.map((name) => [name, name === "link" ? ours : name]));
  const lured = tokens.filter((name) => !["link", "code", "pin"].includes(name)); // those are made by us

  it("holds no link but its own, whatever stands in its tokens", async () => {
    for (const [language, text] of Object.entries(mailTexts[code]))
      for (const name of lured)
        for (const lure of lures)
          await assertOwnLinks(renderMail(code, text, { ...usual, [name]: lure }, { language }));
  });

  it("holds none that a token makes with the text beside it", async () => {
    const link = tokens.includes("link") ? "\n{{link}}" : "";
    const [first = "", second = first] = lured;
    const around = [
      `{{${first}}}.com/x`,
      `bit.{{${first}}}`,
      `www.{{${first}}}`,
      `{{${first}}}com`,
      `{{${first}}}{{${second}}}`,
    ];
    for (const content of around)
      for (const lure of [...lures, "ly/x", "com", "evil"]) {
        const tokens = { ...usual, [first]: lure, [second]: first === second ? lure : "com" };
        await assertOwnLinks(
          renderMail(code, { subject: content, content: content + link }, tokens, { language: "en" }),
        );
      }
  });
});

describe("a notification by mail", () => {
  it("holds no link but those of its author, whatever stands in its tokens", async () => {
    for (const lure of lures) {
      const tokens = { name: lure };
      expect(await linksIn(asSubject("Hello {{name}}", tokens))).toEqual([]);
      const html = asMailHtml("<p>Hello {{name}}, <a href='https://persdesk.test/{{name}}'>look</a></p>", tokens);
      expect(await linksIn(asPlain(html.replace(/<a .*/, ""), {}))).toEqual([]);
      expect(
        hrefsIn(html).every((href) => href?.startsWith("https://persdesk.test/") && !href.includes("\u200c")),
      ).toBe(true);
      expect(asLink("https://persdesk.test/{{name}}", tokens)).not.toContain("\u200c");
      expect(await linksIn(asMailHtml("Hello {{name}}", tokens))).toEqual([]);
    }
  });
});
