import type { Ctx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { type Delivery, release } from "./delivery-claim.service";

/** Batches of this process that were not stored because the database could not be written for a moment. */
const interrupted = new Set<Delivery[]>();

/** Remembers a batch of which nothing was sent, where the error is one that passes. */
export function interrupt(rows: Delivery[], error: unknown): void {
  if (toAppError(error).code === "unavailable") interrupted.add(rows);
}

/** Ends the claims of these batches, so that they are sent without waiting until the claims end by themselves. */
export async function releaseInterrupted(ctx: Ctx): Promise<void> {
  for (const rows of interrupted) {
    await release(ctx, rows);
    interrupted.delete(rows);
  }
}
