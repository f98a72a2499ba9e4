import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { invitationService } from "../invitation/invitation.service";
import { type User, userService } from "../user/user.service";
import { assertMayPromise } from "../user-role/promised-role.service";
import { assertCouldGive, lockGrants } from "../user-role/reach.service";

interface People<Row> {
  get: (ctx: KnownCtx, id: string) => Promise<Row>;
}

type NewAccount = Parameters<typeof userService.create>[1] & { roleIds?: string[] };

/**
 * What staff do in the same way with the accounts of staff and with those of everybody else.
 * @param people how answers show them
 * @param isOne whether an account is one of these; others are 404
 */
export function accountsOf<Row>(people: People<Row>, isOne: (user: User) => boolean) {
  /** The row of an account, locked until the transaction ends. */
  async function lock(ctx: KnownCtx, id: string) {
    const user = await userService.lock(ctx, id);
    if (!isOne(user)) throw notFound();
    return user;
  }

  return {
    lock,

    /**
     * A pending account without a password, and an invitation by mail to choose one; roles are given when it is accepted.
     * @throws AppError `forbidden` for a role that the caller may not give
     */
    create: (ctx: KnownCtx, { roleIds = [], ...values }: NewAccount) =>
      inTransaction(ctx, async (ctx) => {
        await lockGrants(ctx);
        await assertMayPromise(ctx, values.type, roleIds);
        const { id } = await userService.create(ctx, values);
        await invitationService.inviteUser(ctx, id, roleIds);
        return people.get(ctx, id);
      }),

    /**
     * The address stays as it is, and the link that was mailed stops working.
     * @throws AppError `forbidden` where the caller could not give what the person holds
     */
    cancelEmailChange: (ctx: KnownCtx, id: string, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        await lockGrants(ctx);
        await lock(ctx, id);
        await assertCouldGive(ctx, id);
        await userService.cancelEmail(ctx, id, ifMatch);
        return people.get(ctx, id);
      }),
  };
}
