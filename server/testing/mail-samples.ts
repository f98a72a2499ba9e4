import { mailTexts } from "@/seed/mail-texts";
import { mailCatalogue, mayHaveLook, type TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import type { MailLook } from "@/server/platform/mail/mail-layout.rules";
import { notificationHtml, renderMail, unseal } from "@/server/platform/mail/mail-template.rules";

// Every mail that there is, for those who look at them: people, and the test that measures them.

const usual: Record<string, string> = {
  firstName: "Ada",
  inviter: "Jules Martin",
  person: "Ada Martin",
  kind: "dealer",
  company: "Cycles du Port",
  email: "ada.martin@cycles-du-port.example",
  link: "https://persdesk.example.com/invitation/7dJk2mQx0vZr5tYbN8sLwPaHc3EfGu6IoR1TjVkXq9A",
  code: "482913",
  pin: "904211",
  serial: "PC2-2611-001969",
  staff: "Margaux Le Goff",
  count: "2",
  alerts: "Low battery, PC2-2611-001969: due since 06:30\nFall, PC2-2611-001970: due since 06:32",
  at: "2026-11-23 06:30",
  view: "Silent for 3 days",
  total: "71",
  change: "12 more than last time",
  reason: "Ticket 4711: the handed-over devices do not appear in the list.",
};
const longest: Record<string, string> = {
  ...usual,
  firstName: "Maximiliane".repeat(7),
  inviter: "Maximiliane".repeat(14),
  person: "Maximiliane".repeat(14),
  company: "Fahrradgrosshandelsgesellschaft".repeat(4).slice(0, 120),
  email: `${"a".repeat(64)}@${"b".repeat(60)}.example`,
  serial: "PC2".repeat(20),
  count: "64000",
  alerts: Array.from({ length: 20 }, () => `${"Akkuladung".repeat(8)}, ${"PC2".repeat(20)}`).join("\n"),
  staff: "Maximiliane".repeat(14),
  view: "Akkuladung".repeat(8),
  reason: "Nachvollziehbarkeitsprüfung".repeat(11),
};
const shortLink = "https://persdesk.example.com/l/7dJk2mQx0vZr5tYb";

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAYAAAD5PA/NAAAAEUlEQVR42mP8z8BQz4AEmBiQAAAYAwF9RZ0oZQAAAABJRU5ErkJggg==";
export const sampleLook: MailLook = { company: "Velora", color: "#8a1c3c", logo: pixel };

const formatted =
  "<h2>Battery is low</h2><p>Hello Ada, the battery of <strong>PC2-2611-001969</strong> is at 12 %.</p>" +
  "<ul><li>Charge it today</li><li>Or <a href='https://example.com/service'>ask a workshop</a></li></ul>" +
  "<table><thead><tr><th>Day</th><th>Level</th><th>Temperature</th></tr></thead><tbody><tr><td>Monday</td><td>40 %</td>" +
  `<td>21 °C</td></tr></tbody></table><blockquote>Last seen in Lyon</blockquote><pre>${"0123456789".repeat(20)}</pre>`;

interface Sample {
  name: string;
  language: string;
  html: string;
}

/** Each mail of the catalogue in three languages, with usual and with the longest values, in a company's look, and notifications. */
export function mailSamples(): Sample[] {
  const ofCode = (code: TemplateCode): Sample[] => {
    const missing = mailCatalogue[code].tokens.filter((name) => !(name in usual));
    if (missing.length > 0) throw new Error(`${code} has no sample of ${missing.join(", ")}`);
    return Object.entries(mailTexts[code]).flatMap(([language, text]) => {
      const sample = (name: string, tokens: Record<string, string>, look: MailLook | null = null) => {
        const { html, secrets } = renderMail(code, text, tokens, { language, shortLink, look });
        return { name: `${code} ${name}`, language, html: unseal(html, secrets) };
      };
      const dressed = mayHaveLook(code)
        ? [
            sample("logo", usual, sampleLook),
            sample("name", longest, { company: longest.company ?? "", color: null, logo: null }),
          ]
        : [];
      return [sample("usual", usual), sample("longest", longest), ...dressed];
    });
  };
  const notifications = ["en", "fr", "de"].map((language) => {
    const link = { href: `https://persdesk.example.com/portal/${"0".repeat(120)}`, short: shortLink };
    const mail = { subject: "Battery is low", html: formatted, text: "Hello Ada, the battery is at 12 %.", link };
    return {
      name: "NOTIFICATION",
      language,
      html: notificationHtml({ ...mail, end: `https://x.example/${"a".repeat(200)}` }, language),
    };
  });
  return [...(Object.keys(mailCatalogue) as TemplateCode[]).flatMap(ofCode), ...notifications];
}
