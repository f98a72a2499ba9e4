import { eq, getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyPartnerReferentCompanies, companyPartnerReferents } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { contains, containsAny, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { personRemovalDays } from "@/server/kit/record/removal.rules";
import { setOf } from "@/server/kit/record/set-service";
import { companyChoice } from "./company-choice.service";
import {
  type CreateCompanyPartnerReferent,
  ListCompanyPartnerReferents,
  type UpdateCompanyPartnerReferent,
} from "./company-partner-referent.schema";

const referents = companyPartnerReferents;
const links = companyPartnerReferentCompanies;

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db.select(getTableColumns(referents)).from(referents).where(oneOf(referents.id, ids));
  const linked = await ctx.db
    .select({ referentId: links.referentId, id: companies.id, name: companies.name })
    .from(links)
    .innerJoin(companies, eq(companies.id, links.companyId))
    .where(oneOf(links.referentId, ids))
    .orderBy(companies.name, companies.id);
  return rows.map((row) => {
    const own = linked.filter(({ referentId }) => referentId === row.id).map(({ id, name }) => ({ id, name }));
    return { ...row, companies: own, companyIds: own.map(({ id }) => id) };
  });
}

const list = listService({
  table: referents,
  scope: "global",
  input: ListCompanyPartnerReferents,
  sort: {
    firstName: referents.firstName,
    lastName: referents.lastName,
    email: referents.email,
    createdAt: referents.createdAt,
    updatedAt: referents.updatedAt,
  },
  filters: {
    email: contains(referents.email),
    name: containsAny(referents.firstName, referents.lastName),
    companyId: (value) =>
      sql`${referents.id} in (select ${links.referentId} from ${links} where ${links.companyId} = ${value})`,
  },
  load,
});

const crud = recordService(list, {
  name: "company-partner-referent",
  label: (row) => `${row.firstName} ${row.lastName}`,
  parts: [{ table: links, parent: links.referentId }],
  keptDays: personRemovalDays,
});

const setCompanies = setOf(crud, {
  table: links,
  parent: links.referentId,
  child: links.companyId,
  children: companyChoice,
  label: (company) => `company ${company.name}`,
  action: "set-companies",
  path: "companyIds",
  what: "company",
});

/** Whom companies turn to about their partners (document 4.8); staff keep them. */
export const companyPartnerReferentService = {
  ...crud,

  create: (ctx: KnownCtx, { companyIds = [], ...values }: z.output<typeof CreateCompanyPartnerReferent>) =>
    inTransaction(ctx, async (ctx) => {
      const { id } = await crud.create(ctx, values);
      await setCompanies(ctx, id, companyIds);
      return crud.get(ctx, id);
    }),

  /** `companyIds` replaces the whole set. */
  update: (
    ctx: KnownCtx,
    id: string,
    { companyIds, ...values }: z.output<typeof UpdateCompanyPartnerReferent>,
    ifMatch?: string,
  ) =>
    inTransaction(ctx, async (ctx) => {
      await crud.update(ctx, id, values, ifMatch);
      if (companyIds) await setCompanies(ctx, id, companyIds);
      return crud.get(ctx, id);
    }),
};
