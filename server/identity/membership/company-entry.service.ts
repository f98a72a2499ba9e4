import { eq, sql } from "drizzle-orm";
import { companies } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { audit } from "@/server/kit/record/audit";
import { companyStates } from "./company-entry.rules";

/** Somebody has accepted to belong to the company: one that waited for its first person is in use from now on. */
export const enterCompany = (ctx: KnownCtx, companyId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [company] = await ctx.db.select().from(companies).where(eq(companies.id, companyId)).for("update");
    if (company?.status !== "pending") return;
    companyStates.assert("status", company.status, "active");
    await ctx.db
      .update(companies)
      .set({ status: "active", version: sql`${companies.version} + 1` })
      .where(eq(companies.id, companyId));
    await audit(ctx, {
      objectType: "company",
      objectId: companyId,
      objectLabel: company.name,
      companyId,
      action: "enter",
      changes: { status: ["pending", "active"] },
    });
  });
