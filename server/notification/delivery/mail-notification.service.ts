import type { KnownCtx } from "@/server/kit/call/context";
import { lineOf, settleAll } from "./delivery-claim.service";

/**
 * What the outbox made of the mail of a delivery (decisions 6). "Delivered" of a mail: accepted by SMTP. A delivery that
 * has moved on stays as it is.
 */
export async function mailSettled(ctx: KnownCtx, deliveryId: string, result: { tries: number; error?: string }) {
  const { tries, error } = result;
  const about = { id: deliveryId, tries };
  if (error) await settleAll(ctx, [{ ...about, status: "failed", reason: error, line: lineOf("failed", error) }]);
  else await settleAll(ctx, [{ ...about, status: "delivered", line: lineOf("delivered", "smtp: accepted") }]);
}
