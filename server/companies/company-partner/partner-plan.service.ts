import { and, eq, getTableColumns, isNull, ne, or, sql } from "drizzle-orm";
import { companies, companyLinks as links, userCompanies, users } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list-filters";
import { companyOf } from "@/server/kit/scope";
import { t } from "@/texts/t";
import { registerKeyOf } from "../company/register-number.rules";
import type { PartnerKind } from "./company-partner.rules";
import type { PartnerLink } from "./partner-link.service";

/** Whom a company invites, as it calls them. */
export interface Invited {
  name: string;
  registerNumber: string;
  email: string;
}

/** What inviting somebody comes to: it is wrong, there already, a new link, or an old one again. */
export type PartnerPlan =
  | { kind: "wrong"; column: keyof Invited; message: string }
  | { kind: "there"; link: PartnerLink }
  | { kind: "new"; partner: Invited }
  | { kind: "again"; partner: Invited; link: PartnerLink };

/** What a company may know of whom it invites: nothing of companies that are not its partners. */
export interface KnownPartners {
  kind: PartnerKind;
  /** as `registerKeyOf` gives it */
  ownKey: string;
  byKey: Map<string, PartnerLink>;
  /** how many more partners the company may invite that it has not invited before */
  room: number;
  /** address → why it cannot be invited; whether its company is known makes no difference */
  faults: Map<string, string>;
}

/** Why these addresses cannot be invited: those of staff, of disabled accounts, and of the company's own people. */
async function faultsOf(ctx: KnownCtx, companyId: string, emails: string[]): Promise<KnownPartners["faults"]> {
  const own = and(
    eq(userCompanies.userId, users.id),
    eq(userCompanies.companyId, companyId),
    ne(userCompanies.status, "disabled"),
  );
  const rows = await ctx.db
    .select({ email: users.email, type: users.type, status: users.status, own: userCompanies.id })
    .from(users)
    .leftJoin(userCompanies, own)
    .where(
      and(
        oneOf(users.email, [...new Set(emails)], "text"),
        or(eq(users.type, "Staff"), eq(users.status, "disabled"), eq(userCompanies.companyId, companyId)),
      ),
    );
  const faultOf = ({ type, own }: (typeof rows)[number]) => {
    if (own) return "This is the address of somebody of your own company.";
    return type === "Staff" ? "This is the address of a staff member." : "This account is disabled.";
  };
  return new Map(rows.map((row) => [row.email, faultOf(row)]));
}

/** How many partners of a company may be waited for, who never accepted, where staff allow no other number. */
const mostUnaccepted = 500;

/**
 * How many more partners the company that the context is inside of may invite. It counts whom it invited and who never
 * accepted, known or not, so that it tells nothing of which register numbers are known; what was added in the transaction
 * that asks does not count, for an import counts its own rows.
 */
async function roomOf(ctx: KnownCtx): Promise<number> {
  const companyId = companyOf(ctx);
  const unaccepted = and(eq(links.companyId, companyId), isNull(links.acceptedAt), sql`${links.createdAt} < now()`);
  const [found] = await ctx.db
    .select({ unaccepted: sql<number>`count(distinct ${links.linkedCompanyId})::int` })
    .from(links)
    .where(unaccepted);
  const [company] = await ctx.db
    .select({ most: companies.maxUnaccepted })
    .from(companies)
    .where(eq(companies.id, companyId));
  return Math.max(0, (company?.most ?? mostUnaccepted) - (found?.unaccepted ?? 0));
}

/** What is said of partners beyond those. */
export const noRoom = () =>
  t("A company has up to {count} partners that never accepted, unless Persdesk's staff allow it more.", {
    count: mostUnaccepted,
  });

/** What there is of these register numbers and addresses, for the company that the context is inside of. */
export async function knownPartners(ctx: KnownCtx, kind: PartnerKind, rows: Invited[]): Promise<KnownPartners> {
  const companyId = companyOf(ctx);
  const keys = [...new Set(rows.map(({ registerNumber }) => registerKeyOf(registerNumber)))];
  const [own] = await ctx.db
    .select({ registerNumber: companies.registerNumber })
    .from(companies)
    .where(eq(companies.id, companyId));
  const found = await ctx.db
    .select({ ...getTableColumns(links), registerKey: companies.registerKey })
    .from(links)
    .innerJoin(companies, eq(companies.id, links.linkedCompanyId))
    .where(and(eq(links.companyId, companyId), eq(links.kind, kind), oneOf(companies.registerKey, keys, "text")));
  return {
    kind,
    ownKey: registerKeyOf(own?.registerNumber ?? ""),
    byKey: new Map(found.map(({ registerKey, ...link }) => [registerKey ?? "", link])),
    room: await roomOf(ctx),
    faults: await faultsOf(
      ctx,
      companyId,
      rows.map(({ email }) => email),
    ),
  };
}

/** What inviting this partner comes to. */
export function planPartner(partner: Invited, { ownKey, byKey, faults }: KnownPartners): PartnerPlan {
  const key = registerKeyOf(partner.registerNumber);
  if (key === ownKey) return { kind: "wrong", column: "registerNumber", message: "This is your own company." };
  const fault = faults.get(partner.email);
  if (fault) return { kind: "wrong", column: "email", message: fault };
  const link = byKey.get(key);
  if (!link) return { kind: "new", partner };
  const isOver = link.status === "refused" || link.status === "ended";
  return isOver ? { kind: "again", partner, link } : { kind: "there", link };
}
