import { expect, it } from "vitest";
import { mailTexts } from "@/seed/mail-texts";
import { mailCatalogue, mayHaveLook, type TemplateCode } from "./mail-catalogue.rules";
import { notificationHtml, renderMail } from "./mail-template.rules";

// Each mail as it is sent is in a file, with what stands in for its secrets: its words in each language, and its page, which
// is in a company's look where it may have one. A change of one shows, and is meant. Where it is:
// `npx vitest run server/platform/mail/mail-released.test.ts -u`.

const link = "https://persdesk.example/portal/invitation?token=a&more=b";
const shortLink = "https://persdesk.example/l/x1";
const look = { company: "Holzwerk & Söhne", color: "#a03060", logo: "cid:logo@persdesk" };

function partsOf(code: TemplateCode) {
  const names: readonly string[] = mailCatalogue[code].tokens;
  const tokens = Object.fromEntries(names.map((name) => [name, name === "link" ? link : `<${name}>.com & co`]));
  return Object.entries(mailTexts[code]).flatMap(([language, text]) => {
    const dress = { language, shortLink, look: mayHaveLook(code) ? look : null };
    const { subject, body, html, secrets } = renderMail(code, text, tokens, dress);
    const said = [`${code} in ${language}: ${subject}`, body, JSON.stringify(secrets)];
    return language === "en" ? [...said, html] : said;
  });
}

it("the mails are those that were released", async () => {
  const codes = (Object.keys(mailCatalogue) as TemplateCode[]).sort();
  const long = "A sentence of a notification. ".repeat(12);
  const notification = { subject: "Subject & more", html: "<p>It is <b>formatted</b>.</p>", text: long };
  const pages = ["en", "fr", "de"].flatMap((language) => [
    notificationHtml({ ...notification, link: { href: link, short: shortLink }, end: link }, language),
    notificationHtml({ ...notification, link: null, end: null }, language),
  ]);
  const shown = [...codes.flatMap(partsOf), "Notifications:", ...pages].join("\n\n");
  const plain = shown.replaceAll("\uE000", "[").replaceAll("\uE001", "]").replaceAll("\u200C", "\\u200C");
  await expect(`${plain}\n`).toMatchFileSnapshot("../../released/mails.txt");
});
