import { eq, getTableColumns } from "drizzle-orm";
import { companies, companyPreferences } from "@/db/schema";
import { type CompanyCtx, inTransaction } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListCompanyPreferences } from "./company-preference.schema";

type Preferences = Omit<typeof companyPreferences.$inferInsert, "id" | "companyId">;

/** Those of a company that has chosen nothing: version 0, since the company was made. */
const defaults = {
  languageId: null,
  timeZone: "UTC",
  emailNotifications: true,
  pushNotifications: true,
  weeklyReport: false,
  distanceUnit: "km",
  alertNotices: false,
  version: 0,
} as const;

const list = listService({
  table: companyPreferences,
  company: companyPreferences.companyId,
  input: ListCompanyPreferences,
  sort: { createdAt: companyPreferences.createdAt },
  filters: {},
});

const record = recordService(list, { name: "company-preference", label: () => "Preferences" });

/** What a company prefers (document 4.8). A row is made by the first change; until then the defaults are answered. */
export const companyPreferenceService = {
  async get({ db, company }: CompanyCtx) {
    const [found] = await db
      .select({ createdAt: companies.createdAt, stored: getTableColumns(companyPreferences) })
      .from(companies)
      .leftJoin(companyPreferences, eq(companyPreferences.companyId, companies.id))
      .where(eq(companies.id, company.id));
    if (!found) throw notFound();
    const { createdAt, stored } = found;
    return stored ?? { ...defaults, companyId: company.id, createdAt, updatedAt: createdAt };
  },

  update: (ctx: CompanyCtx, values: Partial<Preferences>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { id: companyId } = ctx.company;
      const { companyId: of, id } = companyPreferences;
      await ctx.db
        .insert(companyPreferences)
        .values({ ...defaults, companyId })
        .onConflictDoNothing({ target: of });
      const [row] = await ctx.db.select({ id }).from(companyPreferences).where(eq(of, companyId));
      if (!row) throw new Error("preferences were neither there nor made");
      return record.update(ctx, row.id, values, ifMatch);
    }),
};
