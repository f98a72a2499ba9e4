import { eq, getTableColumns } from "drizzle-orm";
import { companies, companyMailLooks } from "@/db/schema";
import { type CompanyCtx, inTransaction } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { pictureUrl } from "@/server/platform/file/picture.service";
import { ListMailLooks } from "./company-mail-look.schema";

const table = companyMailLooks;

const list = listService({
  table,
  company: table.companyId,
  input: ListMailLooks,
  sort: { createdAt: table.createdAt },
  filters: {},
});
const record = recordService(list, { name: "company-mail-look", label: () => "Look of mails" });

/**
 * Changes the look, whose row is made by the first change.
 * @throws AppError 422 for a company that is not verified, 412 for a version that is no longer the present one
 */
const change = (ctx: CompanyCtx, values: { color?: string | null; logo?: string | null }, ifMatch?: string) =>
  inTransaction(ctx, async (ctx) => {
    const { id: companyId } = ctx.company;
    const { id, isVerified } = companies;
    const [company] = await ctx.db.select({ isVerified }).from(companies).where(eq(id, companyId)).for("share");
    if (!company?.isVerified)
      throw broken("companyId", "Only a company that Persdesk has verified has e-mails that look like its own.");
    await ctx.db.insert(table).values({ companyId, version: 0 }).onConflictDoNothing({ target: table.companyId });
    const [row] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.companyId, companyId));
    if (!row) throw new Error("the look of mails was neither there nor made");
    await record.update(ctx, row.id, values, ifMatch);
    return companyMailLookService.get(ctx);
  });

/** How the mails in a company's name look (ADR 91): its logo and one colour. */
export const companyMailLookService = {
  /** Persdesk's own look, version 0, where the company has chosen nothing. */
  async get({ db, company }: CompanyCtx) {
    const [found] = await db
      .select({ isVerified: companies.isVerified, createdAt: companies.createdAt, stored: getTableColumns(table) })
      .from(companies)
      .leftJoin(table, eq(table.companyId, companies.id))
      .where(eq(companies.id, company.id));
    if (!found) throw notFound();
    const { isVerified, createdAt } = found;
    const stored = found.stored ?? { color: null, logo: null, createdAt, updatedAt: createdAt, version: 0 };
    return { ...stored, companyId: company.id, logo: pictureUrl(stored.logo), isVerified };
  },

  setColor: (ctx: CompanyCtx, color: string | null, ifMatch?: string) => change(ctx, { color }, ifMatch),

  /** @param logo the key of a stored picture; null takes it away */
  setLogo: (ctx: CompanyCtx, logo: string | null, ifMatch?: string) => change(ctx, { logo }, ifMatch),
};
