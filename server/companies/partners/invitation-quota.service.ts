import { and, eq, gte, or } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import { memberInvited } from "@/server/identity/invitation/invitation.service";
import { isOfCompanies, type KnownCtx } from "@/server/kit/call/context";
import { tooMany } from "@/server/kit/call/errors";
import { companyOf } from "@/server/kit/list/scope";
import { t } from "@/texts/t";

/** How many invitations a company may send a day, to partners and to its own people, imports included. */
const aDay = 200;

/** What an invitation of a partner is called in the audit trail. */
export const partnerInvited = "send-invitation";

/** The least id that a row of that moment can have: ids are UUIDs v7. */
const idSince = (ms: number) => {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** How many more invitations the company may send today. Staff may send what waits for them. */
export async function invitationsLeft(ctx: KnownCtx): Promise<number> {
  if (!isOfCompanies(ctx.actor)) return Number.POSITIVE_INFINITY;
  const { companyId, id, objectType, action } = auditLog;
  const sent = await ctx.db.$count(
    auditLog,
    and(
      eq(companyId, companyOf(ctx)),
      gte(id, idSince(Date.now() - 86_400_000)),
      or(
        and(eq(objectType, "company-link"), eq(action, partnerInvited)),
        and(eq(objectType, "user"), eq(action, memberInvited)),
      ),
    ),
  );
  return Math.max(0, aDay - sent);
}

/** How often the invitation of one partner is mailed a day. */
const ofOne = 3;

/** For an invitation that was mailed before. @throws AppError `too_many_requests` to people of companies */
export async function assertMaySendAgain(ctx: KnownCtx, linkId: string) {
  if (!isOfCompanies(ctx.actor)) return;
  const { id, objectType, objectId, action } = auditLog;
  const sent = await ctx.db.$count(
    auditLog,
    and(
      eq(objectType, "company-link"),
      eq(objectId, linkId),
      gte(id, idSince(Date.now() - 86_400_000)),
      eq(action, partnerInvited),
    ),
  );
  if (sent >= ofOne)
    throw tooMany("invitation-of-one", t("A partner is invited up to {count} times a day.", { count: ofOne }), 3600);
}

export const allSent = () =>
  tooMany("invitations", t("A company sends up to {count} invitations a day.", { count: aDay }), 3600);

/** For an invitation that cannot wait for staff. @throws AppError `too_many_requests` */
export async function assertInvitationLeft(ctx: KnownCtx) {
  if ((await invitationsLeft(ctx)) === 0) throw allSent();
}
