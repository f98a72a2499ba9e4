import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyLinks as links, userCompanies } from "@/db/schema";
import { companyService } from "@/server/companies/company/company.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";

const Payload = z.object({ createdByCompanyId: z.uuid(), companyIds: z.array(z.uuid()) });

/**
 * Has companies forgotten that were made for invitations which were taken back, by a job: whoever takes them back waits
 * the same time, and sees the same, whether the companies were known before or not.
 */
export const forgetPartnersLater = (ctx: KnownCtx, companyIds: string[]) =>
  ctx.db.execute(sql`select graphile_worker.add_job('forget-partners',
    ${JSON.stringify({ createdByCompanyId: companyOf(ctx), companyIds })}::json, max_attempts => 8)`);

/** Whether nobody has entered the company, and nothing refers to it. */
const isUnused = () => {
  const has = (table: string) =>
    sql`exists (select from backoffice.${sql.identifier(table)} t where t.company_id = ${companies}.id)`;
  const tables = [
    "company_pers_links",
    "company_vehicle_links",
    "company_vehicle_brand_links",
    "company_preferences",
    "company_teams",
    "company_entry_requests",
  ];
  const used = [
    sql`exists (select from ${links} where ${links.linkedCompanyId} = ${companies}.id or ${links.companyId} = ${companies}.id)`,
    sql`exists (select from ${userCompanies} where ${userCompanies.companyId} = ${companies}.id and ${userCompanies.status} = 'active')`,
    ...tables.map(has),
  ];
  return sql`not (${sql.join(used, sql` or `)})`;
};

/** Removes those of these companies that this one made by inviting them, and that nobody entered since. */
export const forgetPartners = (ctx: KnownCtx, payload: unknown) =>
  inTransaction(ctx, async (ctx) => {
    const { createdByCompanyId, companyIds } = Payload.parse(payload);
    const rows = await ctx.db
      .select({ id: companies.id })
      .from(companies)
      .where(
        and(
          oneOf(companies.id, companyIds),
          eq(companies.createdByCompanyId, createdByCompanyId),
          eq(companies.status, "pending"),
          isUnused(),
        ),
      )
      .orderBy(companies.id)
      .for("update");
    if (rows.length > 0)
      await companyService.forgetInvited(
        ctx,
        rows.map(({ id }) => id),
      );
  });
