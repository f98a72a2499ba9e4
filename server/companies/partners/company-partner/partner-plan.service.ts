import { and, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { companies, companyLinks as links, userCompanies, users } from "@/db/schema";
import { registerKeyOf } from "@/server/companies/company/register-number.rules";
import type { KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { t } from "@/texts/t";
import type { PartnerKind, PartnerLink } from "./company-partner.rules";

/** Whom a company invites, as it calls them. */
export interface Invited {
  name: string;
  registerNumber: string;
  email: string;
  /** of the mail; the default one where not said */
  languageId?: string | null;
  /** why, in the inviter's words */
  reason?: string | null;
}

/** What inviting somebody comes to: it is wrong, there already, a new link, or an old one again. */
export type PartnerPlan =
  | { kind: "wrong"; column: "registerNumber" | "email"; message: string }
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
  /** the addresses of the company's own people */
  own: ReadonlySet<string>;
}

/**
 * Which of these addresses are of the company's own people, whom it knows. About any other address nothing is asked:
 * staff, disabled accounts and strangers are invited like everybody, and the page of the link says what it needs to.
 */
async function ownAddresses(ctx: KnownCtx, companyId: string, emails: string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .select({ email: users.email })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .where(
      and(
        eq(userCompanies.companyId, companyId),
        ne(userCompanies.status, "disabled"),
        oneOf(users.email, [...new Set(emails)], "text"),
      ),
    );
  return new Set(rows.map(({ email }) => email));
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
  const [company] = await ctx.db
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
    ownKey: registerKeyOf(company?.registerNumber ?? ""),
    byKey: new Map(found.map(({ registerKey, ...link }) => [registerKey ?? "", link])),
    room: await roomOf(ctx),
    own: await ownAddresses(
      ctx,
      companyId,
      rows.map(({ email }) => email),
    ),
  };
}

/** What inviting this partner comes to. */
export function planPartner(partner: Invited, { ownKey, byKey, own }: KnownPartners): PartnerPlan {
  const key = registerKeyOf(partner.registerNumber);
  if (key === ownKey) return { kind: "wrong", column: "registerNumber", message: "This is your own company." };
  if (own.has(partner.email))
    return { kind: "wrong", column: "email", message: "This is the address of somebody of your own company." };
  const link = byKey.get(key);
  if (!link) return { kind: "new", partner };
  const isOver = link.status === "refused" || link.status === "ended";
  return isOver ? { kind: "again", partner, link } : { kind: "there", link };
}
