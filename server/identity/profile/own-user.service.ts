import { eq, getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import { users } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { AppError } from "@/server/kit/errors";
import { oneOf } from "@/server/kit/list";
import { listInput } from "@/server/kit/list.schema";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import type { StoreDevice } from "@/server/notification/device/device.schema";
import { deviceService } from "@/server/notification/device/device.service";
import { ownActor } from "../actor";
import type { UpdateOwnUser } from "./profile.schema";

const { passwordHash, switchToPasswordHash, ...shown } = getTableColumns(users);

const list = listService({
  table: users,
  scope: ({ actor }) => (actor.kind === "user" ? eq(users.id, actor.id) : sql`false`),
  load: (ctx, ids) => ctx.db.select(shown).from(users).where(oneOf(users.id, ids)),
  input: listInput({ sort: ["createdAt"], filters: {} }),
  sort: { createdAt: users.createdAt },
  filters: {},
});

const own = recordService(list, { name: "user", label: (row) => row.email });

/** What people change about themselves (document 4.10). */
export const ownUserService = {
  async update(ctx: KnownCtx, values: z.output<typeof UpdateOwnUser>, ifMatch?: string) {
    if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only people have a profile.");
    return own.update(ctx, ctx.actor.id, values, ifMatch);
  },

  /** Keeps the caller's own device. @throws AppError `forbidden` for another's address */
  async storeDevice(ctx: KnownCtx, values: z.output<typeof StoreDevice>) {
    if (ownActor(ctx).email !== values.email) throw new AppError("forbidden", "This is not your e-mail address.");
    await deviceService.store(ctx, values);
  },
};
