import { eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import {
  companies,
  conditionalFeatureLimits,
  conditionalFeatures,
  modelPers,
  modules,
  platformTechs,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { type CreateLimitedFeature, ListConditionalFeatures } from "./conditional-feature.schema";

const table = conditionalFeatures;
const limits = conditionalFeatureLimits;

/** What limits these features, with the names of what they are limited to. */
async function limitsOf(ctx: Ctx, featureIds: string[]) {
  const rows = await ctx.db
    .select({
      featureId: limits.featureId,
      company: { id: companies.id, name: companies.name },
      model: { id: modelPers.id, name: modelPers.label },
      app: { platformTechId: platformTechs.id, label: platformTechs.label },
      atLeast: limits.atLeast,
      atMost: limits.atMost,
    })
    .from(limits)
    .leftJoin(companies, eq(companies.id, limits.companyId))
    .leftJoin(modelPers, eq(modelPers.id, limits.modelPersId))
    .leftJoin(platformTechs, eq(platformTechs.id, limits.platformTechId))
    .where(oneOf(limits.featureId, featureIds))
    .orderBy(companies.name, modelPers.label, platformTechs.label, limits.id);
  return (id: string) => {
    const own = rows.filter(({ featureId }) => featureId === id);
    const ofCompanies = own.flatMap(({ company }) => company ?? []);
    const models = own.flatMap(({ model }) => model ?? []);
    return {
      companies: ofCompanies,
      companyIds: ofCompanies.map((company) => company.id),
      models,
      modelPersIds: models.map((model) => model.id),
      apps: own.flatMap(({ app, atLeast, atMost }) => (app ? [{ ...app, atLeast, atMost }] : [])),
    };
  };
}

const list = listService({
  table,
  scope: "global",
  input: ListConditionalFeatures,
  joins: [{ table: modules, on: eq(modules.id, table.moduleId) }],
  sort: {
    title: table.title,
    keyword: table.keyword,
    active: table.active,
    "module.label": modules.label,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    title: contains(table.title),
    keyword: contains(table.keyword),
    active: equals(table.active),
    moduleId: equals(table.moduleId),
  },
  async load(ctx, ids) {
    const rows = await ctx.db
      .select({
        ...getTableColumns(table),
        module: { id: modules.id, code: modules.code, label: modules.label },
      })
      .from(table)
      .innerJoin(modules, eq(modules.id, table.moduleId))
      .where(oneOf(table.id, ids));
    const limited = await limitsOf(ctx, ids);
    return rows.map((row) => ({ ...row, ...limited(row.id) }));
  },
});

const record = recordService(list, {
  name: "conditional-feature",
  label: (row) => row.title,
  parts: [{ table: limits, parent: limits.featureId }],
});

type Limited = z.output<typeof CreateLimitedFeature>;
type Given = Pick<Limited, "companyIds" | "modelPersIds" | "apps">;

/** The rows that say those limits. */
const rowsOf = (featureId: string, { companyIds, modelPersIds, apps }: Given) => [
  ...[...new Set(companyIds)].map((companyId) => ({ featureId, companyId })),
  ...[...new Set(modelPersIds)].map((modelPersId) => ({ featureId, modelPersId })),
  ...apps.map((app) => ({ featureId, ...app })),
];

/** Each limit as the audit trail names it. */
const namesOf = ({ companies, models, apps }: ReturnType<Awaited<ReturnType<typeof limitsOf>>>) =>
  new Map<string, string | true>([
    ...companies.map(({ name }) => [`company ${name}`, true] as const),
    ...models.map(({ name }) => [`PERS model ${name}`, true] as const),
    ...apps.map(
      ({ label, atLeast, atMost }) => [`versions of ${label}`, `${atLeast ?? "…"} – ${atMost ?? "…"}`] as const,
    ),
  ]);

/** Replaces all limits of a feature, under its lock. */
const setLimits = (ctx: KnownCtx, id: string, given: Given) =>
  record.change(ctx, id, undefined, "set-limits", async (ctx) => {
    const before = namesOf((await limitsOf(ctx, [id]))(id));
    await ctx.db.delete(limits).where(eq(limits.featureId, id));
    const rows = rowsOf(id, given);
    if (rows.length > 0) await ctx.db.insert(limits).values(rows);
    const after = namesOf((await limitsOf(ctx, [id]))(id));
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => before.get(name) !== after.get(name),
    );
    const changes = Object.fromEntries(
      differing.map((name) => [name, [before.get(name) ?? false, after.get(name) ?? false] as [unknown, unknown]]),
    );
    return { changes, result: undefined };
  });

/** What apps show only while it is on, and to whom it is not limited away; they ask for it by its keyword (document 4.2). */
export const conditionalFeatureService = {
  ...record,

  /** @throws AppError 422 for a company, model or app that does not exist */
  createLimited: (ctx: KnownCtx, { companyIds, modelPersIds, apps, ...values }: Limited) =>
    inTransaction(ctx, async (ctx) => {
      const { id } = await record.create(ctx, values);
      await setLimits(ctx, id, { companyIds, modelPersIds, apps });
      return record.get(ctx, id);
    }),

  /** Its limits are replaced as a whole. */
  updateLimited: (ctx: KnownCtx, id: string, { companyIds, modelPersIds, apps, ...values }: Limited, ifMatch: string) =>
    inTransaction(ctx, async (ctx) => {
      await record.update(ctx, id, values, ifMatch);
      await setLimits(ctx, id, { companyIds, modelPersIds, apps });
      return record.get(ctx, id);
    }),
};
