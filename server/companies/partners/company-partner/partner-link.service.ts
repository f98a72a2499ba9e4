import { and, eq, getTableColumns, inArray, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  companies,
  companyEntryRequests,
  companyLinks,
  companyPersLinks,
  companyVehicleBrandLinks,
  dealerVehicles,
  partnerInvitations,
  preparedHandovers,
  userCompanies,
} from "@/db/schema";
import { dealerVehicleCounts, persLinkCounts } from "@/server/devices/reach/fleet-reach.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { contains, containsAny, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import type { Changes } from "@/server/kit/record/audit";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { type PartnerKind, type PartnerLink, partnerStates } from "./company-partner.rules";
import { ListManufacturers, ListPartners } from "./company-partner.schema";
import { mayRemind, standingOf } from "./partner-invitation.rules";
import { partnerMailService } from "./partner-mail.service";
import { preparedHandoverService } from "./prepared-handover.service";

const links = companyLinks;
export type Status = PartnerLink["status"];
const inviting = alias(companies, "inviting_companies");

const isAccepted = eq(links.status, "accepted");

/** What the inviting company sees of its partner: its own words, and the partner's data once that accepted. */
const shownName = sql<string>`case when ${isAccepted} then ${companies.name} else ${links.name} end`;

const isOwnNumber = sql`(${isAccepted} or ${links.registerNumber} is null)`;
const shownNumber = sql<string>`case when ${isOwnNumber} then ${companies.registerNumber} else ${links.registerNumber} end`;

/** The partner as its inviter may see it, which tells nothing of it before it accepts. */
function shownCompany(link: PartnerLink, partner: typeof companies.$inferSelect) {
  if (link.status === "accepted") return partner;
  return {
    id: null,
    isVerified: null,
    name: link.name,
    email: link.email,
    registerNumber: link.registerNumber ?? partner.registerNumber,
  };
}

type InvitationState = Awaited<ReturnType<typeof partnerMailService.statesOf>> extends Map<string, infer S> ? S : never;

/** How the invitation stands, as the inviter sees it; null for one of before invitations had a link of their own. */
function shownInvitation(state: InvitationState | undefined, now: number) {
  if (!state) return null;
  const { mailStatus, answeredAt: _, ...shown } = state;
  return { ...shown, state: standingOf(state, now), canRemind: mayRemind(state, now) };
}

const brandLinks = companyVehicleBrandLinks;
const counts = {
  vehicles: sql<number>`(select count(*)::int from ${dealerVehicles} where ${links.kind} = 'dealer'
    and ${dealerVehicles.grantedByCompanyId} = ${links.companyId}
    and ${dealerVehicles.companyId} = ${links.linkedCompanyId} and ${dealerVehicleCounts(dealerVehicles)})`,
  pers: sql<number>`(select count(*)::int from ${companyPersLinks} where ${links.kind} = 'subcontractor'
    and ${companyPersLinks.linkType} = 2 and ${companyPersLinks.grantedByCompanyId} = ${links.companyId}
    and ${companyPersLinks.companyId} = ${links.linkedCompanyId} and ${persLinkCounts(companyPersLinks)})`,
  brands: sql<number>`(select count(*)::int from ${brandLinks} where ${links.kind} = 'subcontractor'
    and ${brandLinks.linkType} = 2 and ${brandLinks.grantedByCompanyId} = ${links.companyId}
    and ${brandLinks.companyId} = ${links.linkedCompanyId})`,
  users: sql<number>`(select count(*)::int from ${userCompanies} where ${isAccepted}
    and ${userCompanies.companyId} = ${links.linkedCompanyId} and ${userCompanies.status} = 'active')`,
};

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({ link: getTableColumns(links), partner: companies, ...counts })
    .from(links)
    .innerJoin(companies, eq(companies.id, links.linkedCompanyId))
    .where(oneOf(links.id, ids));
  const states = await partnerMailService.statesOf(ctx, ids);
  const now = Date.now();
  return rows.map(({ link, partner, ...counts }) => {
    const { id, name, email, registerNumber, isVerified } = shownCompany(link, partner);
    const company = { id, name, email, isVerified, registerNumber };
    const acceptedEmail = link.status === "to_confirm" ? link.acceptedEmail : null;
    const invitation = shownInvitation(states.get(link.id), now);
    const { status, invitationDate, createdAt, updatedAt, version } = link;
    const shown = { id: link.id, status, invitationDate, acceptedEmail, createdAt, updatedAt, version };
    return { ...shown, company, counts, invitation };
  });
}

