import { and, desc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companies, companyCategories, companyCategoryTranslations, companyLinks } from "@/db/schema";
import { companyService } from "@/server/companies/company/company.service";
import { mayReadMembers, peopleCount } from "@/server/companies/company/company-fact.service";
import { categoryName, categoryWords } from "@/server/identity/user-role/company-name.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { containsAny, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListQueuedCompanies } from "./company-queue.schema";

const inviter = alias(companies, "inviting_companies");

const list = listService({
  table: companies,
  // The words of the index `companies_queue`.
  scope: () => sql`closed_as is null and (not is_verified or is_duplicate)`,
  input: ListQueuedCompanies,
  sort: { createdAt: companies.createdAt, name: companies.name, registerNumber: companies.registerNumber },
  filters: {
    name: containsAny(companies.name, companies.registerNumber),
    status: equals(companies.status),
    isVerified: equals(companies.isVerified),
    isDuplicate: equals(companies.isDuplicate),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...getTableColumns(companies),
        category: { id: companyCategories.id, name: categoryName },
        invitedBy: { id: inviter.id, name: inviter.name },
        peopleCount,
      })
      .from(companies)
      .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
      .leftJoin(companyCategoryTranslations, categoryWords)
      .leftJoin(inviter, eq(inviter.id, companies.createdByCompanyId))
      .where(oneOf(companies.id, ids)),
});

const links = companyLinks;

/** The other companies with this register number. */
const sameNumber = (ctx: KnownCtx, id: string, registerKey: string | null) => {
  const { name, registerNumber, status, isVerified } = companies;
  return registerKey === null
    ? []
    : ctx.db
        .select({ id: companies.id, name, registerNumber, status, isVerified })
        .from(companies)
        .where(and(eq(companies.registerKey, registerKey), ne(companies.id, id)))
        .orderBy(companies.createdAt, companies.id)
        .limit(100);
};

/** Who invited the company, as what and under which address, and who accepted. */
const invitersOf = (ctx: KnownCtx, id: string) =>
  ctx.db
    .select({
      id: links.id,
      company: { id: inviter.id, name: inviter.name },
      kind: links.kind,
      status: links.status,
      name: links.name,
      email: links.email,
      acceptedEmail: links.acceptedEmail,
      invitationDate: links.invitationDate,
    })
    .from(links)
    .innerJoin(inviter, eq(inviter.id, links.companyId))
    .where(eq(links.linkedCompanyId, id))
    .orderBy(desc(links.createdAt), desc(links.id))
    .limit(100);

/** Companies that wait for a decision of staff: verify, merge or refuse (ADR 93). */
export const companyQueueService = {
  ...list,

  /** One of them, with what staff decide by; any other company is 404. */
  async get(ctx: KnownCtx, id: string) {
    const [row] = await list.load(ctx, [id]);
    if (!row || row.closedAs || (row.isVerified && !row.isDuplicate)) throw notFound();
    const isShown = mayReadMembers(ctx);
    const inviters = await invitersOf(ctx, id);
    return {
      ...row,
      sameNumber: await sameNumber(ctx, id, row.registerKey),
      inviters: inviters.map((link) => ({ ...link, acceptedEmail: isShown ? link.acceptedEmail : null })),
    };
  },

  /** Staff know the company: its people may invite partners from now on. @throws AppError 404, 412, 422 where it is verified */
  verify: (ctx: KnownCtx, id: string, ifMatch?: string): Promise<void> =>
    inTransaction(ctx, async (ctx) => {
      const { isVerified, closedAs } = await companyService.lock(ctx, id, ifMatch);
      if (closedAs) throw broken("id", "This company is closed for good.");
      if (isVerified) throw broken("id", "This company is verified already.");
      await companyService.verify(ctx, id);
    }),
};
