import { randomInt } from "node:crypto";
import { hashPassword } from "@/server/identity/password.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { persService } from "./pers.service";

/** A new PIN of six digits. Only its hash is kept, and the earlier PIN stops working. */
async function generate(ctx: KnownCtx, id: string) {
  const pin = randomInt(1_000_000).toString().padStart(6, "0");
  const { nuSerialPersNumber } = await persService.changePin(ctx, id, await hashPassword(pin));
  return { pin, nuSerialPersNumber };
}

/** Activation PINs (document 4.12; shown once to the person who generates it, by mail or on the screen). */
export const persPinService = {
  /** Generates a PIN and returns it; it cannot be read again. */
  async show(ctx: KnownCtx, id: string) {
    const { pin } = await generate(ctx, id);
    return { pin };
  },

  /** Generates a PIN and mails it to the person who asks; the answer does not hold it. */
  mail: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only a person can get a PIN by mail.");
      const { pin, nuSerialPersNumber } = await generate(ctx, id);
      const { email: recipient } = ctx.actor;
      const tokens = { pin, serial: nuSerialPersNumber };
      await enqueueMail(ctx, { templateCode: "ACTIVATION_PIN", recipient, module: "devices", tokens });
    }),
};
