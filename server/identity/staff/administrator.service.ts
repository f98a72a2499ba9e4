import type { z } from "zod";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { audit, type Changes } from "@/server/kit/record/audit";
import { enqueueMails } from "@/server/platform/mail/mail.service";
import { t } from "@/texts/t";
import { invitationService } from "../invitation/invitation.service";
import { forgetTries } from "../login-attempt/login-attempt.service";
import { takeSecondFactor } from "../second-factor/own-second-factor.service";
import { revokeSessionsOf } from "../session/session.service";
import { type User, userService } from "../user/user.service";
import {
  giveAdministrator,
  hasAdministrator,
  isAdministrator,
  otherAdministrators,
} from "../user-role/user-role.service";
import type { CreateStaff } from "./staff.schema";

interface Manner {
  /** although there is an active administrator, or the account is one that is not waiting for a password */
  isForced: boolean;
  /** whether the link is mailed too */
  isMailed: boolean;
  /** whether an authenticator that is set up, and its recovery codes, are turned off */
  resetsSecondFactor: boolean;
}

/**
 * An administrator's account waits for a password again: the former one and every session end, tries are forgotten, and a
 * change of the address that was asked for is dropped.
 */
async function giveBack(ctx: KnownCtx, user: User): Promise<number> {
  if (user.status === "active") await userService.changeAccount(ctx, user.id, { status: "disabled" });
  await userService.changeAccount(ctx, user.id, { status: "pending" });
  await forgetTries(ctx, user.email);
  await forgetTries(ctx, `second-factor ${user.id}`);
  return revokeSessionsOf(ctx, user.id, "account given back");
}

/** Refuses an account that this command does not answer for. */
async function assertGivable(ctx: KnownCtx, known: User, isForced: boolean) {
  // The person who registered the address also chose a password, which must not become an administrator's.
  if (known.type !== "Staff") throw broken("email", "This address belongs to an account of the app. Give another one.");
  if (known.status === "pending") return;
  if (!(await isAdministrator(ctx, known.id)))
    throw broken(
      "email",
      t("There is an account of staff with this address, which is {status}. Give another one.", {
        status: t(known.status),
      }),
    );
  // not a text: said in a terminal
  if (!isForced) throw broken("email", `This administrator's account is ${known.status}. Add --force to give it back.`);
}

/** Tells the other administrators, who did not see who sat at the machine. */
async function tellOthers(ctx: KnownCtx, { id, email, firstName, lastName }: User) {
  const others = await otherAdministrators(ctx, id);
  const person = `${firstName} ${lastName}`;
  await enqueueMails(
    ctx,
    { templateCode: "ADMINISTRATOR_GIVEN_ACCESS", module: "identity" },
    others.map((other) => ({
      recipient: other.email,
      languageId: other.languageId,
      tokens: { firstName: other.firstName, person, email },
    })),
  );
  return others.length;
}

/**
 * Makes an administrator who chooses a password by the link that is returned, or gives an administrator's account back to
 * its owner: for `npm run admin:create`, because nobody could do it on a screen. The link works once, for seven days; a
 * new one replaces it. The other administrators are told by mail where the call is forced.
 * @throws AppError `rule_broken` where an administrator is active and the call is not forced, and for an address that is taken
 */
export const createAdministrator = (
  ctx: KnownCtx,
  values: z.output<typeof CreateStaff>,
  { isForced, isMailed, resetsSecondFactor }: Manner,
): Promise<{ link: string; expiresAt: string; sessionsEnded: number; told: number }> =>
  inTransaction(ctx, async (ctx) => {
    if ((await hasAdministrator(ctx)) && !isForced)
      // not a text: said in a terminal
      throw broken("email", "There is an active administrator, who can invite others. Add --force to make one more.");
    const known = await userService.lockByEmail(ctx, values.email);
    if (known) await assertGivable(ctx, known, isForced);
    const sessionsEnded = known && known.status !== "pending" ? await giveBack(ctx, known) : 0;
    const user = known ?? (await userService.create(ctx, { ...values, type: "Staff" }));
    const isReset = resetsSecondFactor && (await takeSecondFactor(ctx, user, sessionsEnded));
    await giveAdministrator(ctx, user.id);
    if (known && known.status !== "pending") {
      const changes: Changes = { sessionsEnded: [null, sessionsEnded], secondFactorReset: [null, isReset] };
      const { id: objectId, email: objectLabel } = user;
      await audit(ctx, { objectType: "user", objectId, objectLabel, action: "give-back", changes });
    }
    const told = isForced ? await tellOthers(ctx, user) : 0;
    return { ...(await invitationService.linkFor(ctx, user.id, isMailed)), sessionsEnded, told };
  });
