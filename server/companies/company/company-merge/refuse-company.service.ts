import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import {
  companies,
  companyLinks,
  companyPersLinks,
  companyVehicleBrandLinks,
  dealerVehicles,
  partnerInvitations,
  userCompanies,
  users,
} from "@/db/schema";
import { env } from "@/env/env";
import { companyService } from "@/server/companies/company/company.service";
import { assertMayHandOnAll } from "@/server/companies/company/company-fact.service";
import { companyPersLinkService } from "@/server/companies/fleet/company-pers-link/company-pers-link.service";
import { companyVehicleBrandLinkService } from "@/server/companies/fleet/company-vehicle-brand-link/company-vehicle-brand-link.service";
import { companyVehicleLinkService } from "@/server/companies/fleet/company-vehicle-link/company-vehicle-link.service";
import type { PartnerLink } from "@/server/companies/partners/company-partner/company-partner.rules";
import { dealerVehicleService } from "@/server/companies/partners/company-partner/dealer-vehicle.service";
import { partnerLinkService } from "@/server/companies/partners/company-partner/partner-link.service";
import { refuseEntryTo } from "@/server/companies/partners/entry-request/entry-request.service";
import { endAll } from "@/server/devices/reach/link-period.service";
import { cancelInvitationTo } from "@/server/identity/invitation/invitation.service";
import { settleType } from "@/server/identity/membership/account-type.service";
import { membershipService } from "@/server/identity/membership/membership.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { audit } from "@/server/kit/record/audit";
import { manyOf } from "@/server/kit/record/many-service";
import { enqueueMails } from "@/server/platform/mail/mail.service";

type Company = typeof companies.$inferSelect;

/** Ends every place in the company; links that were mailed to people stop working. */
async function endMemberships(ctx: KnownCtx, company: Company) {
  const { id, userId } = userCompanies;
  const rows = await ctx.db
    .select({ id, userId, email: users.email })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(userCompanies.companyId, company.id), inArray(userCompanies.status, ["invited", "active"])))
    .orderBy(userId);
  for (const row of rows) {
    await membershipService.end(ctx, row.id);
    await cancelInvitationTo(ctx, row.id);
    await settleType(ctx, row.userId);
    await audit(ctx, {
      objectType: "user",
      objectId: row.userId,
      objectLabel: row.email,
      companyId: company.id,
      action: "end-membership",
      changes: { company: [company.name, null] },
    });
  }
}

/** Everything that the company has, or handed to others: devices, vehicles and brands. */
async function endHoldings(ctx: KnownCtx, companyId: string) {
  const ofEither = (table: { companyId: AnyPgColumn; grantedByCompanyId: AnyPgColumn }) =>
    or(eq(table.companyId, companyId), eq(table.grantedByCompanyId, companyId));
  await endAll(ctx, { table: companyPersLinks, where: ofEither(companyPersLinks), ...manyOf(companyPersLinkService) });
  await companyVehicleLinkService.endAllOf(ctx, companyId);
  const handed = await ctx.db.select({ id: dealerVehicles.id }).from(dealerVehicles).where(ofEither(dealerVehicles));
  await manyOf(dealerVehicleService).removeMany(ctx, handed);
  const brands = companyVehicleBrandLinks;
  const granted = await ctx.db.select({ id: brands.id }).from(brands).where(ofEither(brands));
  await manyOf(companyVehicleBrandLinkService).removeMany(ctx, granted);
}

/** Ends the partnerships of the company, in both directions. @returns those of companies that invited it */
async function endPartnerships(ctx: KnownCtx, companyId: string): Promise<PartnerLink[]> {
  const links = companyLinks;
  const open = await ctx.db
    .select()
    .from(links)
    .where(
      and(
        or(eq(links.companyId, companyId), eq(links.linkedCompanyId, companyId)),
        inArray(links.status, ["invited", "to_confirm", "accepted"]),
      ),
    )
    .orderBy(links.id)
    .for("update");
  for (const kind of ["dealer", "subcontractor"] as const)
    await partnerLinkService.move(
      ctx,
      kind,
      open
        .filter((link) => link.kind === kind)
        .map((link) => ({ link, to: "ended" as const, action: "refuse-company" })),
    );
  return open.filter((link) => link.linkedCompanyId === companyId && link.invitationDate !== null);
}

/** Who is told for a company that invited: the person who did while they belong to it, else its admins. */
async function recipientsOf(ctx: KnownCtx, link: PartnerLink) {
  const { email, firstName, languageId } = users;
  const rows = await ctx.db
    .select({
      email,
      firstName,
      languageId,
      isInviter: isNotNull(partnerInvitations.id),
      isAdmin: userCompanies.isAdmin,
    })
    .from(userCompanies)
    .innerJoin(users, and(eq(users.id, userCompanies.userId), eq(users.status, "active")))
    .innerJoin(companies, and(eq(companies.id, userCompanies.companyId), eq(companies.status, "active")))
    .leftJoin(
      partnerInvitations,
      and(eq(partnerInvitations.companyLinkId, link.id), eq(partnerInvitations.inviterId, users.id)),
    )
    .where(and(eq(userCompanies.companyId, link.companyId), eq(userCompanies.status, "active")));
  const inviters = rows.filter((row) => row.isInviter);
  return inviters.length > 0 ? inviters : rows.filter((row) => row.isAdmin);
}

/** Tells those who invited the company, by the name that they gave it. */
async function tellInviters(ctx: KnownCtx, links: PartnerLink[]) {
  const mails = [];
  for (const link of links) {
    const page = link.kind === "dealer" ? "dealers" : "subcontractors";
    const href = new URL(`/portal/${link.companyId}/${page}`, env.APP_URL).href;
    for (const { email, firstName, languageId } of await recipientsOf(ctx, link))
      mails.push({ recipient: email, languageId, tokens: { firstName, company: link.name, link: href } });
  }
  await enqueueMails(ctx, { templateCode: "PARTNER_REFUSED", module: "pro-center" }, mails);
}

/**
 * Closes a company for good that is not what it says (ADR 93): its memberships, links and grants end, its register number
 * is free, and those who invited it are told. In one transaction.
 * @throws AppError 404, 412, 422 for a company that is verified and no duplicate, `forbidden` for who does not hold all that
 * its people can do there
 */
export const refuseCompany = (ctx: KnownCtx, id: string, ifMatch?: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await lockGrants(ctx);
    await lockName(ctx, `partners of ${id}`);
    const company = await companyService.lock(ctx, id, ifMatch);
    if (company.closedAs) throw broken("id", "This company is closed for good.");
    if (company.isVerified && !company.isDuplicate)
      throw broken("id", "This company is verified. Only one that is not, or a duplicate, can be refused.");
    await assertMayHandOnAll(ctx, "id", company.companyCategoryId);
    await endHoldings(ctx, id);
    const inviting = await endPartnerships(ctx, id);
    await endMemberships(ctx, company);
    await refuseEntryTo(ctx, id);
    await companyService.refuse(ctx, company);
    await tellInviters(ctx, inviting);
  });
