import type { z } from "zod";
import { env } from "@/env/env";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { RenewDevice, StoreDevice } from "@/server/notification/user-device/user-device.schema";
import { userDeviceService } from "@/server/notification/user-device/user-device.service";
import { ownActor } from "../actor";
import { setDevice } from "../session/session.service";
import { userService } from "../user/user.service";
import type { OwnDevice, UpdateOwnUser } from "./profile.schema";

/** What people change about themselves (document 4.10). Not for staff under switch-to (403). */
export const ownUserService = {
  update: (ctx: KnownCtx, values: z.output<typeof UpdateOwnUser>, ifMatch?: string) =>
    userService.changeProfile(ctx, ownActor(ctx).id, values, ifMatch),

  /**
   * Keeps the caller's own device, which is their session's from now on: it goes when that ends.
   * @throws AppError `forbidden` for another's address
   */
  async storeDevice(ctx: KnownCtx, values: z.output<typeof StoreDevice>) {
    const { email, sessionId } = ownActor(ctx);
    if (email !== values.email) throw new AppError("forbidden", "This is not your e-mail address.");
    await inTransaction(ctx, async (ctx) => {
      await userDeviceService.store(ctx, values);
      await setDevice(ctx, sessionId, values);
    });
  },

  /** The caller's own device gets another token. @throws AppError 404 where they do not have that device */
  renewDevice: (ctx: KnownCtx, device: z.output<typeof RenewDevice>) =>
    userDeviceService.renew(ctx, { ...device, email: ownActor(ctx).email }),

  /** The caller's own device gets no pushes any more; one that is not there is gone already. */
  removeDevice: (ctx: KnownCtx, device: z.output<typeof OwnDevice>) =>
    userDeviceService.remove(ctx, { ...device, email: ownActor(ctx).email }),

  /** Whether a device of the caller takes pushes, and the public key that browsers subscribe with. */
  async push(ctx: KnownCtx, { mobileDeviceId, keyPlatformTech }: z.output<typeof OwnDevice>) {
    const device = await userDeviceService.find(ctx, ownActor(ctx).email, mobileDeviceId, keyPlatformTech);
    return { isOn: device !== null, publicKey: env.WEB_PUSH_PUBLIC_KEY ?? null };
  },
};
