import { type SQL, sql } from "drizzle-orm";
import { rateLimits } from "@/db/schema";
import { env } from "@/env/env";
import { t } from "@/texts/t";
import { assertCommitsAtOnce, type Counted, type Ctx } from "./context";
import { tooMany } from "./errors";

interface Limit {
  /** what is limited, such as "login" */
  name: string;
  /** counts against this instead of the caller's address */
  of?: string;
  /** how many calls in a window of so many seconds */
  calls: number;
  seconds: number;
  /** whose calls they are; those of a subject are told to nobody */
  counts: "address" | "caller" | "subject";
  /** how many calls this one counts as; one where not said */
  weight?: number;
}

/**
 * What counts the caller itself, as the IETF draft draft-ietf-httpapi-ratelimit-headers-10 writes it: the limits, and what
 * is left of them for how many seconds.
 */
export function rateHeaders(counted: Counted[]): Record<string, string> {
  if (counted.length === 0) return {};
  const policies = counted.map(({ name, calls, seconds }) => `"${name}";q=${calls};w=${seconds}`);
  const states = counted.map(({ name, left, resets }) => `"${name}";r=${left};t=${resets}`);
  return { "ratelimit-policy": policies.join(", "), ratelimit: states.join(", ") };
}

/** Whose calls count as one: an IPv4 address, or the network of an IPv6 one (/64), which a caller has whole. */
export function callerOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.toLowerCase().split("::");
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array(Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0))).fill("0");
  return [...(left ?? []), ...zeros, ...(right ?? [])].slice(0, 4).join(":");
}

/**
 * The statement that counts a call against a limit that all nodes share, for who counts in a larger statement; it returns
 * `used` and `wait`, which `judgeCall` takes. Undefined where nothing is counted: with `RATE_LIMITS=off`, or where the address
 * is not known.
 */
export function countingCall(ctx: Ctx, { name, of, seconds, weight = 1 }: Limit): SQL | undefined {
  assertCommitsAtOnce(ctx);
  const whose = of ?? (ctx.ip && callerOf(ctx.ip));
  if (env.RATE_LIMITS === "off" || !whose) return undefined;
  const ended = sql`${rateLimits.resetsAt} <= now()`;
  const next = sql`now() + make_interval(secs => ${seconds})`;
  return sql`
    insert into ${rateLimits} (key, used, resets_at) values (${`${name} ${whose}`}, ${weight}, ${next})
    on conflict (key) do update
    set used = case when ${ended} then ${weight}::int else ${rateLimits.used} + ${weight}::int end,
      resets_at = case when ${ended} then ${next} else ${rateLimits.resetsAt} end
    returning used, ceil(extract(epoch from resets_at - now()))::int as wait`;
}

/**
 * Tells the caller what is left of a limit, once a call is counted.
 * @throws AppError `too_many_requests` with the seconds until the window ends
 */
export function judgeCall(
  ctx: Ctx,
  { name, calls, seconds, counts }: Limit,
  { used, wait }: { used: number; wait: number },
) {
  if (counts !== "subject")
    ctx.counted?.push({ name, calls, seconds, left: Math.max(0, calls - used), resets: Math.max(1, wait) });
  if (used > calls)
    throw tooMany(name, t("Too many requests. Try again in {seconds} seconds.", { seconds: wait }), Math.max(1, wait));
}

/**
 * Counts one call of the caller's address against a limit, before a transaction begins.
 * @throws AppError `too_many_requests` with the seconds until the window ends
 */
export async function limitRate(ctx: Ctx, limit: Limit) {
  const counting = countingCall(ctx, limit);
  if (!counting) return;
  const [row] = await ctx.db.execute<{ used: number; wait: number }>(counting);
  if (row) judgeCall(ctx, limit, row);
}
