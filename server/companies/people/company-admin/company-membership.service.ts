import { assertInvitationLeft } from "@/server/companies/partners/invitation-quota.service";
import { invitationService } from "@/server/identity/invitation/invitation.service";
import { membershipService } from "@/server/identity/membership/membership.service";
import { userService } from "@/server/identity/user/user.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { companyPlaceService } from "./company-place.service";

/** A list whose rows are memberships. */
interface Memberships {
  get: (ctx: KnownCtx, id: string) => Promise<unknown>;
}

/** What is done to a membership that `list` reaches: its person is invited again, and it ends. */
export function membershipsOf(list: Memberships) {
  /** The membership and its person, locked in the order in which everybody locks them; 404 where the list has none. */
  async function lock(ctx: KnownCtx, id: string, ifMatch?: string) {
    await lockGrants(ctx);
    await list.get(ctx, id);
    const user = await userService.lock(ctx, await membershipService.personOf(ctx, id));
    const membership = await membershipService.lock(ctx, id);
    assertVersion(membership, ifMatch);
    return { user, membership };
  }
  return {
    lock,

    /** Mails another invitation; the earlier link stops working. @throws AppError `rule_broken` for who is not invited */
    resend: (ctx: KnownCtx, id: string) =>
      inTransaction(ctx, async (ctx) => {
        const { membership } = await lock(ctx, id);
        if (membership.status !== "invited")
          throw broken(
            "id",
            membership.status === "active"
              ? "This person has accepted already."
              : "This membership has ended. Invite the person again.",
          );
        await assertInvitationLeft(ctx);
        await invitationService.invite(ctx, id);
      }),

    /** Ends the membership, not the account; its invitation stops working. @throws AppError `rule_broken` where it has ended */
    remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        const { user, membership } = await lock(ctx, id, ifMatch);
        if (membership.status === "disabled") throw broken("id", "This membership has ended already.");
        await companyPlaceService.end(ctx, user, membership);
      }),
  };
}
