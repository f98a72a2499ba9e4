import { and, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import {
  companies,
  companyLinks,
  partnerInvitations,
  companyEntryRequests as requests,
  userCompanies,
  users,
} from "@/db/schema";
import { env } from "@/env/env";
import type { PartnerLink } from "@/server/companies/partners/company-partner/company-partner.rules";
import { partnerLinkService } from "@/server/companies/partners/company-partner/partner-link.service";
import type { PartnerInvitation } from "@/server/companies/partners/company-partner/partner-mail.service";
import { companyPlaceService } from "@/server/companies/people/company-admin/company-place.service";
import { type User, userService } from "@/server/identity/user/user.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { type CompanyCtx, type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import { contains, containsAny, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { companyOf } from "@/server/kit/list/scope";
import { audit, auditMany, type Changes } from "@/server/kit/record/audit";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { entryRequestStates } from "./entry-request.rules";
import { type AnswerEntryRequest, ListEntryRequests } from "./entry-request.schema";

type Company = typeof companies.$inferSelect;

interface Asking {
  user: User;
  company: Company;
  invitation: PartnerInvitation;
  /** the company that invited */
  inviter: string;
}

const inviting = alias(companies, "inviting");

const list = listService({
  table: requests,
  company: requests.companyId,
  input: ListEntryRequests,
  joins: [
    { table: companies, on: eq(companies.id, requests.companyId) },
    { table: users, on: eq(users.id, requests.userId) },
  ],
  sort: {
    createdAt: requests.createdAt,
    status: requests.status,
    "person.lastName": users.lastName,
    "company.name": companies.name,
  },
  filters: {
    status: equals(requests.status),
    name: (value) =>
      or(
        refersTo(requests.companyId, companies, contains(companies.name)(value)),
        refersTo(requests.userId, users, containsAny(users.firstName, users.lastName, users.email)(value)),
      ),
  },
  load: async (ctx, ids) => {
    const { firstName, lastName, email } = users;
    const rows = await ctx.db
      .select({
        request: requests,
        person: { firstName, lastName, email },
        company: { id: companies.id, name: companies.name },
        link: companyLinks,
        inviter: inviting.name,
      })
      .from(requests)
      .innerJoin(users, eq(users.id, requests.userId))
      .innerJoin(companies, eq(companies.id, requests.companyId))
      .leftJoin(partnerInvitations, eq(partnerInvitations.id, requests.partnerInvitationId))
      .leftJoin(companyLinks, eq(companyLinks.id, partnerInvitations.companyLinkId))
      .leftJoin(inviting, eq(inviting.id, companyLinks.companyId))
      .where(oneOf(requests.id, ids));
    return rows.map(({ request, person, company, link, inviter }) => ({
      ...request,
      person,
      company,
      invitedBy: link && inviter ? { company: inviter, kind: link.kind, isOpen: link.status === "invited" } : null,
    }));
  },
});

/** The company's active admins get a mail that asks them. */
async function askAdmins(ctx: Ctx, { user, company, inviter }: Asking) {
  const { email, firstName, languageId } = users;
  const admins = await ctx.db
    .select({ email, firstName, languageId })
    .from(userCompanies)
    .innerJoin(users, and(eq(users.id, userCompanies.userId), eq(users.status, "active")))
    .where(and(eq(userCompanies.companyId, company.id), userCompanies.isAdmin, eq(userCompanies.status, "active")));
  for (const admin of admins)
    await enqueueMail(ctx, {
      templateCode: "COMPANY_ENTRY_REQUEST",
      recipient: admin.email,
      module: "pro-center",
      tokens: {
        firstName: admin.firstName,
        company: company.name,
        person: `${user.firstName} ${user.lastName}`,
        email: user.email,
        inviter,
        link: new URL(`/portal/${company.id}`, env.APP_URL).href,
      },
      languageId: admin.languageId,
    });
}

/** The open partnership that the person was invited for, locked; undefined where it does not wait for an answer. */
async function openLink(ctx: Ctx, invitationId: string | null): Promise<PartnerLink | undefined> {
  if (!invitationId) return undefined;
  const [invitation] = await ctx.db
    .select({ linkId: partnerInvitations.companyLinkId })
    .from(partnerInvitations)
    .where(eq(partnerInvitations.id, invitationId));
  if (!invitation) return undefined;
  const [link] = await ctx.db.select().from(companyLinks).where(eq(companyLinks.id, invitation.linkId)).for("update");
  return link?.status === "invited" ? link : undefined;
}

const entryOf = (request: { id: string; companyId: string }, label: string) => ({
  objectType: "company-entry-request",
  objectId: request.id,
  objectLabel: label,
  companyId: request.companyId,
});

/**
 * "Let this person in?": who proved an address that another company invited for a company which is known asks its admins.
 * Every row of `company_entry_requests` is written here only.
 */
export const entryRequestService = {
  ...list,

  /** Asks the company's active admins; once for as long as nobody has answered. */
  async ask(ctx: CompanyCtx, asking: Asking) {
    const { user, company, invitation } = asking;
    const [made] = await ctx.db
      .insert(requests)
      .values({ companyId: company.id, userId: user.id, partnerInvitationId: invitation.id })
      .onConflictDoNothing()
      .returning();
    if (!made) return;
    await audit(ctx, { ...entryOf(made, user.email), action: "create" });
    await askAdmins(ctx, asking);
  },

  /**
   * Lets the person in, with the company's default role where the caller may give it, or not. With it the partnership may be accepted, under the
   * address that was invited.
   * @throws AppError `rule_broken` for one that was answered, or a person who cannot come in any more, `forbidden` for
   * who may not accept partnerships
   */
  answer: (ctx: KnownCtx, { id, status, acceptsPartnership }: z.output<typeof AnswerEntryRequest>) =>
    inTransaction(ctx, async (ctx) => {
      if (acceptsPartnership && ctx.company && !ctx.company.rights.has("company-manufacturer.write"))
        throw new AppError("forbidden");
      await lockGrants(ctx);
      await list.get(ctx, id);
      const [request] = await ctx.db.select().from(requests).where(eq(requests.id, id)).for("update");
      if (!request) throw notFound();
      if (request.status !== "waiting") throw broken("id", "This was answered already.");
      entryRequestStates.assert("status", request.status, status);
      const user = await userService.lock(ctx, request.userId);
      if (status === "let_in") await companyPlaceService.letIn(ctx, companyOf(ctx), user);
      await ctx.db
        .update(requests)
        .set({
          status,
          decidedAt: sql`now()`,
          decidedById: ctx.actor.kind === "user" ? (ctx.actor.actingId ?? ctx.actor.id) : null,
          version: sql`${requests.version} + 1`,
        })
        .where(eq(requests.id, id));
      await audit(ctx, { ...entryOf(request, user.email), action: "update", changes: { status: ["waiting", status] } });
      if (status === "let_in" && acceptsPartnership) {
        const link = await openLink(ctx, request.partnerInvitationId);
        if (link) await partnerLinkService.accept(ctx, link, user.email);
      }
      if (status === "let_in") await tellLetIn(ctx, user);
      return list.get(ctx, id);
    }),
};

/** The company is closed: people who wait for it are not let in. */
export const refuseEntryTo = (ctx: KnownCtx, companyId: string) =>
  inTransaction(ctx, async (ctx) => {
    const refused = await ctx.db
      .update(requests)
      .set({ status: "refused", decidedAt: sql`now()`, version: sql`${requests.version} + 1` })
      .where(
        and(eq(requests.companyId, companyId), oneOf(requests.status, entryRequestStates.before("refused"), "text")),
      )
      .returning();
    const changes: Changes = { status: ["waiting", "refused"] };
    await auditMany(
      ctx,
      refused.map((request) => ({ ...entryOf(request, ""), objectLabel: null, action: "update", changes })),
    );
  });

/** Tells the person that they are in. */
async function tellLetIn(ctx: KnownCtx, { email, firstName, languageId }: User) {
  const companyId = companyOf(ctx);
  const [company] = await ctx.db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId));
  await enqueueMail(ctx, {
    templateCode: "COMPANY_ENTERED",
    recipient: email,
    module: "pro-center",
    tokens: { firstName, company: company?.name ?? "", link: new URL(`/portal/${companyId}`, env.APP_URL).href },
    languageId,
  });
}
