import { desc, eq, sql } from "drizzle-orm";
import { text, uuid } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, languages } from "@/db/schema";
import { id, stamps } from "@/db/schema/column";
import { backoffice } from "@/db/schema/pg-schema";
import { translationTable } from "@/db/schema/translation";
import { useDatabase } from "@/db/testing/database";
import { listInput } from "@/server/kit/list/list.schema";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { failure, staffCtx } from "@/server/kit/testing";
import { contentsOf } from "./contents.service";

const { db } = useDatabase();
const ctx = () => staffCtx(db());

const topics = backoffice.table("test_topics", { id: id(), name: text().notNull(), ...stamps() });
const questions = backoffice.table("test_questions", {
  id: id(),
  topicId: uuid().notNull(),
  link: text(),
  ...stamps(),
});
const answers = translationTable({
  schema: backoffice,
  name: "test_answers",
  parent: () => questions.id,
  fields: { question: text().notNull(), answer: text() },
});

const contents = contentsOf({ table: questions, parent: questions.topicId, texts: answers, one: "question" });
const list = listService({
  table: topics,
  scope: "global",
  input: listInput({ sort: ["createdAt"], filters: {} }),
  sort: { createdAt: topics.createdAt },
  filters: {},
  load: async (ctx, ids) =>
    contents.addTo(
      ctx,
      await ctx.db
        .select()
        .from(topics)
        .where(sql`${topics.id} = any(${`{${ids.join(",")}}`}::uuid[])`),
    ),
});
const record = recordService(list, { name: "test-topic", label: (row) => row.name, parts: contents.parts });
const service = { ...record, ...contents.writesOf(record) };
const language = { en: "", fr: "" };

beforeAll(async () => {
  const columns =
    "created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version int not null default 1";
  await db().execute(
    sql.raw(`
    create table backoffice.test_topics (id uuid primary key, name text not null, ${columns});
    create table backoffice.test_questions (id uuid primary key, link text, ${columns},
      topic_id uuid not null references backoffice.test_topics on delete cascade);
    create table backoffice.test_answers (id uuid primary key, language_id uuid not null, question text not null, answer text, outdated_from jsonb, ${columns},
      parent_id uuid not null references backoffice.test_questions on delete cascade, unique (parent_id, language_id))`),
  );
  const rows = await db()
    .insert(languages)
    .values([
      { code: "xe", name: "English", isDefault: true },
      { code: "xf", name: "French" },
    ])
    .returning();
  language.en = rows[0]?.id ?? "";
  language.fr = rows[1]?.id ?? "";
});

const lastEntry = async (objectId: string) => {
  const [entry] = await db().select().from(auditLog).where(eq(auditLog.objectId, objectId)).orderBy(desc(auditLog.id));
  return entry;
};

describe("contents of a record", () => {
  it("are added, changed and translated through the record: its version, its trail", async () => {
    const topic = await service.create(ctx(), { name: "Battery" });
    expect(topic.contents).toEqual([]);
    const texts = [{ languageId: language.en, question: "How long?", answer: "A week." }];
    const added = await service.addContent(ctx(), topic.id, { link: "https://a.example" }, texts, '"1"');
    expect(added).toMatchObject({
      version: 2,
      contents: [{ link: "https://a.example", translations: [{ question: "How long?", answer: "A week." }] }],
    });
    expect(Object.keys(added.contents[0] ?? {}).sort()).toEqual(["id", "link", "translations"]);
    const contentId = added.contents[0]?.id ?? "";
    const french = await service.translateContent(ctx(), contentId, language.fr, { question: "Combien de temps ?" });
    expect(french).toMatchObject({ version: 3 });
    const there = french.contents[0]?.translations.find(({ languageId }) => languageId === language.fr);
    expect(there).toMatchObject({ question: "Combien de temps ?", answer: null });
    const key = `question ${contentId.slice(-6)} question (xf)`;
    expect((await lastEntry(topic.id))?.changes).toEqual({ [key]: [null, "Combien de temps ?"] });
    const changed = await service.changeContent(ctx(), topic.id, contentId, { link: null });
    expect(changed.contents[0]?.link).toBeNull();
    const fewer = await service.removeContentTranslation(ctx(), contentId, there?.id ?? "");
    expect(fewer.contents[0]?.translations).toHaveLength(1);
    expect(await service.removeContent(ctx(), topic.id, contentId, '"5"')).toMatchObject({ version: 6, contents: [] });
  });

  it("come back with a removed record, their translations too", async () => {
    const topic = await service.create(ctx(), { name: "Signal" });
    const texts = [{ languageId: language.en, question: "Where?", answer: "Outside." }];
    await service.addContent(ctx(), topic.id, {}, texts);
    const before = await service.addContent(ctx(), topic.id, {}, texts);
    await service.remove(ctx(), topic.id);
    expect(await db().$count(questions, eq(questions.topicId, topic.id))).toBe(0);
    expect((await service.restore(ctx(), topic.id)).contents).toEqual(before.contents);
  });

  it("are not found through another record, and an old version changes nothing", async () => {
    const [one, other] = [await service.create(ctx(), { name: "One" }), await service.create(ctx(), { name: "Other" })];
    const contentId = (await service.addContent(ctx(), one.id, {})).contents[0]?.id ?? "";
    expect((await failure(service.changeContent(ctx(), other.id, contentId, { link: "x" }))).status).toBe(404);
    expect((await failure(service.removeContent(ctx(), other.id, contentId))).status).toBe(404);
    expect((await failure(service.changeContent(ctx(), one.id, contentId, { link: "x" }, '"1"'))).status).toBe(412);
    expect((await failure(service.translateContent(ctx(), one.id, language.en, { question: "x" }))).status).toBe(404);
    const unknown = service.translateContent(ctx(), contentId, crypto.randomUUID(), { question: "x" });
    expect(await failure(unknown)).toMatchObject({ status: 422, errors: [{ path: "languageId" }] });
    expect((await service.get(ctx(), one.id)).contents).toMatchObject([{ link: null, translations: [] }]);
  });
});