/** The dealers or the subcontractors of a company, which it keeps itself. */
function partnersOf(kind: PartnerKind) {
  const list = listService({
    table: links,
    company: links.companyId,
    scope: () => eq(links.kind, kind),
    input: ListPartners,
    joins: [{ table: companies, on: eq(companies.id, links.linkedCompanyId) }],
    sort: {
      name: shownName,
      registerNumber: shownNumber,
      status: links.status,
      invitationDate: links.invitationDate,
      createdAt: links.createdAt,
      updatedAt: links.updatedAt,
    },
    filters: {
      name: (value) =>
        or(
          and(isAccepted, refersTo(links.linkedCompanyId, companies, contains(companies.name)(value))),
          and(sql`not ${isAccepted}`, contains(links.name)(value)),
          and(isOwnNumber, refersTo(links.linkedCompanyId, companies, contains(companies.registerNumber)(value))),
          and(not(isOwnNumber), contains(links.registerNumber)(value)),
        ),
      status: equals(links.status),
      isWaiting: (value) => and(eq(links.status, "invited"), (value ? isNull : isNotNull)(links.invitationDate)),
    },
    load,
  });
  return recordService(list, { name: "company-link", label: (row) => row.name });
}

const partners = { dealer: partnersOf("dealer"), subcontractor: partnersOf("subcontractor") };

const manufacturers = listService({
  table: links,
  company: links.linkedCompanyId,
  // An invitation that waits for staff is not there yet.
  scope: () => isNotNull(links.invitationDate),
  input: ListManufacturers,
  joins: [{ table: inviting, on: eq(inviting.id, links.companyId) }],
  sort: {
    name: inviting.name,
    kind: links.kind,
    status: links.status,
    invitationDate: links.invitationDate,
    createdAt: links.createdAt,
  },
  filters: {
    name: (value) => refersTo(links.companyId, companies, containsAny(companies.name, companies.registerNumber)(value)),
    status: equals(links.status),
    kind: equals(links.kind),
  },
  load: async (ctx, ids) => {
    const { id, name, registerNumber, email, isVerified } = inviting;
    const rows = await ctx.db
      .select({ link: getTableColumns(links), company: { id, name, registerNumber, email, isVerified }, ...counts })
      .from(links)
      .innerJoin(inviting, eq(inviting.id, links.companyId))
      .where(oneOf(links.id, ids));
    return rows.map(({ link, company, ...counts }) => ({ ...link, company, counts }));
  },
});

/** The companies that invited a company, which answers them. */
const inviters = recordService(manufacturers, { name: "company-link", label: (row) => row.name });

interface Move {
  link: PartnerLink;
  to: Status;
  action: string;
  /** what changes beside */
  values?: Partial<
    Pick<PartnerLink, "name" | "registerNumber" | "email" | "invitationDate" | "acceptedAt" | "acceptedEmail">
  >;
  /** more for the trail, such as which reminder it is */
  also?: Changes;
}

/**
 * What follows from moves: what was prepared is handed over by any acceptance, and forgotten where
 * the partner will not accept.
 */
async function settlePrepared(ctx: KnownCtx, moves: Pick<Move, "link" | "to">[]) {
  const over = moves.filter(({ to }) => to === "refused" || to === "ended").map(({ link }) => link.id);
  if (over.length > 0) await preparedHandoverService.clear(ctx, over);
  for (const { link, to } of moves) if (to === "accepted") await preparedHandoverService.handOver(ctx, link, link.name);
}

