import { eq, sql } from "drizzle-orm";
import { planned } from "@/db/client";
import { users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { countingCall, judgeCall } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { refuseTry, takingTry } from "../login-attempt/login-attempt.service";
import { hasSecondFactor } from "../second-factor/second-factor.service";

const limit = { name: "login", ...rateLimits.login };

/**
 * The beginning of each login, in one statement that is committed before the password is looked at: counts the call of the
 * caller's address, takes one try of the account where that is allowed, and reads the account. It does the same for an
 * address without an account.
 * @param email in lower case
 * @throws AppError `too_many_requests` with the seconds to wait
 */
export async function beginLogin(ctx: Ctx, email: string) {
  const counting = countingCall(ctx, limit);
  const db = planned(ctx.db);
  const called = db
    .$with("called", { used: sql<number>`used`.as("used"), wait: sql<number>`wait`.as("wait") })
    .as(counting ?? sql`select 0 as used, 0 as wait`);
  const isAllowed = sql`(select ${called.used} from ${called}) <= ${limit.calls}`;
  const tried = db.$with("tried", { failures: sql<number>`failures`.as("failures") }).as(takingTry(email, isAllowed));
  const [row] = await db
    .with(called, tried)
    .select({
      used: called.used,
      wait: called.wait,
      failures: tried.failures,
      user: users,
      hasSecondFactor: hasSecondFactor(users.id),
    })
    .from(called)
    .leftJoin(tried, sql`true`)
    .leftJoin(users, eq(users.email, email));
  if (!row) throw new Error("a login that was not counted");
  if (counting) judgeCall(ctx, limit, row);
  if (row.failures === null) await refuseTry(ctx, email);
  return { user: row.user, hasSecondFactor: row.hasSecondFactor };
}
