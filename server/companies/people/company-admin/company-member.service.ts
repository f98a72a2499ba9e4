import type { z } from "zod";
import { companyRoleService } from "@/server/companies/people/company-role/company-role.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { companyOf } from "@/server/kit/list/scope";
import type { InviteMember } from "./company-admin.schema";
import { membershipsOf } from "./company-membership.service";
import { companyPlaceService } from "./company-place.service";
import { companyMemberList, companyUserService } from "./company-user.service";

/** What is done with everybody of the company that the caller is inside of; `list` says what they see of people. */
function membersAs<L extends typeof companyUserService | typeof companyMemberList>(list: L) {
  const { lock, resend, remove } = membershipsOf(list);
  return {
    ...list,
    resend,
    remove,

    /**
     * Finds the person or makes one, opens their membership, and mails an invitation.
     * @throws AppError `forbidden` for rights that the caller does not hold or a role that theirs may not grant,
     * `rule_broken` on `email` for a member and for who cannot be invited, on `companyRoleId` for a role that cannot be
     * given, `too_many_requests` beyond the invitations of a day
     */
    create: (ctx: KnownCtx, { companyRoleId, isAdmin, ...person }: z.output<typeof InviteMember>) =>
      inTransaction(ctx, async (ctx) => {
        const id = await companyPlaceService.open(ctx, companyOf(ctx), person, { companyRoleId, isAdmin });
        return list.get(ctx, id);
      }),

    /** Gives them another role of the company, or none. @throws AppError as `create`, `rule_broken` for who has left */
    setRole: (ctx: KnownCtx, id: string, companyRoleId: string | null, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        const { user, membership } = await lock(ctx, id, ifMatch);
        if (membership.status === "disabled") throw broken("id", "This membership has ended. Invite the person again.");
        const role = companyRoleId ? await companyRoleService.toGive(ctx, companyOf(ctx), companyRoleId) : null;
        await companyPlaceService.setRole(ctx, user, membership, role);
        return list.get(ctx, id);
      }),
  };
}

/** The members of a company, for its own people. */
export const companyMemberService = membersAs(companyMemberList);

/** The same for staff inside a company. */
export const companyPersonService = membersAs(companyUserService);
