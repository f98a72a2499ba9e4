import type { Database } from "@/db/client";
import {
  appVersions,
  appVersionTranslations,
  conditionalFeatureLimits,
  conditionalFeatures,
  documentationContents,
  documentationContentTranslations,
  documentations,
  faqContents,
  faqContentTranslations,
  faqs,
  formattedTexts,
  formattedTextTranslations,
  helpDeskButtons,
  helpDeskButtonTranslations,
  messages,
  messageTranslations,
  mostFrequentQuestions,
  mostFrequentQuestionTranslations,
  privacyPolicies,
  privacyPolicyTranslations,
} from "@/db/schema";
import { semverKey } from "@/server/content/app-version/app-version.rules";
import { fixedId } from "@/server/kit/record/fixed-id";
import { languageId } from "./base";
import {
  appStories,
  buttonStories,
  byLanguage,
  documentStories,
  faqStories,
  featureStories,
  formattedStories,
  messageStories,
  policyStories,
  questionStories,
  type Words,
} from "./help-story";
import type { Random } from "./random";
import { day, iso } from "./time";

/** What helps the people who use the apps, and the apps themselves. */
export async function seedHelp(db: Database, random: Random, now: number) {
  const at = now - 200 * day;
  const row = () => ({ id: random.id(at), createdAt: iso(at), updatedAt: iso(at) });
  const moduleId = fixedId("module", "mobile-app");
  /** Each language in which both have words. */
  const pairs = (one: Words, other: Words) => {
    const others = new Map(byLanguage(other));
    return byLanguage(one).flatMap(([language, first]) => {
      const second = others.get(language);
      return second ? [{ languageId: languageId(language), first, second }] : [];
    });
  };
  const singles = (parentId: string, words: Words) =>
    byLanguage(words).map(([language, text]) => ({ ...row(), parentId, languageId: languageId(language), text }));

  for (const [index, { name, topic, questions }] of faqStories.entries()) {
    const section = row();
    await db.insert(faqs).values({ ...section, name, topic, rank: index + 1 });
    for (const [place, [question, answer]] of questions.entries()) {
      const content = row();
      await db.insert(faqContents).values({ ...content, faqId: section.id, rank: place + 1 });
      const texts = pairs(question, answer).map(({ languageId, first, second }) => ({
        ...row(),
        parentId: content.id,
        languageId,
        question: first,
        answer: second,
      }));
      await db.insert(faqContentTranslations).values(texts);
    }
  }
  for (const [index, { topic, group, link, label }] of buttonStories.entries()) {
    const button = row();
    await db.insert(helpDeskButtons).values({ ...button, topic, groupName: group, link, rank: index + 1 });
    const labels = singles(button.id, label).map(({ text, ...own }) => ({ ...own, label: text }));
    await db.insert(helpDeskButtonTranslations).values(labels);
  }
  for (const [index, { name, title, content }] of questionStories.entries()) {
    const question = row();
    await db.insert(mostFrequentQuestions).values({ ...question, name, rank: index + 1 });
    const texts = pairs(title, content).map(({ languageId, first, second }) => ({
      ...row(),
      parentId: question.id,
      languageId,
      title: first,
      content: second,
    }));
    await db.insert(mostFrequentQuestionTranslations).values(texts);
  }
  for (const [index, { title, content, isPublished }] of policyStories.entries()) {
    const policy = row();
    const publishedAt = isPublished ? policy.updatedAt : null;
    await db.insert(privacyPolicies).values({ ...policy, number: index + 1, publishedAt });
    const texts = pairs(title, content).map(({ languageId, first, second }) => ({
      ...row(),
      parentId: policy.id,
      languageId,
      title: first,
      content: second,
    }));
    await db.insert(privacyPolicyTranslations).values(texts);
  }
  for (const { os, version, isMandatory, note } of appStories) {
    const release = row();
    const platformTechId = fixedId("platform-tech", "RIDER_APP");
    const numbered = { number: version, numberSort: semverKey(version) };
    await db.insert(appVersions).values({ ...release, platformTechId, os, ...numbered, isMandatory });
    const notes = singles(release.id, note).map(({ text, ...own }) => ({ ...own, releaseNote: text }));
    await db.insert(appVersionTranslations).values(notes);
  }
  for (const { atLeast, ...feature } of featureStories) {
    const stored = row();
    await db.insert(conditionalFeatures).values({ ...stored, ...feature, moduleId });
    if (!atLeast) continue;
    const { id } = row();
    const platformTechId = fixedId("platform-tech", "RIDER_APP");
    await db.insert(conditionalFeatureLimits).values({ id, featureId: stored.id, platformTechId, atLeast });
  }
  for (const { name, value } of messageStories) {
    const message = row();
    await db.insert(messages).values({ ...message, name, moduleId });
    const texts = singles(message.id, value).map(({ text, ...own }) => ({ ...own, value: text }));
    await db.insert(messageTranslations).values(texts);
  }
  for (const { name, value } of formattedStories) {
    const formatted = row();
    await db.insert(formattedTexts).values({ ...formatted, name, moduleId });
    const texts = singles(formatted.id, value).map(({ text, ...own }) => ({ ...own, value: text }));
    await db.insert(formattedTextTranslations).values(texts);
  }
  for (const { name, url, title } of documentStories) {
    const [documentation, content] = [row(), row()];
    await db.insert(documentations).values({ ...documentation, name });
    await db.insert(documentationContents).values({ ...content, documentationId: documentation.id, url });
    const titles = singles(content.id, title).map(({ text, ...own }) => ({ ...own, title: text }));
    await db.insert(documentationContentTranslations).values(titles);
  }
}
