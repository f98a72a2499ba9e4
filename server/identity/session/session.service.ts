import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { refreshTokens, sessions, users } from "@/db/schema";
import { allSent, type Ctx, inTransaction } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { audit } from "@/server/kit/record/audit";
import { secretIds } from "@/server/kit/secret/keyed-hash";
import { actorOf } from "../actor";
import { fingerprint, newToken } from "../secret.rules";
import { type AccessClaims, signingKeyIds } from "../token.service";
import { type User, userService } from "../user/user.service";
import { sealSuccessor, unsealSuccessor } from "./refresh-token.rules";
import { endedColumns, leaveDevices } from "./session-end.service";

type Values = Omit<typeof sessions.$inferInsert, "keyId" | "ip" | "expiresAt" | "revokedAt" | "revokedReason">;
/** What is known of a sign-in. */
export type NewSession = Pick<Values, "userAgent" | "keyPlatformTech" | "mobileDeviceId"> & { kind: "browser" | "api" };

// A phone that got no answer asks again with the same token, and gets the same successor, for this long.
const retrySeconds = 10;
const idle = "30 days";
// A browser must sign in again after a month; the sessions of apps are prolonged by their refresh tokens.
const longest = { browser: "30 days", api: "90 days" } as const;

const later = (interval: string) => sql<string>`now() + ${interval}::interval`;

/** What somebody showed beside the password. */
export type Proof = "code" | "recovery code";

/** The id of the key that a session depends on: that of a browser's cookie, or of an app's bearer. */
const keyIdOf = (kind: Values["kind"]) => (kind === "browser" ? secretIds() : signingKeyIds())[0];

/**
 * Adds a session of any kind. The caller holds the lock on the user's row.
 * @param lifetime as PostgreSQL reads an interval, such as "30 days"
 */
export async function addSession(ctx: Ctx, { lifetime, ...values }: Values & { lifetime: string }) {
  const [session] = await ctx.db
    .insert(sessions)
    .values({ ...values, keyId: keyIdOf(values.kind), ip: ctx.ip, expiresAt: later(lifetime) })
    .returning();
  if (!session) throw new Error("insert into sessions returned nothing");
  return session;
}

/**
 * The device that a session registered for pushes is the session's from now on; one that it had before is left.
 * @throws AppError `session_ended` where the session has ended meanwhile
 */
export const setDevice = (ctx: Ctx, sessionId: string, device: { keyPlatformTech: string; mobileDeviceId: string }) =>
  inTransaction(ctx, async (ctx) => {
    const [before] = await ctx.db
      .select(endedColumns)
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
      .for("update");
    if (!before) throw new AppError("session_ended", "This session has ended. Log in again.");
    const { keyPlatformTech, mobileDeviceId } = device;
    if (before.keyPlatformTech === keyPlatformTech && before.mobileDeviceId === mobileDeviceId) return;
    await ctx.db.update(sessions).set({ keyPlatformTech, mobileDeviceId }).where(eq(sessions.id, sessionId));
    await leaveDevices(ctx, [before]);
  });

/**
 * Ends a session that is not ended yet; of two requests at once, one does.
 * @returns whose it was, undefined where it had ended
 */
