import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  notificationDevices as devices,
  notificationSenderHours as hours,
  senderNames,
  notificationSenderStates as states,
} from "@/db/schema";
import { momentOrNull } from "@/db/schema/moment";
import { env } from "@/env/env";
import type { KnownCtx } from "@/server/kit/call/context";
import type { SenderOverview } from "./notification-sender.schema";
import { sendersOn } from "./push-senders.service";
import type { SenderCounts } from "./sender-meter";

type Overview = z.output<typeof SenderOverview>;
type Sender = Overview["senders"][number];
type Hour = { sender: Sender["sender"]; hour: string } & SenderCounts;

const hourMs = 3_600_000;
const hoursOfDay = 24;
/** The system of the devices that hear from a sender. */
const systems: Partial<Record<Sender["sender"], number>> = { fcm: 1, apns: 2, "web-push": 3 };

const rounded = ({ accepted, gone, refused, failed, totalMs, slowestMs }: SenderCounts): Sender["day"] => {
  const count = accepted + gone + refused + failed;
  const answers = { accepted, gone, refused, failed };
  if (count === 0) return { ...answers, averageMs: null, slowestMs: null };
  return { ...answers, averageMs: Math.round(totalMs / count), slowestMs: Math.round(slowestMs) };
};

function together(all: Hour[]): SenderCounts {
  const sum = (name: keyof SenderCounts) => all.reduce((total, one) => total + one[name], 0);
  return {
    accepted: sum("accepted"),
    gone: sum("gone"),
    refused: sum("refused"),
    failed: sum("failed"),
    totalMs: sum("totalMs"),
    slowestMs: Math.max(0, ...all.map(({ slowestMs }) => slowestMs)),
  };
}

/** How the breakers of the workers that are at work stand: the longest pause, and the most failures in a row, of each sender. */
const breakersOf = (ctx: KnownCtx) =>
  ctx.db
    .select({
      sender: states.sender,
      failures: sql<number>`max(${states.failures})::int`,
      pausedUntil: sql<string | null>`max(${states.pausedUntil}) filter (where ${states.pausedUntil} > now())`,
      workers: sql<number>`count(*)::int`,
    })
    .from(states)
    .where(sql`${states.seenAt} > now() - interval '30 seconds'`)
    .groupBy(states.sender);

/** In which apps the caller has devices, by their system. */
async function ownAppsOf(ctx: KnownCtx) {
  if (ctx.actor.kind !== "user") return [];
  const { os, keyPlatformTech } = devices;
  return ctx.db.selectDistinct({ os, keyPlatformTech }).from(devices).where(eq(devices.email, ctx.actor.email));
}

/**
 * Which senders the settings have credentials for, what they were answered within the last 24 hours, and how the breakers
 * of the workers stand.
 */
export async function senderOverview(ctx: KnownCtx): Promise<Overview> {
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  const all = Array.from({ length: hoursOfDay }, (_, n) => new Date(now - (hoursOfDay - 1 - n) * hourMs).toISOString());
  const rows: Hour[] = await ctx.db.select().from(hours).where(sql`${hours.hour} >= ${all[0]}::timestamptz`);
  const breakers = await breakersOf(ctx);
  const own = await ownAppsOf(ctx);
  const on = sendersOn(env);
  return {
    hours: all,
    workers: Math.max(0, ...breakers.map(({ workers }) => workers)),
    senders: senderNames.map((sender) => {
      const counted = rows.filter((row) => row.sender === sender);
      const breaker = breakers.find((one) => one.sender === sender);
      return {
        sender,
        isOn: sender === "in-app" || on.has(sender),
        breaker: breaker
          ? {
              failures: breaker.failures,
              pausedUntil: momentOrNull(breaker.pausedUntil),
            }
          : null,
        day: rounded(together(counted)),
        byHour: all.map((hour) => {
          const row = counted.find((one) => one.hour === hour);
          return row ? rounded(row) : null;
        }),
        ownApps: own.flatMap(({ os, keyPlatformTech }) => (os === systems[sender] ? [keyPlatformTech] : [])),
      };
    }),
  };
}
