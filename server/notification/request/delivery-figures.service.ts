import { sql } from "drizzle-orm";
import { notificationPlatformTechs as apps, notificationDeliveries as table } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";

interface Figures extends Record<string, unknown> {
  keyPlatformTech: string;
  /** what the app is called; its key where it is gone */
  label: string;
  /** what was opened was delivered, and what was delivered was sent */
  sent: number;
  delivered: number;
  opened: number;
  failed: number;
}

/** What became of the deliveries that were asked for within the last 30 days, by app; counted in one index. */
export const deliveryFigures = async (ctx: KnownCtx): Promise<Figures[]> => [
  ...(await ctx.db.execute<Figures>(sql`
    select key_platform_tech as "keyPlatformTech",
      coalesce((select label from ${apps} where key = key_platform_tech and missing_since is null),
        key_platform_tech) as label,
      coalesce(sum(n) filter (where status in ('sent', 'delivered', 'opened')), 0)::int as sent,
      coalesce(sum(n) filter (where status in ('delivered', 'opened')), 0)::int as delivered,
      coalesce(sum(n) filter (where status = 'opened'), 0)::int as opened,
      coalesce(sum(n) filter (where status = 'failed'), 0)::int as failed
    from (select key_platform_tech, status, count(*) as n from ${table}
      where created_at >= now() - interval '30 days' group by 1, 2) counted
    group by 1 order by 1`)),
];
