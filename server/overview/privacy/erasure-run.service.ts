import { and, eq, lt, sql } from "drizzle-orm";
import { type ErasureLine, roles, userRoles } from "@/db/schema";
import { hasAdministrator } from "@/server/identity/user-role/user-role.service";
import { type Ctx, inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { beside } from "@/server/kit/call/replica";
import { dropPlansNaming } from "@/server/kit/import/plan-store";
import { sha256 } from "@/server/kit/secret/hash";
import { eraseOwn, type Pseudonym } from "./erase-own.service";
import { sweepSealed, sweepTexts } from "./erase-sweep.service";
import { regexOf } from "./needles.rules";
import { type Subject, subjectOf } from "./subject.service";

/** `code` is of the erasure's id, so that two erased people are told apart and nobody is recognised. */
export function pseudonymOf(code: string): Pseudonym {
  const lastName = `person ${code}`;
  return { email: `${code.toLowerCase()}@erased.invalid`, label: `Erased ${lastName}`, lastName };
}

export const codeOf = (erasureId: string) => `P-${sha256(erasureId).slice(0, 10).toUpperCase()}`;

/** Erases a person, in the caller's transaction. @returns what was done */
export async function erase(ctx: KnownCtx, subject: Subject, pseudonym: Pseudonym): Promise<ErasureLine[]> {
  await lockName(ctx, "erasure");
  await ctx.db.execute(sql`select set_config('statement_timeout', '10min', true)`);
  const hadAdministrator = await hasAdministrator(ctx);
  const own = await eraseOwn(ctx, subject, pseudonym);
  const sealed = await sweepSealed(ctx, subject.identity);
  const texts = await sweepTexts(ctx, subject.identity);
  if (hadAdministrator && !(await hasAdministrator(ctx)))
    throw broken("email", "The last administrator cannot be erased.", "last_administrator");
  const swept = [...texts.values()].reduce((all, one) => all + one, 0);
  const more: ErasureLine[] = [
    { what: "Anonymised contact logs", does: "deleted", count: sealed.logs },
    { what: "Imports that can be undone", does: "masked", count: sealed.parts },
    { what: "Texts that name them elsewhere", does: "masked", count: swept },
  ];
  return [...own, ...more.filter(({ count }) => count > 0)];
}

/** What lies outside of the database: plans of imports that name the person are dropped, and would be made again. */
export const eraseOutside = ({ identity }: Subject) => dropPlansNaming(regexOf(identity));

class RolledBack extends Error {}

/**
 * What erasing would do: it is done, counted and rolled back, so that the plan says what happens and nothing else.
 * @param look asks something of what would be left
 */
export async function planOf(ctx: KnownCtx, email: string, look?: (ctx: KnownCtx, subject: Subject) => Promise<void>) {
  let lines: ErasureLine[] = [];
  try {
    await inTransaction({ ...beside(ctx), inTransaction: false }, async (ctx) => {
      const subject = await subjectOf(ctx, email);
      lines = await erase(ctx, subject, pseudonymOf("plan"));
      await look?.(ctx, subject);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return { lines, hash: sha256(JSON.stringify([email, lines])) };
}

/** In a transaction of its own, beside those of the requests. */
export const inErasure = <T>(ctx: KnownCtx, work: (ctx: KnownCtx) => Promise<T>) => inTransaction(beside(ctx), work);

/** Whether somebody has had a right for so many hours: by a role that they were given, and that held it, before. */
export async function hasHadRight(ctx: Ctx, userId: string, permission: string, hours: number): Promise<boolean> {
  const since = sql`now() - make_interval(hours => ${hours})`;
  const grantedLately = sql`exists (select from platform.audit_log a where a.object_type = 'role' and a.object_id = ${roles.id}
    and a.at > ${since} and a.changes->'permissions'->1 ? ${permission} and not coalesce(a.changes->'permissions'->0 ? ${permission}, false))`;
  const [found] = await ctx.db
    .select({ id: roles.id })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(userRoles.userId, userId),
        lt(userRoles.createdAt, since),
        sql`${permission} = any(${roles.permissions})`,
        sql`not ${grantedLately}`,
      ),
    )
    .limit(1);
  return found !== undefined;
}
