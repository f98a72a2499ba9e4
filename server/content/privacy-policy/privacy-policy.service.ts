import { and, desc, eq, isNull, max, sql } from "drizzle-orm";
import type { z } from "zod";
import { languages, privacyPolicies, privacyPolicyTranslations } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { translatedService } from "@/server/kit/language/translated-service";
import type { Texts } from "@/server/kit/language/translations";
import { oneOf } from "@/server/kit/list/list-filters";
import { ListPrivacyPolicies, type UpsertPrivacyPolicyTranslation } from "./privacy-policy.schema";

const table = privacyPolicies;
const texts = privacyPolicyTranslations;

const { create, ...record } = translatedService({
  name: "privacy-policy",
  label: (row) => `Version ${row.number}`,
  table,
  texts,
  scope: "global",
  input: ListPrivacyPolicies,
  sort: {
    version: table.number,
    publishedAt: table.publishedAt,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    languageId: (languageId) =>
      sql`${table.id} in (select ${texts.parentId} from ${texts} where ${eq(texts.languageId, languageId)})`,
  },
  async load(ctx: Ctx, ids: string[]) {
    const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids));
    return rows.map(({ number, version, ...row }) => ({ ...row, version: number, revision: version }));
  },
});

/** Versions are made one after the other, so that there is one draft at most and no number twice. */
const lockVersions = (ctx: Ctx) => lockName(ctx, "privacy-policy-versions");

/** For a write, in its transaction. @throws AppError 404, 412; 422 for a version that is published */
async function lockDraft(ctx: KnownCtx, id: string, ifMatch?: string) {
  const row = await record.lock(ctx, id, ifMatch);
  if (row.publishedAt) throw broken("version", "This version is published and never changes. Draft the next one.");
  return row;
}

async function draftId(ctx: Ctx) {
  const [draft] = await ctx.db.select({ id: table.id }).from(table).where(isNull(table.publishedAt));
  return draft?.id;
}

/** The draft; a new one begins with the texts of the version before. */
async function draft(ctx: KnownCtx): Promise<string> {
  await lockVersions(ctx);
  const found = await draftId(ctx);
  if (found) return found;
  const [last] = await ctx.db.select({ number: max(table.number) }).from(table);
  const [before] = await ctx.db.select({ id: table.id }).from(table).orderBy(desc(table.number)).limit(1);
  const kept = before
    ? await ctx.db
        .select({ languageId: texts.languageId, title: texts.title, content: texts.content })
        .from(texts)
        .where(eq(texts.parentId, before.id))
    : [];
  return (await create(ctx, { number: (last?.number ?? 0) + 1, translations: kept })).id;
}

/** The version of that number. @throws AppError 422 where there is none */
async function idOf(ctx: Ctx, version: number) {
  const [found] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.number, version));
  if (!found) throw unknownReference("version", "version of the privacy policy");
  return found.id;
}

/**
 * The privacy policy in its versions (document 4.14). What is published is never changed and never deleted: a change is
 * written into the draft, and publishing makes that the policy in force.
 */
export const privacyPolicyService = {
  ...record,

  /** The draft, made where there is none. */
  draft: (ctx: KnownCtx) => inTransaction(ctx, async (ctx) => record.get(ctx, await draft(ctx))),

  /** Sets the texts of one language in the draft, or in the version that is named, which must not be published. */
  upsert: (
    ctx: KnownCtx,
    { version, languageId, ifMatch, ...fields }: z.output<typeof UpsertPrivacyPolicyTranslation>,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const id = version === undefined ? await draft(ctx) : await idOf(ctx, version);
      await lockDraft(ctx, id, ifMatch);
      return record.translate(ctx, id, languageId, fields);
    }),

  translate: (ctx: KnownCtx, id: string, languageId: string, fields: Texts<typeof texts>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockDraft(ctx, id, ifMatch);
      return record.translate(ctx, id, languageId, fields);
    }),

  changeTranslation: (
    ctx: KnownCtx,
    id: string,
    translationId: string,
    fields: Partial<Texts<typeof texts>>,
    ifMatch?: string,
  ) =>
    inTransaction(ctx, async (ctx) => {
      await lockDraft(ctx, id, ifMatch);
      return record.changeTranslation(ctx, id, translationId, fields);
    }),

  removeTranslation: (ctx: KnownCtx, id: string, translationId: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockDraft(ctx, id, ifMatch);
      await record.removeTranslation(ctx, id, translationId);
    }),

  /** Publishes the draft, once and for all. @throws AppError 422 without a text in the default language */
  publish: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockDraft(ctx, id, ifMatch);
      const inDefault = await ctx.db
        .select({ id: texts.id })
        .from(texts)
        .innerJoin(languages, and(eq(languages.id, texts.languageId), eq(languages.isDefault, true)))
        .where(eq(texts.parentId, id));
      if (inDefault.length === 0)
        throw new AppError("rule_broken", "Write it in the default language first: the others fall back to it.");
      return record.update(ctx, id, { publishedAt: new Date().toISOString() }, undefined, "publish");
    }),

  /** Deletes the draft. */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockDraft(ctx, id, ifMatch);
      await record.remove(ctx, id);
    }),

  restore: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockVersions(ctx);
      return record.restore(ctx, id);
    }),
};
