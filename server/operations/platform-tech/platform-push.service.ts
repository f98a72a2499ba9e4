import { asc, sql } from "drizzle-orm";
import { platformTechs, portals } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { lockSync, syncPlatformTechs, syncPortals } from "@/server/notification/platform/platform-sync.service";

/** Puts the push of the lists on the queue, in the caller's transaction; one that waits already is enough. */
export const queuePush = (ctx: Ctx) =>
  ctx.db.execute(sql`
    select graphile_worker.add_job('push-platform', '{}'::json, max_attempts => 8, job_key => 'push-platform')`);

/**
 * Sends the full lists of portals and platform techs to the notification service (decisions 1). They are read under the
 * sync's lock, so that two jobs at once end as if one came after the other. Where the lists come from outside, nothing
 * is sent.
 */
export async function pushPlatform(ctx: KnownCtx): Promise<void> {
  if (env.NOTIFICATION_MASTER === "external") return;
  await inTransaction(ctx, async (ctx) => {
    await lockSync(ctx);
    await syncPortals(ctx, await ctx.db.select().from(portals).orderBy(asc(portals.key)));
    await syncPlatformTechs(ctx, await ctx.db.select().from(platformTechs).orderBy(asc(platformTechs.key)));
  });
}
