import { z } from "zod";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { ownSecondFactorService as own, resetSecondFactor, secondFactorOfUser } from "./own-second-factor.service";
import {
  ByCode,
  OfUser,
  OwnSecondFactor,
  RecoveryCodes,
  SecondFactorOf,
  Started,
  StartSecondFactor,
  TurnOff,
} from "./second-factor.schema";

const ownTrail = { unaudited: "needs an account with a password or an authenticator; the service writes the row" };
const enrolling = { beforeEnrolment: true } as const;
const countsTries = "it counts tries";

/** The second factor, for screens; the apps send its code with their login. */
export const secondFactorRouter = router({
  status: signedIn(undefined, enrolling)
    .input(z.object({}))
    .output(OwnSecondFactor)
    .query(({ ctx }) => own.status(ctx)),
  start: signedIn(undefined, {
    ...enrolling,
    unaudited: "nothing is on before it is confirmed",
    withoutKey: countsTries,
  })
    .input(StartSecondFactor)
    .output(Started)
    .mutation(({ ctx, input }) => own.start(ctx, input.currentPassword)),
  confirm: signedIn(undefined, { ...enrolling, ...ownTrail, withoutKey: "it answers secrets" })
    .input(ByCode)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => own.confirm(ctx, input.code)),
  renewRecoveryCodes: signedIn(undefined, { ...ownTrail, withoutKey: countsTries })
    .input(ByCode)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => own.renewRecoveryCodes(ctx, input.code)),
  turnOff: signedIn(undefined, { ...ownTrail, withoutKey: countsTries })
    .input(TurnOff)
    .output(Nothing)
    .mutation(({ ctx, input }) => own.turnOff(ctx, input)),
  of: permitted("portal-user.read")
    .input(OfUser)
    .output(SecondFactorOf)
    .query(({ ctx, input }) => secondFactorOfUser(ctx, input.userId)),
  reset: permitted("second-factor.reset", undefined, ownTrail)
    .input(OfUser)
    .output(Nothing)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx, input.userId)),
});
