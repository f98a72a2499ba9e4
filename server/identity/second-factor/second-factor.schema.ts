import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";

const factor = { isOn: z.boolean(), since: Instant.nullable(), recoveryCodesLeft: z.int() };

export const OwnSecondFactor = z.object({
  ...factor,
  isRequired: z.boolean(),
  /** they stop working once an older key of ours is taken away: new ones should be made */
  areRecoveryCodesOld: z.boolean(),
});
export const SecondFactorOf = z.object(factor);
export const OfUser = z.object({ userId: Id });

const Given = z.string().min(1).max(200);
/** A code of the authenticator, or a recovery code. */
const SecondFactorCode = z.string().trim().min(1).max(40);

export const StartSecondFactor = z.object({ currentPassword: Given });
export const Started = z.object({ secret: z.string(), uri: z.string() });
export const ByCode = z.object({ code: SecondFactorCode });
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const TurnOff = z.object({ currentPassword: Given, code: SecondFactorCode });
