import { Shares } from "@/db/turns";
import { type Ctx, isOfCompanies } from "./context";

/** How long the next dear call of a caller waits for the one before. */
const waitMs = 10_000;
/** A page of more rows than this is dear: no screen shows so many. */
export const largePage = 200;

/**
 * Between a caller's large pages that stand in line there is as much time as they take, so that half of the process's one
 * thread is left to others.
 */
const pauseOf = (took: number) => Math.min(took, 250);

const lanesOf = () => ({
  list: new Shares(1, waitMs, pauseOf),
  export: new Shares(1, waitMs),
  import: new Shares(1, waitMs),
});
/** What takes the processor and the database for itself for a while: large pages, exports, imports. */
export type Dear = keyof ReturnType<typeof lanesOf>;

// The server and Next each load this module in one process.
const held = globalThis as { persdeskLanes?: ReturnType<typeof lanesOf> };
held.persdeskLanes ??= lanesOf();
const lanes = held.persdeskLanes;

/**
 * Whose shares a call counts against (ADR 86): those of the person who really sits there or of the key, and, inside a
 * company, those of the company for its own people. Nobody's for jobs and for callers without credentials.
 */
export function callersOf({ actor, company }: Pick<Ctx, "actor" | "company">): string[] {
  if (!actor || actor.kind === "system") return [];
  const own = actor.kind === "user" ? `user ${actor.actingId ?? actor.id}` : `key ${actor.id}`;
  return company && isOfCompanies(actor) ? [own, `company ${company.id}`] : [own];
}

/**
 * Waits until the caller has no other dear call of that kind under way in this process. The people of a company also wait
 * for each other's large pages.
 * @returns ends it
 * @throws `CALLER_BUSY`, which is answered with 429 and Retry-After, after ten seconds
 */
export function enterLane(ctx: Ctx, kind: Dear): Promise<() => void> {
  const callers = callersOf(ctx);
  return lanes[kind].take(kind === "list" ? callers : callers.slice(0, 1));
}
