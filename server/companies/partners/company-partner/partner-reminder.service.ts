import { and, eq, isNotNull } from "drizzle-orm";
import { companyLinks as links } from "@/db/schema";
import { invitationsLeft, partnerInvited } from "@/server/companies/partners/invitation-quota.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { companyOf } from "@/server/kit/list/scope";
import type { PartnerKind } from "./company-partner.rules";
import { mayRemind, mostReminders } from "./partner-invitation.rules";
import { lockPartners } from "./partner-invitation.service";
import { partnerLinkService } from "./partner-link.service";
import { partnerMailService } from "./partner-mail.service";

/**
 * Reminds partners who have not answered, with a new link; the earlier one stops working. A reminder counts among the
 * invitations of the day; there is at most one in three days and three in all.
 * @param ids the partners; all of this kind where not said
 * @returns how many were reminded, were written to in the last three days, had all their reminders, and lie beyond the day
 */
export const remindPartners = (ctx: KnownCtx, kind: PartnerKind, ids?: string[]) =>
  inTransaction(ctx, async (ctx) => {
    await lockPartners(ctx);
    const open = await ctx.db
      .select()
      .from(links)
      .where(
        and(
          eq(links.companyId, companyOf(ctx)),
          eq(links.kind, kind),
          eq(links.status, "invited"),
          isNotNull(links.invitationDate),
          ids && oneOf(links.id, ids),
        ),
      )
      .orderBy(links.id)
      .for("update");
    const states = await partnerMailService.statesOf(
      ctx,
      open.map(({ id }) => id),
    );
    const now = Date.now();
    const stateOf = (id: string) => states.get(id) ?? { remindersCount: 0, sentAt: null, lastRemindedAt: null };
    const spent = open.filter(({ id }) => stateOf(id).remindersCount >= mostReminders);
    const due = open.filter(({ id }) => mayRemind(stateOf(id), now));
    const reminded = due.slice(0, await invitationsLeft(ctx));
    await partnerLinkService.move(
      ctx,
      kind,
      reminded.map((link) => ({
        link,
        to: "invited",
        action: partnerInvited,
        also: { reminder: [null, stateOf(link.id).remindersCount + 1] },
      })),
    );
    await partnerMailService.send(ctx, kind, reminded, true);
    return {
      sent: reminded.length,
      tooSoon: open.length - spent.length - due.length,
      spent: spent.length,
      beyond: due.length - reminded.length,
    };
  });
