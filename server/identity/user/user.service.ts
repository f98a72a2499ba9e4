import { and, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { users } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { oneOf } from "@/server/kit/list/list-filters";
import { audit, auditMany, type Changes, diff } from "@/server/kit/record/audit";
import { actorOf } from "../actor";
import { assertNotDisabled, settled, type Values, withStatus } from "./account.rules";
import { userStates } from "./user.rules";

export type User = typeof users.$inferSelect;
type NewUser = typeof users.$inferInsert;

const { passwordHash, switchToPasswordHash, pendingEmailHash, ...shown } = getTableColumns(users);

/** The columns of a person without their secrets, so that no export and no screen can hold them. */
export const userColumns = shown;

interface Write {
  /** what the audit trail calls it */
  action: string;
  /** what changed beside the row itself */
  changes?: Changes;
}

/** The context of what people do before they have a session: the audit trail names the account itself. */
const asThemselves = (ctx: Ctx, user: User): KnownCtx => ({ ...ctx, actor: actorOf(user) });

const entryOf = (user: User, { action, changes }: Write) => ({
  objectType: "user",
  objectId: user.id,
  objectLabel: user.email,
  action,
  changes,
});

async function lock(ctx: Ctx, id: string, ifMatch?: string): Promise<User> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id)).for("update");
  if (!user) throw notFound();
  assertVersion(user, ifMatch);
  return user;
}

/**
 * Writes over a row that the caller has locked, increases its version and audits it; does nothing where nothing
 * differs.
 */
async function write(ctx: KnownCtx, before: User, wanted: Values, { action, changes = {} }: Write): Promise<User> {
  const given: Values = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  userStates.assert("status", before.status, given.status ?? before.status);
  const values = withStatus(before, given);
  const { pendingEmailUntil, pendingEmailById, ...shown } = diff(before, { ...before, ...values });
  const all = { ...shown, ...changes };
  const hasSecret = Object.keys(values).some((key) => key.endsWith("Hash"));
  if (!hasSecret && Object.keys(all).length === 0) return before;
  const [after] = await ctx.db
    .update(users)
    .set({ ...values, version: sql`${users.version} + 1` })
    .where(eq(users.id, before.id))
    .returning();
  if (!after) throw notFound();
  await audit(ctx, entryOf(after, { action, changes: all }));
  return after;
}

/**
 * The people of the product. Every row of `users` is written here only: under the row's lock, from a status that allows
 * it, with its audit row, in the caller's transaction.
 */
