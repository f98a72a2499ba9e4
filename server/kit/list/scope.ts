import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { KnownCtx } from "@/server/kit/call/context";

/** Which rows the caller may reach; "global" must be written. */
export type Scope = "global" | ((ctx: KnownCtx) => SQL);

/**
 * The rows that a service reaches: those of a scope, those of the caller's company by the column that names it, or both
 * together.
 */
export type Ownership<C extends AnyPgColumn> =
  | { scope: Scope; company?: undefined }
  | { company: C; scope?: (ctx: KnownCtx) => SQL };

/** Inside a company its own rows; outside of one (staff, jobs) every row, without a condition. */
export const ofTheirCompany =
  (column: AnyPgColumn) =>
  (ctx: KnownCtx): SQL | undefined =>
    ctx.company && eq(column, ctx.company.id);

/** The condition that a row within reach meets; undefined where every row is. */
export function reachOf({ scope, company }: Ownership<AnyPgColumn>) {
  const ofCompany = company && ofTheirCompany(company);
  return (ctx: KnownCtx): SQL | undefined =>
    and(typeof scope === "function" ? scope(ctx) : undefined, ofCompany?.(ctx));
}

/** The company of the context, which a door sets for each operation inside a company. */
export function companyOf({ company }: KnownCtx): string {
  if (!company) throw new Error("this is done inside a company only");
  return company.id;
}

/** The same caller outside of a company, for what another company is to have. */
export const outsideOf = ({ company: _, ...ctx }: KnownCtx): KnownCtx => ctx;
