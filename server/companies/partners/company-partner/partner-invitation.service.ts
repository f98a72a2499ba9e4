import { and, asc, eq, isNull } from "drizzle-orm";
import { companyLinks as links } from "@/db/schema";
import { companyService } from "@/server/companies/company/company.service";
import {
  allSent,
  assertMaySendAgain,
  invitationsLeft,
  partnerInvited,
} from "@/server/companies/partners/invitation-quota.service";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import { t } from "@/texts/t";
import type { PartnerKind, PartnerLink } from "./company-partner.rules";
import { partnerLinkService } from "./partner-link.service";
import { partnerMailService } from "./partner-mail.service";
import { tellPartnersLater } from "./partner-notice.service";
import { type Invited, knownPartners, planPartner } from "./partner-plan.service";

const categories = { dealer: "DEALER", subcontractor: "SUBCONTRACTOR" } as const;

/** A company invites its partners one after the other, so that each is counted, and none is invited twice at once. */
export const lockPartners = (ctx: KnownCtx) => lockName(ctx, `partners of ${companyOf(ctx)}`);

/**
 * Sends the invitations of these links, as many as the day allows; the others wait for staff. The address of each link is
 * written to, whether its register number is known or not; the people of a known company are told by a job, so that
 * nobody waits for it.
 */
async function send(ctx: KnownCtx, kind: PartnerKind, all: PartnerLink[]) {
  const now = all.slice(0, await invitationsLeft(ctx));
  if (now.length === 0) return 0;
  const invitationDate = new Date().toISOString();
  await partnerLinkService.move(
    ctx,
    kind,
    now.map((link) => ({ link, to: "invited", action: partnerInvited, values: { invitationDate } })),
  );
  await partnerMailService.send(ctx, kind, now);
  await tellPartnersLater(
    ctx,
    now.map(({ id }) => id),
  );
  return now.length;
}

/** What became of one invitation. */
export interface Made {
  id: string;
  label: string;
  /** the partnership that there was before, as it stood */
  before: Pick<
    PartnerLink,
    "status" | "name" | "registerNumber" | "email" | "invitationDate" | "acceptedAt" | "acceptedEmail"
  > | null;
}

const standing = ({ status, name, registerNumber, email, invitationDate, acceptedAt, acceptedEmail }: PartnerLink) => ({
  status,
  name,
  registerNumber,
  email,
  invitationDate,
  acceptedAt,
  acceptedEmail,
});

/**
 * Invites partners whose plan is good. A register number that somebody has links that company; the others become companies
 * of the right category. Nothing else depends on it, and nobody gets an account before they use their link.
 * @returns what became of each, in this order; one that is there already is left out
 */
export const invitePartners = (ctx: KnownCtx, kind: PartnerKind, rows: Invited[]): Promise<Made[]> =>
  inTransaction(ctx, async (ctx) => {
    await lockPartners(ctx);
    const known = await knownPartners(ctx, kind, rows);
    const plans = rows.map((row) => planPartner(row, known));
    const fresh = plans.flatMap((plan) => (plan.kind === "new" ? [plan.partner] : []));
    const again = plans.flatMap((plan) => (plan.kind === "again" ? [plan] : []));
    const companyIds = await companyService.forInvited(ctx, categories[kind], fresh);
    const made = await partnerLinkService.add(
      ctx,
      kind,
      fresh.map(({ name, registerNumber, email }, index) => ({
        name,
        registerNumber,
        email,
        linkedCompanyId: companyIds[index] ?? "",
      })),
    );
    await partnerLinkService.move(
      ctx,
      kind,
      again.map(({ link, partner: { name, registerNumber, email } }) => ({
        link,
        to: "invited",
        action: "invite-again",
        values: { name, registerNumber, email, invitationDate: null, acceptedAt: null, acceptedEmail: null },
      })),
    );
    const all = [
      ...made.map((id, index) => ({ id, wish: fresh[index] })),
      ...again.map(({ link, partner }) => ({ id: link.id, wish: partner })),
    ];
    await partnerMailService.begin(
      ctx,
      all.flatMap(({ id, wish }) =>
        wish ? { linkId: id, email: wish.email, languageId: wish.languageId, reason: wish.reason } : [],
      ),
    );
    // Of thousands only those are read that a mail may go to.
    const mailed = all.slice(0, await invitationsLeft(ctx)).map(({ id }) => id);
    const stored = await ctx.db.select().from(links).where(oneOf(links.id, mailed));
    const byId = new Map(stored.map((link) => [link.id, link]));
    await send(
      ctx,
      kind,
      mailed.flatMap((id) => byId.get(id) ?? []),
    );
    return [
      ...made.map((id, index) => ({ id, label: fresh[index]?.name ?? "", before: null })),
      ...again.map(({ link, partner }) => ({ id: link.id, label: partner.name, before: standing(link) })),
    ];
  });

/** @throws AppError 422 for a partner who does not wait for an answer */
function assertInvited({ status }: PartnerLink) {
  if (status !== "invited")
    throw broken("id", t("This partnership is {status}. Invite the partner again.", { status: t(status) }));
}

/** Sends the invitation again. @throws AppError 422 for a partner who is not invited, 429 where the day's are sent */
export async function resendInvitation(ctx: KnownCtx, kind: PartnerKind, link: PartnerLink) {
  assertInvited(link);
  await assertMaySendAgain(ctx, link.id);
  const sent = await send(ctx, kind, [link]);
  if (sent === 0) throw allSent();
}

/** Sends all invitations of the company that wait for staff. @returns how many */
export const sendWaiting = (ctx: KnownCtx): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockPartners(ctx);
    const waiting = await ctx.db
      .select()
      .from(links)
      .where(and(eq(links.companyId, companyOf(ctx)), eq(links.status, "invited"), isNull(links.invitationDate)))
      .orderBy(asc(links.id))
      .for("update");
    let sent = 0;
    for (const kind of ["dealer", "subcontractor"] as const)
      sent += await send(
        ctx,
        kind,
        waiting.filter((link) => link.kind === kind),
      );
    return sent;
  });

/**
 * Another name or address of an invitation that waits for its answer, known company or not: it is the inviter's own words.
 * A new address is written to at once, and the link that was mailed to the earlier one stops working.
 * @throws AppError 422 for a partner who has answered, and for an address of one's own people
 */
export async function correctInvitation(
  ctx: KnownCtx,
  kind: PartnerKind,
  link: PartnerLink,
  values: Partial<Pick<Invited, "name" | "email">>,
) {
  if (link.status !== "invited")
    throw broken("id", "A partner that has its own account edits its name and address itself.");
  const { name = link.name, email = link.email ?? "" } = values;
  const asked = { name, email, registerNumber: "" };
  const plan = planPartner(asked, { ...(await knownPartners(ctx, kind, [asked])), byKey: new Map() });
  if (plan.kind === "wrong") throw broken(plan.column, plan.message);
  await companyService.renameInvited(ctx, link.linkedCompanyId, { name, email });
  const isNewAddress = email !== link.email;
  if (isNewAddress) await assertMaySendAgain(ctx, link.id);
  const stays = { name, email, ...(isNewAddress && { invitationDate: null }) };
  await partnerLinkService.move(ctx, kind, [{ link, to: "invited", action: "update", values: stays }]);
  if (!isNewAddress) return;
  await partnerMailService.readdress(ctx, { linkId: link.id, email });
  if (link.invitationDate) await send(ctx, kind, [{ ...link, ...stays }]);
}
