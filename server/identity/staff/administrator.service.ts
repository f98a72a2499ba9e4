import type { z } from "zod";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { broken } from "@/server/kit/errors";
import { t } from "@/texts/t";
import { invitationService } from "../invitation/invitation.service";
import { userService } from "../user/user.service";
import { giveAdministrator, hasAdministrator } from "../user-role/user-role.service";
import type { CreateStaff } from "./staff.schema";

interface Manner {
  /** although there is an active administrator */
  isForced: boolean;
  /** whether the link is mailed too */
  isMailed: boolean;
}

/** A pending account of staff with this address, which may have been made by an earlier call whose link was lost. */
async function accountOf(ctx: KnownCtx, values: z.output<typeof CreateStaff>) {
  const known = await userService.lockByEmail(ctx, values.email);
  if (!known) return userService.create(ctx, { ...values, type: "Staff" });
  // Whoever registered the address also chose a password, which must not become an administrator's.
  if (known.type !== "Staff") throw broken("email", "This address belongs to an account of the app. Give another one.");
  if (known.status !== "pending")
    throw broken(
      "email",
      t("There is an account of staff with this address, which is {status}. Give another one.", {
        status: t(known.status),
      }),
    );
  return known;
}

/**
 * Makes an administrator who chooses a password by the link that is returned: for `npm run admin:create`, because nobody
 * could do it on a screen. The link works once, for seven days; a new one replaces it.
 * @throws AppError `rule_broken` where an administrator is active and the call is not forced, and for an address that is taken
 */
export const createAdministrator = (
  ctx: KnownCtx,
  values: z.output<typeof CreateStaff>,
  { isForced, isMailed }: Manner,
): Promise<{ link: string; expiresAt: string }> =>
  inTransaction(ctx, async (ctx) => {
    if ((await hasAdministrator(ctx)) && !isForced)
      // not a text: said in a terminal
      throw broken("email", "There is an active administrator, who can invite others. Add --force to make one more.");
    const { id } = await accountOf(ctx, values);
    await giveAdministrator(ctx, id);
    return invitationService.linkFor(ctx, id, isMailed);
  });