export const userService = {
  /** The row of a person, locked until the transaction ends; 404 where there is none, 412 for another version. */
  lock,

  /** The same by address; undefined where nobody has it. */
  async lockByEmail(ctx: Ctx, email: string): Promise<User | undefined> {
    const [user] = await ctx.db.select().from(users).where(eq(users.email, email)).for("update");
    return user;
  },

  /** Those who have one of these addresses, locked in one order until the transaction ends. */
  lockManyByEmail: (ctx: Ctx, emails: string[]): Promise<User[]> =>
    ctx.db
      .select()
      .from(users)
      .where(oneOf(users.email, [...new Set(emails)], "text"))
      .orderBy(users.id)
      .for("update"),

  /** A pending account, without a password. @throws AppError `duplicate` on `email` */
  create: (ctx: KnownCtx, values: Omit<NewUser, "status" | "passwordHash">) =>
    inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db
        .insert(users)
        .values({ ...values, status: "pending" })
        .returning();
      if (!user) throw new Error("insert into users returned nothing");
      await audit(ctx, entryOf(user, { action: "create", changes: diff({}, user) }));
      return user;
    }),

  /** As `create`, for many at once. */
  createMany: (ctx: KnownCtx, all: Omit<NewUser, "status" | "passwordHash">[]) =>
    inTransaction(ctx, async (ctx) => {
      if (all.length === 0) return [];
      const made = await ctx.db
        .insert(users)
        .values(all.map((values) => ({ ...values, status: "pending" as const })))
        .returning();
      await auditMany(
        ctx,
        made.map((user) => entryOf(user, { action: "create", changes: diff({}, user) })),
      );
      return made;
    }),

  /**
   * The account of a person who proved their address by a link that was mailed to it: active at once.
   * @throws AppError `duplicate` on `email`
   */
  join: (ctx: Ctx, values: Omit<NewUser, "status" | "type">, how: Write) =>
    inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db
        .insert(users)
        .values({ ...values, type: "Pro Center Member", status: "active" })
        .returning();
      if (!user) throw new Error("insert into users returned nothing");
      await audit(asThemselves(ctx, user), entryOf(user, { ...how, changes: diff({}, user) }));
      return user;
    }),

  /**
   * A pending account that somebody makes for themselves. Where the address has a pending one already, that one loses
   * its password: nobody knows whose counts, so its owner chooses one by forgot-password. One statement, so that the
   * time does not tell which it was. The caller audits it, because it runs both cases.
   */
  async register(ctx: Ctx, values: Omit<NewUser, "status" | "type">) {
    const kept = sql`case when ${users.status} = 'pending' then null else ${users.passwordHash} end`;
    const [row] = await ctx.db
      .insert(users)
      .values({ ...values, type: "Rider", status: "pending" })
      .onConflictDoUpdate({ target: users.email, set: { passwordHash: kept, updatedAt: sql`${users.updatedAt}` } })
      .returning({ ...getTableColumns(users), isNew: sql<boolean>`xmax = 0` });
    if (!row) throw new Error("insert into users returned nothing");
    return row;
  },

  /**
   * A person has confirmed the address of their account, which becomes active.
   * @param values what they choose with it; without a password the one of their registration counts
   * @throws AppError `forbidden` for a disabled account
   */
  activate: (
    ctx: Ctx,
    id: string,
    values: Pick<Values, "passwordHash" | "firstName" | "lastName" | "languageId">,
    how: Write,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id);
      assertNotDisabled(before);
      const { passwordHash } = before;
      // A person who sets a new password by mail may be taking the account back from somebody who asked for another
      // address.
      const taken = values.passwordHash ? settled : {};
      return write(asThemselves(ctx, before), before, { passwordHash, ...taken, ...values, status: "active" }, how);
    }),

  /**
   * A new secret of a person who gave their current password.
   * @param shown the hash that their password was checked against: of two changes at once, the second is refused
   * @throws AppError `forbidden` for an account that is not active, `password_wrong` on `currentPassword`
   */
  setSecret: (
    ctx: KnownCtx,
    shown: Pick<User, "id" | "passwordHash">,
    values: Pick<Values, "passwordHash" | "switchToPasswordHash">,
    how: Write,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, shown.id);
      assertNotDisabled(before);
      if (before.passwordHash !== shown.passwordHash)
        throw broken("currentPassword", "This is not your password.", "password_wrong");
      return write(ctx, before, { ...(values.passwordHash && settled), ...values }, how);
    }),

  /** What people say about themselves. A version other than `ifMatch` is 412. */
  changeProfile: (
    ctx: KnownCtx,
    id: string,
    values: Omit<Values, "email" | "type" | "status" | "passwordHash" | "switchToPasswordHash">,
    ifMatch?: string,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id, ifMatch);
      return write(ctx, before, values, { action: "update" });
    }),

  /** What staff say about somebody, their type and status too. A version other than `ifMatch` is 412. @throws StateError */
  changeAccount: (
    ctx: KnownCtx,
    id: string,
    values: Omit<Values, "passwordHash" | "switchToPasswordHash">,
    ifMatch?: string,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id, ifMatch);
      return write(ctx, before, values, { action: "update" });
    }),

  /**
   * Asks for another address: the current one stays until the new one is confirmed. An earlier request is dropped.
   * @param wish who asked, and the hash and expiry of the link that is mailed to the new address
   */
  requestEmail: (
    ctx: KnownCtx,
    id: string,
    wish: { email: string; byId: string | null; hash: string; until: string },
  ) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id);
      assertNotDisabled(before);
      const { email: pendingEmail, byId: pendingEmailById, hash: pendingEmailHash, until: pendingEmailUntil } = wish;
      const values = { pendingEmail, pendingEmailHash, pendingEmailUntil, pendingEmailById };
      return write(ctx, before, values, { action: "request-email" });
    }),

  /** The address stays as it is, and the link to the other one stops working. A version other than `ifMatch` is 412. */
  cancelEmail: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id, ifMatch);
      return before.pendingEmail ? write(ctx, before, settled, { action: "cancel-email" }) : before;
    }),

  /**
   * The new address is confirmed: the account gets it.
   * @throws AppError `duplicate` where it is somebody else's by now
   */
  confirmEmail: (ctx: Ctx, id: string, how: Write) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id);
      assertNotDisabled(before);
      if (!before.pendingEmail) throw new Error("no address waits to be confirmed");
      // A password that was set for an address that was never confirmed does not count for another address.
      const unproven = before.status === "pending" ? { passwordHash: null } : {};
      const values = { ...settled, ...unproven, email: before.pendingEmail };
      return write(asThemselves(ctx, before), before, values, how);
    }),

  /** Drops the requests whose links have expired. @returns how many */
  dropExpiredEmails: (ctx: KnownCtx) =>
    inTransaction(ctx, async (ctx) => {
      const expired = await ctx.db
        .select()
        .from(users)
        .where(lt(users.pendingEmailUntil, sql`now()`))
        .orderBy(users.id)
        .for("update");
      for (const before of expired) await write(ctx, before, settled, { action: "expire-email" });
      return expired.length;
    }),

  /**
   * The person is to be forgotten: the row stays, because others name it, and says nothing of them any more. The caller
   * audits it, for the trail is what must not name them.
   */
  async erase(ctx: KnownCtx, id: string, { email, lastName }: Pick<User, "email" | "lastName">) {
    const before = await lock(ctx, id);
    userStates.assert("status", before.status, "disabled");
    await ctx.db
      .update(users)
      .set({
        ...settled,
        email,
        firstName: "Erased",
        lastName,
        phoneNumber: null,
        countryId: null,
        languageId: null,
        timeZone: null,
        erpId: null,
        lastLoginAt: null,
        passwordHash: null,
        switchToPasswordHash: null,
        status: "disabled",
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, id));
  },

  /**
   * For a change to what belongs to the account, such as its roles: locks it (404, 412), does `work`, and where that says
   * what changed, moves the account's version on and audits it.
   */
  change: <R>(
    ctx: KnownCtx,
    id: string,
    ifMatch: string | undefined,
    action: string,
    work: (ctx: KnownCtx, before: User) => Promise<{ changes: Changes; result: R }>,
  ): Promise<R> =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id, ifMatch);
      const { changes, result } = await work(ctx, before);
      await write(ctx, before, {}, { action, changes });
      return result;
    }),

  /**
   * For the beginning of a session: stores the time, which does not count as a change of the account, and locks the
   * row, so that the password cannot change and the account cannot be disabled before the session exists.
   * @param shown the row that the credentials were checked against
   * @throws AppError `invalid_credentials` where the account has changed since
   */
  async noteLogin(ctx: Ctx, shown: Pick<User, "id" | "passwordHash">) {
    const noted = await ctx.db
      .update(users)
      .set({ lastLoginAt: sql`now()`, updatedAt: sql`${users.updatedAt}` })
      .where(
        and(
          eq(users.id, shown.id),
          eq(users.status, "active"),
          sql`${users.passwordHash} is not distinct from ${shown.passwordHash}`,
        ),
      )
      .returning({ id: users.id });
    if (noted.length === 0) throw new AppError("invalid_credentials");
  },
};
