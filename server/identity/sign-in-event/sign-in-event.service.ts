import { eq, inArray, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { signInEvents as events, users } from "@/db/schema";
import { assertCommitsAtOnce, type Ctx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { callerOf } from "@/server/kit/call/rate-limit";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { noteAccess } from "@/server/kit/process/access";
import { keyedHash, keyedHashes } from "@/server/kit/secret/keyed-hash";
import { isStorable } from "@/server/kit/value/text.rules";
import { fullName, shownEmail } from "../person.service";
import { type SignInKind, type SignInReason, signInDays } from "./sign-in-event.rules";
import { ListSignInEvents } from "./sign-in-event.schema";

/** How many rows an hour may have in all, of one network and of one account; what is beyond is counted without these. */
const most = { hour: 10_000, network: 100, account: 100 };

// Stored by a keyed hash, because an address could be guessed from a plain one. Once its secret is gone it names nobody.
const hashedText = (email: string) => `sign-in event ${email}`;
/** An address without an account as it is stored. */
export const hashOfSignIn = (email: string) => keyedHash(hashedText(email)).hash;
const hashesOf = (email: string) => keyedHashes(hashedText(email)).map(({ hash }) => hash);

interface Refused {
  kind: SignInKind;
  reason: SignInReason;
  /** in lower case */
  email: string;
}

/**
 * Notes a refusal, or that a reset was asked for, before a transaction begins: what is alike within an hour is one row.
 * It is one statement, which takes as long for an address without an account.
 */
export async function noteSignIn(ctx: Ctx, { kind, reason, email }: Refused): Promise<void> {
  assertCommitsAtOnce(ctx);
  if (reason !== "asked") noteAccess({ signIn: `${kind} ${reason}` });
  const network = ctx.ip && callerOf(ctx.ip);
  const rows = (condition: ReturnType<typeof sql>, limit: number) =>
    sql`(select count(*) from (select from ${events} e, here where e.hour = here.hour and ${condition} limit ${limit}) few)`;
  await ctx.db.execute(sql`
    with account as (select (select u.id from ${users} u where u.email = ${email}) as id),
    here as (select date_trunc('hour', now()) as hour, account.id as user_id,
      case when account.id is null then ${hashOfSignIn(email)} end as email_hash, ${network}::text as network from account),
    room as (select exists (select from ${events} e, here where e.hour = here.hour and e.kind = ${kind}
          and e.reason = ${reason} and e.user_id is not distinct from here.user_id
          and e.email_hash is not distinct from here.email_hash and e.network is not distinct from here.network) as is_there,
      ${rows(sql`true`, most.hour)} < ${most.hour} as in_hour,
      ${rows(sql`e.network is not distinct from here.network`, most.network)} < ${most.network} as in_network,
      ${rows(sql`(e.user_id = here.user_id or e.email_hash = here.email_hash)`, most.account)} < ${most.account} as in_account)
    insert into ${events} (id, hour, kind, reason, user_id, email_hash, network, first_at, last_at)
    select ${uuidv7()}::uuid, here.hour, ${kind}, ${reason},
      case when is_there or in_hour and in_network then here.user_id end,
      case when is_there or in_hour and in_network then here.email_hash end,
      case when is_there or in_hour and in_account then here.network end, now(), now()
    from here, room
    on conflict (hour, kind, reason, user_id, email_hash, network)
    do update set count = ${events}.count + 1, last_at = now()`);
}

const reasons: Partial<Record<string, SignInReason>> = {
  invalid_credentials: "wrong",
  code_wrong: "wrong",
  password_wrong: "wrong",
  link_invalid: "wrong",
  invalid_second_factor: "wrong",
  too_many_requests: "too-many",
  account_not_activated: "not-activated",
  forbidden: "disabled",
  second_factor_enrolment_required: "not-enrolled",
};

/** Does `work`, which checks a secret, and notes why it was refused. @throws what `work` throws */
export async function notingRefusals<T>(ctx: Ctx, of: Omit<Refused, "reason">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof AppError ? error.code : "";
    const reason = reasons[code];
    const kind = code === "invalid_second_factor" ? "second-factor" : of.kind;
    if (reason) await noteSignIn(ctx, { ...of, kind, reason });
    throw error;
  }
}

const list = listService({
  table: events,
  scope: "global",
  input: ListSignInEvents,
  sort: {
    lastAt: events.lastAt,
    firstAt: events.firstAt,
    count: events.count,
    kind: events.kind,
    reason: events.reason,
    network: events.network,
  },
  filters: {
    email: (value) => {
      const email = value.trim().toLowerCase();
      if (!isStorable(email)) return sql`false`;
      const account = sql`${events.userId} in (select u.id from ${users} u where u.email = ${email})`;
      return or(inArray(events.emailHash, hashesOf(email)), account);
    },
    userId: equals(events.userId),
    network: contains(events.network),
    kind: equals(events.kind),
    reason: equals(events.reason),
    startDate: since(events.lastAt),
    endDate: until(events.lastAt),
  },
  load: async (ctx, ids) => {
    const { id, kind, reason, network, count, firstAt, lastAt } = events;
    const rows = await ctx.db
      .select({
        id,
        kind,
        reason,
        network,
        count,
        firstAt,
        lastAt,
        person: { id: users.id, name: sql<string>`${fullName}`, email: shownEmail(ctx) },
      })
      .from(events)
      .leftJoin(users, eq(users.id, events.userId))
      .where(oneOf(events.id, ids));
    return rows.map(({ person, ...row }) => ({ ...row, user: person?.id ? { ...person, id: person.id } : null }));
  },
});

/** Deletes what is known of these addresses, and of this account. @returns how many rows */
export const forgetSignIns = async (ctx: Ctx, emails: string[], userId?: string): Promise<number> =>
  (
    await ctx.db
      .delete(events)
      .where(
        or(oneOf(events.emailHash, emails.flatMap(hashesOf), "text"), userId ? eq(events.userId, userId) : undefined),
      )
  ).count;

/** Refused sign-ins and codes, and resets that were asked for; only refusals write them. */
export const signInEventService = {
  list: list.list,
  rows: list.rows,
  count: list.count,
  stream: list.stream,
  of: list.of,

  /** Deletes those that have had their time. @returns how many */
  purge: async (ctx: Ctx): Promise<number> =>
    (await ctx.db.delete(events).where(sql`${events.lastAt} < now() - make_interval(days => ${signInDays})`)).count,
};
