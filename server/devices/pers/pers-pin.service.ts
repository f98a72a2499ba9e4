import { randomInt } from "node:crypto";
import { hashPassword } from "@/server/identity/password.service";
import type { KnownCtx } from "@/server/kit/context";
import { persService } from "./pers.service";

/** A new PIN of six digits; only its hash is kept, and the earlier one is no longer good. */
async function generate(ctx: KnownCtx, id: string) {
  const pin = randomInt(1_000_000).toString().padStart(6, "0");
  const pers = await persService.changePin(ctx, id, await hashPassword(pin));
  return { pin, pers };
}

/** Activation PINs (document 4.12; shown once to who generates it, by mail or on the screen). */
export const persPinService = {
  /** Generates a PIN and answers it, this once. */
  async show(ctx: KnownCtx, id: string) {
    const { pin } = await generate(ctx, id);
    return { pin };
  },

  async mail(ctx: KnownCtx, id: string) {
    await generate(ctx, id);
  },
};