export async function endSession(ctx: Ctx, sessionId: string, reason: string): Promise<string | undefined> {
  const [ended] = await ctx.db
    .update(sessions)
    .set({ revokedAt: sql`now()`, revokedReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning(endedColumns);
  if (ended) await leaveDevices(ctx, [ended]);
  return ended?.userId;
}

/**
 * Opens a session for a user whose credentials were checked, and audits it. Its statements are sent in this order, without
 * waiting for the answers of those before.
 * @param user the row that the credentials were checked against
 * @param id of the session, for who sends more statements behind these
 * @throws AppError `invalid_credentials` where the account has changed since
 */
export const openSession = (ctx: Ctx, user: User, fields: NewSession, secondFactor?: Proof, id = uuidv7()) =>
  inTransaction(ctx, async (ctx) => {
    await allSent([
      userService.noteLogin(ctx, user),
      addSession(ctx, { ...fields, id, userId: user.id, lifetime: longest[fields.kind] }),
      audit(
        { ...ctx, actor: actorOf(user, id) },
        {
          objectType: "session",
          objectId: id,
          objectLabel: user.email,
          action: "login",
          changes: { kind: [null, fields.kind], ...(secondFactor && { secondFactor: [null, secondFactor] }) },
        },
      ),
    ]);
    return id;
  });

/** The next refresh token of a session: 30 days, and never beyond the session itself. */
export async function addRefreshToken(ctx: Ctx, sessionId: string) {
  const token = newToken();
  const end = sql<string>`(select least(expires_at, ${later(idle)}) from ${sessions} where ${sessions.id} = ${sessionId})`;
  await ctx.db.insert(refreshTokens).values({ sessionId, tokenHash: fingerprint(token), expiresAt: end });
  return token;
}

/** Ends a session: its access tokens, its cookie and its refresh tokens stop working with the next request. */
export const revokeSession = (ctx: Ctx, sessionId: string, reason: "logout" | "refresh token reused") =>
  inTransaction(ctx, async (ctx) => {
    const userId = await endSession(ctx, sessionId, reason);
    const [user] = userId ? await ctx.db.select().from(users).where(eq(users.id, userId)) : [];
    if (!user) return;
    await audit(
      { ...ctx, actor: ctx.actor ?? actorOf(user, sessionId) },
      {
        objectType: "session",
        objectId: sessionId,
        objectLabel: user.email,
        action: reason === "logout" ? "logout" : "revoke",
        changes: { revokedReason: [null, reason] },
      },
    );
  });

/**
 * Ends every session of a user, and every session in which they act as somebody else; `keep` stays.
 * @returns how many ended
 */
export async function revokeSessionsOf(ctx: Ctx, userId: string, reason: string, keep?: string): Promise<number> {
  const ended = await ctx.db
    .update(sessions)
    .set({ revokedAt: sql`now()`, revokedReason: reason })
    .where(
      and(
        or(eq(sessions.userId, userId), eq(sessions.actUserId, userId)),
        isNull(sessions.revokedAt),
        keep ? ne(sessions.id, keep) : undefined,
      ),
    )
    .returning(endedColumns);
  await leaveDevices(ctx, ended);
  return ended.length;
}

/** Whether this refresh token, spent or not, was handed out to this session. */
export async function belongsTo(ctx: Ctx, refreshToken: string, sessionId: string) {
  const [row] = await ctx.db
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, fingerprint(refreshToken)));
  return row?.sessionId === sessionId;
}

const refused = () => new AppError("session_ended", "The refresh token is not valid or has expired. Log in again.");

/**
 * Exchanges a refresh token for its successor. The same token again within 10 seconds gets the same successor; later it
 * counts as stolen, and the session ends (decisions 2).
 * @param claims of the bearer beside it, whose signature was valid; both must be of one session
 * @throws AppError `session_ended`
 */
export async function rotate(ctx: Ctx, presented: string, claims: AccessClaims) {
  const outcome = await inTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db
      .select({
        token: refreshTokens,
        reused: sql<boolean>`${refreshTokens.usedAt} <= now() - make_interval(secs => ${retrySeconds})`,
      })
      .from(refreshTokens)
      .where(and(eq(refreshTokens.tokenHash, fingerprint(presented)), gt(refreshTokens.expiresAt, sql`now()`)))
      .for("update");
    if (found?.token.sessionId !== claims.sid) throw refused();
    const { token, reused } = found;
    const [owner] = await ctx.db
      .select({ user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, token.sessionId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)));
    const user = owner?.user;
    if (user?.id !== claims.sub || user.status !== "active") throw refused();
    if (reused) {
      await revokeSession(ctx, token.sessionId, "refresh token reused");
      return "reused";
    }
    if (token.successorSealed) return { user, refreshToken: unsealSuccessor(presented, token.successorSealed) };
    const refreshToken = await addRefreshToken(ctx, token.sessionId);
    await ctx.db
      .update(refreshTokens)
      .set({ usedAt: sql`now()`, successorSealed: sealSuccessor(presented, refreshToken) })
      .where(eq(refreshTokens.id, token.id));
    await ctx.db
      .update(sessions)
      .set({ lastSeenAt: sql`now()`, keyId: keyIdOf("api") })
      .where(eq(sessions.id, token.sessionId));
    return { user, refreshToken };
  });
  if (outcome === "reused") throw refused(); // thrown only now, because the revocation must be committed
  return outcome;
}
