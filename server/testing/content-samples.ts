import { countryId, languageId } from "@/seed/base";
import { fixedId } from "@/server/kit/record/fixed-id";
import { id, imported, type Made, plain, type Step, step, translation } from "./sample-steps";

const french = languageId("fr");
const english = languageId("en");
const german = languageId("de");
const moduleId = fixedId("module", "mobile-app");
const csv = "name,value\naudit.label,Valeur\n";

const contentOf = (made: Made, name: string) =>
  (made[name]?.contents as { id: string; translations: { id: string }[] }[] | undefined)?.[0];

/** The steps of a resource of texts. */
function texts(router: string): Step[] {
  const file = { name: "texts.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(csv)) };
  return [
    ...plain(
      router,
      { name: "audit.label", moduleId },
      {
        description: "Changed",
        translations: [
          { languageId: german, value: "Erster Wert" },
          { languageId: french, value: "Une valeur" },
        ],
      },
    ),
    step(`${router}.setValue`, (made) => ({ id: id(made, router), languageId: german, value: "Wert" })),
    step(`${router}.bulkUpsert`, (made) => ({
      languageId: german,
      items: [{ id: id(made, router), value: "Neuer Wert" }],
    })),
    step(`${router}.bulkUpdate`, (made) => ({ items: [{ id: id(made, router), description: "Changed again" }] })),
    step(`${router}.upload`, () => ({ languageId: french, file })),
    ...imported(router, csv, { options: { languageId: languageId("en") } }),
    step(`${router}.removeMany`, (made) => ({ ids: [id(made, router)] })),
    step(`${router}.restoreMany`, (made) => ({ ids: [id(made, router)] })),
    step(`${router}.removeOfModule`, () => ({ moduleId })),
  ];
}

/** Who makes the calls of the walks. */
const testerId = "00000000-0000-7000-8000-000000000001";
const deskCell = (made: Made) => ({ resource: "label", id: id(made, "labels"), languageId: german });

/** The company that the walk puts there. */
const companyId = "00000000-0000-7000-8000-00000000fa03";
/** The limits of a feature that is for the riders' app from that version on. */
const forRiders = (made: Made, atLeast: string) => ({
  companyIds: [companyId],
  modelPersIds: [id(made, "modelPers")],
  apps: [{ platformTechId: fixedId("platform-tech", "RIDER_APP"), atLeast }],
});

/** One call of each mutation of languages, countries, texts and help. */
export const contentSamples: Step[] = [
  step("languages.create", () => ({ code: "it", name: "Italian" }), "italian"),
  step("languages.update", (made) => ({ id: id(made, "italian"), name: "Italiano" })),
  step("languages.translate", (made) => ({ id: id(made, "italian"), languageId: french, label: "Italien" }), "italian"),
  step("languages.changeTranslation", (made) => ({
    id: id(made, "italian"),
    translationId: translation(made, "italian", french),
    label: "L'italien",
  })),
  step("languages.removeTranslation", (made) => ({
    id: id(made, "italian"),
    translationId: translation(made, "italian", french),
  })),
  ...plain("countries", { code: "jp", name: "Japan", phonePrefix: "+81" }, { name: "Nippon" }),
  step("countries.translate", () => ({ id: countryId("FR"), languageId: german, label: "Frankreich, neu" }), "france"),
  step("countries.changeTranslation", (made) => ({
    id: countryId("FR"),
    translationId: translation(made, "france", german),
    label: "Das Frankreich",
  })),
  step("countries.removeTranslation", (made) => ({
    id: countryId("FR"),
    translationId: translation(made, "france", german),
  })),
  ...plain("faqs", { name: "Battery", topic: "Riding" }, { rank: 2 }),
  step(
    "faqContents.create",
    (made) => ({
      faqId: id(made, "faqs"),
      translations: [{ languageId: german, question: "Wie lange?", answer: "<p>Vier Stunden</p>" }],
    }),
    "question",
  ),
  step(
    "faqContents.translate",
    (made) => ({ id: id(made, "question"), languageId: french, question: "Combien ?", answer: "Quatre heures" }),
    "question",
  ),
  step("faqContents.removeTranslation", (made) => ({
    id: id(made, "question"),
    translationId: translation(made, "question", french),
  })),
  step("faqContents.create", (made) => ({ faqId: id(made, "faqs") }), "second question"),
  step("faqContents.saveOrder", (made) => ({
    faqId: id(made, "faqs"),
    ids: [id(made, "second question"), id(made, "question")],
    ifMatch: "*",
  })),
  step("faqContents.remove", (made) => ({ faqId: id(made, "faqs"), id: id(made, "question") })),
  ...plain("documentations", { name: "Manual" }, { isActivated: false }),
  step(
    "documentations.addContent",
    (made) => ({ id: id(made, "documentations"), url: "https://persdesk.test/manual" }),
    "manual",
  ),
  step("documentations.changeContent", (made) => ({
    id: id(made, "documentations"),
    contentId: contentOf(made, "manual")?.id,
    url: "https://persdesk.test/manual-2",
  })),
  step(
    "documentations.translateContent",
    (made) => ({
      id: id(made, "documentations"),
      contentId: contentOf(made, "manual")?.id,
      languageId: french,
      title: "Manuel",
    }),
    "manual",
  ),
  step("documentations.removeContentTranslation", (made) => ({
    id: contentOf(made, "manual")?.id,
    translationId: contentOf(made, "manual")?.translations[0]?.id,
  })),
  step("documentations.removeContent", (made) => ({
    id: id(made, "documentations"),
    contentId: contentOf(made, "manual")?.id,
  })),
  ...plain("helpDeskButtons", { topic: "Manual", groupName: "Documentation" }, { isActivated: false }),
  step(
    "helpDeskButtons.translate",
    (made) => ({ id: id(made, "helpDeskButtons"), languageId: french, label: "Manuel" }),
    "button",
  ),
  step("helpDeskButtons.removeTranslation", (made) => ({
    id: id(made, "helpDeskButtons"),
    translationId: id(made, "button"),
  })),
  step("helpDeskButtons.create", () => ({ topic: "Phone", groupName: "Documentation" }), "helpDeskButtons second"),
  step("helpDeskButtons.saveOrder", (made) => ({
    ids: [id(made, "helpDeskButtons second"), id(made, "helpDeskButtons")],
    seen: [id(made, "helpDeskButtons"), id(made, "helpDeskButtons second")],
  })),
  ...plain("mostFrequentQuestions", { name: "Charging" }, { name: "Charging the battery" }),
  step("mostFrequentQuestions.setStatus", (made) => ({ id: id(made, "mostFrequentQuestions"), idStatus: 0 })),
  step("mostFrequentQuestions.translate", (made) => ({
    id: id(made, "mostFrequentQuestions"),
    languageId: french,
    title: "Combien ?",
    content: "Quatre heures",
  })),
  step(
    "mostFrequentQuestions.setContent",
    (made) => ({ id: id(made, "mostFrequentQuestions"), languageId: german, title: "Wie lange?", content: "Lange" }),
    "answer",
  ),
  step("mostFrequentQuestions.removeTranslation", (made) => ({
    id: id(made, "mostFrequentQuestions"),
    translationId: id(made, "answer"),
  })),
  step("mostFrequentQuestions.create", () => ({ name: "Braking" }), "mostFrequentQuestions second"),
  step("mostFrequentQuestions.saveOrder", (made) => ({
    ids: [id(made, "mostFrequentQuestions second"), id(made, "mostFrequentQuestions")],
    seen: [id(made, "mostFrequentQuestions"), id(made, "mostFrequentQuestions second")],
  })),
  step("privacyPolicies.draft", () => undefined, "policy"),
  step("privacyPolicies.upsert", () => ({ languageId: english, title: "Privacy", content: "<p>All of it</p>" })),
  step(
    "privacyPolicies.translate",
    (made) => ({ id: id(made, "policy"), languageId: french, title: "Vie", content: "Tout" }),
    "policy",
  ),
  step("privacyPolicies.removeTranslation", (made) => ({
    id: id(made, "policy"),
    translationId: translation(made, "policy", french),
  })),
  step("privacyPolicies.remove", (made) => ({ id: id(made, "policy") })),
  step("privacyPolicies.restore", (made) => ({ id: id(made, "policy") })),
  step("privacyPolicies.publish", (made) => ({ id: id(made, "policy") })),
  ...plain(
    "appVersions",
    { platformTechId: fixedId("platform-tech", "RIDER_APP"), os: "iOS", version: "3.1.0" },
    { isMandatory: true },
  ),
  step(
    "appVersions.translate",
    (made) => ({ id: id(made, "appVersions"), languageId: french, releaseNote: "Plus vite" }),
    "release",
  ),
  step("appVersions.removeTranslation", (made) => ({ translationId: translation(made, "release", french) })),
  ...plain("conditionalFeatures", { title: "Theft alarm", keyword: "theft.alarm", moduleId }, { active: true }),
  step(
    "conditionalFeatures.createLimited",
    (made) => ({ title: "Ride share", keyword: "ride.share", moduleId, ...forRiders(made, "2.1.0") }),
    "limited feature",
  ),
  step("conditionalFeatures.updateLimited", (made) => ({
    id: id(made, "limited feature"),
    ifMatch: "*",
    title: "Ride share",
    keyword: "ride.share",
    moduleId,
    ...forRiders(made, "2.2.0"),
  })),
  step("faqs.create", () => ({ name: "Wheel", topic: "Riding" }), "faqs second"),
  step("faqs.saveOrder", (made) => ({
    ids: [id(made, "faqs"), id(made, "faqs second")],
    seen: [id(made, "faqs second"), id(made, "faqs")],
  })),
  step("files.upload", () => ({
    file: { name: "manual.pdf", type: "application/pdf", bytes: new Uint8Array(Buffer.from("%PDF-1.7 sample")) },
  })),
  ...plain("glossaryTerms", { term: "device" }, { note: "What is on the vehicle" }),
  step(
    "glossaryTerms.translate",
    (made) => ({
      id: id(made, "glossaryTerms"),
      languageId: french,
      translation: "appareil",
    }),
    "glossaryTerm",
  ),
  step("glossaryTerms.removeTranslation", (made) => ({
    id: id(made, "glossaryTerm"),
    translationId: translation(made, "glossaryTerm", french),
  })),
  ...plain("labels", { name: "desk.label", moduleId }, { description: "For the desk" }),
  step("desk.set", (made) => ({ cells: [{ ...deskCell(made), texts: { value: "Wert" } }] })),
  step("desk.dismiss", (made) => ({ ...deskCell(made), warning: "copy", reason: "A name" })),
  step("desk.recall", (made) => ({ ...deskCell(made), warning: "copy" })),
  step("desk.set", (made) => ({ cells: [{ ...deskCell(made), languageId: english, texts: { value: "Value" } }] })),
  step("desk.set", (made) => ({ cells: [{ ...deskCell(made), languageId: english, texts: { value: "Price" } }] })),
  step("desk.confirm", (made) => deskCell(made)),
  step("desk.comment", (made) => ({ ...deskCell(made), content: "Is this the price?" }), "comment"),
  step("desk.removeComment", (made) => ({ id: id(made, "comment") })),
  step("desk.assign", (made) => ({
    cells: [deskCell(made), { ...deskCell(made), languageId: french }],
    assigneeId: testerId,
  })),
  ...imported("desk", `kind,id,language,label\ncountry,${countryId("FR")},de,Das Frankreich\n`),
  ...texts("labels"),
  ...texts("formattedTexts"),
  ...texts("messages"),
];
