import type { Persdesk } from "./harness";
import { ask } from "./person";

/** A record that a door answers. */
interface Made {
  id: string;
  contents?: { id: string }[];
}

/** Sends a body to a procedure; undefined where it was refused. */
export type Put = (procedure: string, input: object) => Promise<Made | undefined>;

/** What texts are stored at: of each kind one that is there. */
export interface Places {
  languageId: string;
  moduleId: string;
  platformTechId: string;
  levelAlertId: string;
  persId: string;
  companyId: string;
  categories: { id: string; version: number }[];
  /** standard texts of mails, and those that companies may have texts of their own for */
  mails: { id: string; tokens: string[]; byCompanies: boolean }[];
  sectionId: string;
  manualId: string;
}

const first = async (persdesk: Persdesk, name: string, order = "id") => {
  const [row] = await ask<{ id: string }>(
    persdesk,
    (sql) => sql`select id from ${sql(`backoffice.${name}`)} order by ${sql(order)} limit 1`,
  );
  if (!row) throw new Error(`there is nothing in ${name}`);
  return row.id;
};

/** The records of the demo at which texts are stored, and a section and a manual that are made for it. */
export async function placesOf(persdesk: Persdesk, put: Put): Promise<Places> {
  const [language] = await ask<{ id: string }>(
    persdesk,
    (sql) => sql`select id from backoffice.languages where is_default`,
  );
  const [company] = await ask<{ id: string }>(
    persdesk,
    (sql) => sql`select id from backoffice.companies where name = 'Velora'`,
  );
  const mails = await ask<Places["mails"][number]>(
    persdesk,
    (sql) =>
      sql`select id, tokens, code in ('COMPANY_INVITATION', 'PARTNER_INVITATION_LINK', 'PARTNER_INVITATION_REMINDER') as "byCompanies" from backoffice.mail_templates order by code`,
  );
  return {
    languageId: language?.id ?? "",
    moduleId: await first(persdesk, "modules", "code"),
    platformTechId: await first(persdesk, "platform_techs", "label"),
    levelAlertId: await first(persdesk, "level_alerts", "rank"),
    persId: await first(persdesk, "pers"),
    companyId: company?.id ?? "",
    categories: await ask(persdesk, (sql) => sql`select id, version from backoffice.company_categories order by code`),
    mails,
    sectionId: (await put("faqs.create", { name: "Stored", topic: "Stored" }))?.id ?? "",
    manualId: (await put("documentations.create", { name: "Stored" }))?.id ?? "",
  };
}

/** A text as a field of one line takes it. */
const lineOf = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Stores a text through every door of texts.
 * @param n tells the records of each text apart
 * @param kept is told of each record that has a sheet, by the address of its list
 */
export async function storeEverywhere(
  put: Put,
  places: Places,
  { text, n }: { text: string; n: number },
  kept: (at: string, id: string) => void,
): Promise<void> {
  const { languageId, moduleId, platformTechId, levelAlertId, sectionId, manualId } = places;
  const line = lineOf(text).slice(0, 200);
  const short = line.slice(0, 80).trim();
  const html = `<p>Text ${n}</p>${text}`;
  const make = async (at: string, procedure: string, input: object) => {
    const made = await put(procedure, input);
    if (made) kept(at, made.id);
    return made?.id;
  };
  const name = `xss.${n}`;

  const translations = [{ languageId, value: text }];
  await put("labels.create", {
    name,
    moduleId,
    description: line,
    labelInterfacePage: line.slice(0, 120),
    translations,
  });
  await make("messages", "messages.create", { name, moduleId, description: line, translations });
  const formatted = [{ languageId, value: html }];
  await make("formatted-texts", "formattedTexts.create", { name, moduleId, translations: formatted });

  const contents = [{ languageId, question: line, answer: html }];
  await put("faqContents.create", { faqId: sectionId, translations: contents });
  await make("faqs", "faqs.create", { name: line, topic: line.slice(0, 120) });
  const question = await make("most-frequent-questions", "mostFrequentQuestions.create", { name: line });
  await put("mostFrequentQuestions.translate", { id: question, languageId, title: line, content: html });
  const button = { topic: line.slice(0, 120), groupName: "Documentation", icon: line.slice(0, 120) };
  const buttonId = await make("help-desk-buttons", "helpDeskButtons.create", button);
  // As an address too, which is refused or harmless.
  for (const link of [line, "https://example.test/"])
    await put("helpDeskButtons.translate", { id: buttonId, languageId, label: line.slice(0, 120), link });
  const manual = await put("documentations.addContent", { id: manualId, url: "https://example.test/manual" });
  const contentId = manual?.contents?.at(-1)?.id;
  await put("documentations.translateContent", { id: manualId, contentId, languageId, title: line });

  const code = `${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 26]}${"QXYZ"[Math.floor(n / 26) % 4]}`;
  await make("countries", "countries.create", { code, name: line.slice(0, 100), phonePrefix: "+1" });
  const version = await make("app-versions", "appVersions.create", { platformTechId, os: "iOS", version: `9.${n}.0` });
  await put("appVersions.translate", { id: version, languageId, releaseNote: text });
  await put("privacyPolicies.upsert", { languageId, title: line, content: html });

  // Off, for a language that is on has a column in every list of texts.
  const spoken = { code: `en-x-t${n}`, name: line.slice(0, 120), status: false };
  await make("languages", "languages.create", { ...spoken, translations: [{ languageId, label: line.slice(0, 120) }] });
  const level = { label: short, color: "#e03131", rank: (n % 100) + 1 };
  await make("level-alerts", "levelAlerts.create", { ...level, translations: [{ languageId, label: short }] });
  await make("alerts", "alerts.create", {
    alertLabel: line.slice(0, 120),
    code: `XSS-${n}`,
    topicAlert: short,
    groupAlert: short,
    levelAlertId,
    translations: [{ languageId, title: line, description: text }],
  });
  const category = places.categories[n % places.categories.length];
  await put("companyCategories.update", { id: category?.id, label: short, ifMatch: "*" });
  await put("companyCategories.translate", { id: category?.id, languageId, label: short });

  const standard = places.mails[n % places.mails.length];
  const content = `${text}\n${(standard?.tokens ?? []).map((token) => `{{${token}}}`).join(" ")}`;
  const mail = { subject: line, content };
  await put("desk.set", { cells: [{ resource: "mail-template", id: standard?.id, languageId, texts: mail }] });
  const own = places.mails.find(({ byCompanies }) => byCompanies);
  await put("companyMailTemplates.put", {
    companyId: places.companyId,
    mailTemplateId: own?.id,
    languageId,
    subject: line,
    content: `${text}\n{{link}}`,
  });

  const notice = { keyNotificationTemplate: `XSS_${n}`, labelNotificationTemplate: line, isPublic: false };
  const template = await make("notification-templates", "notificationTemplates.create", notice);
  await put("notificationTemplateContents.create", {
    noticationTemplateId: template,
    languageId,
    notificationTitle: line,
    notificationContent: text,
  });
  await put("sheetActivities.create", { objectId: places.persId, modelType: "pers", content: text });
}
