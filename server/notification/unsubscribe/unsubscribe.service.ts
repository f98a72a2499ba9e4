import { sql } from "drizzle-orm";
import { notificationUnsubscribes as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { recipientPort } from "../recipient/recipient-port.service";

/** Ends the mails of an app for an address: a person's preference, or a row of ours for who has no account. Again is harmless. */
export const unsubscribe = (ctx: KnownCtx, email: string, keyPlatformTech: string) =>
  inTransaction(ctx, async (ctx) => {
    if (await recipientPort.optOut(ctx, email, keyPlatformTech)) return;
    await ctx.db.insert(table).values({ email, keyPlatformTech }).onConflictDoNothing();
  });

/** Those of these addresses that want no mails of an app, as "address key". */
export async function unsubscribedOf(ctx: Ctx, emails: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(sql`${table.email} = any(${arrayOf(emails)}::text[])`);
  return new Set(rows.map(({ email, keyPlatformTech }) => `${email} ${keyPlatformTech}`));
}