/**
 * Tells webhooks which partnerships were accepted and which ended. Of an invitation that was never accepted they learn
 * nothing, for it would name a company to one that must not know it.
 */
function tellOf(ctx: KnownCtx, moves: Move[]) {
  const events = moves.flatMap(({ link, to }) => {
    const event = to === "accepted" ? "company-partner.accepted" : "company-partner.ended";
    if (to !== "accepted" && !(to === "ended" && link.status === "accepted")) return [];
    const { id: companyLinkId, kind, companyId, linkedCompanyId } = link;
    const data = { companyLinkId, kind, companyId, linkedCompanyId };
    return [{ event, companyIds: [companyId, linkedCompanyId], data } as const];
  });
  return tellWebhooks(ctx, events);
}

async function answer(ctx: KnownCtx, link: PartnerLink, to: Status, values: Move["values"], action: string) {
  partnerStates.assert("status", link.status, to);
  const answered = await inviters.update(ctx, link.id, { ...values, status: to }, undefined, action);
  await settlePrepared(ctx, [{ link, to }]);
  await tellOf(ctx, [{ link, to, action }]);
  return answered;
}

/**
 * Partnerships between companies. Every row of `company_links` is written here only, from a state that allows it: by the
 * company that invited (`partners`), or by the one that was invited (`inviters`).
 */
export const partnerLinkService = {
  partners,
  inviters,

  /** New invitations. @returns their ids, in the order of the values */
  add: (
    ctx: KnownCtx,
    kind: PartnerKind,
    values: Pick<PartnerLink, "linkedCompanyId" | "name" | "registerNumber" | "email">[],
  ) =>
    manyOf(partners[kind]).createMany(
      ctx,
      values.map((one) => ({ ...one, kind })),
    ),

  /** Moves links of the company that invited, whose rows are locked. @throws StateError */
  move: async (ctx: KnownCtx, kind: PartnerKind, moves: Move[]) => {
    for (const { link, to } of moves) partnerStates.assert("status", link.status, to);
    const edits = moves.map(({ link, to, action, values, also }) => ({
      id: link.id,
      values: { ...values, status: to },
      also,
      action,
    }));
    await manyOf(partners[kind]).updateMany(ctx, edits);
    await settlePrepared(ctx, moves);
    await tellOf(ctx, moves);
  },

  /** Moves a link of the company that was invited, whose row is locked. @throws StateError */
  answer,

  /**
   * The invited company accepts, inside of which the context is; the link is locked. Under another address than the one
   * that was invited the company that invited has to confirm first.
   * @param email the address of the person who accepts
   * @throws StateError
   */
  accept: (ctx: KnownCtx, link: PartnerLink, email: string) => {
    const to = email.toLowerCase() === link.email?.toLowerCase() ? "accepted" : "to_confirm";
    const values = { acceptedAt: new Date().toISOString(), acceptedEmail: email };
    return answer(ctx, link, to, values, "accept");
  },

  /** The links as if they had never been, such as after an import that was a mistake. */
  forget: (ctx: KnownCtx, kind: PartnerKind, ids: string[]) =>
    inTransaction(ctx, async (ctx) => {
      const invited = ctx.db
        .select({ id: partnerInvitations.id })
        .from(partnerInvitations)
        .where(oneOf(partnerInvitations.companyLinkId, ids));
      await ctx.db
        .update(companyEntryRequests)
        .set({ partnerInvitationId: null })
        .where(inArray(companyEntryRequests.partnerInvitationId, invited));
      await ctx.db.delete(partnerInvitations).where(oneOf(partnerInvitations.companyLinkId, ids));
      await ctx.db.delete(preparedHandovers).where(oneOf(preparedHandovers.companyLinkId, ids));
      await manyOf(partners[kind]).removeMany(
        ctx,
        ids.map((id) => ({ id })),
      );
    }),
};
