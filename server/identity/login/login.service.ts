import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { noteAccess } from "@/server/kit/process/access";
import { tokenOf } from "@/server/kit/secret/bearer.rules";
import { t } from "@/texts/t";
import { forgetTries, inTurn, reserveTry } from "../login-attempt/login-attempt.service";
import { verifyPassword } from "../password.service";
import { secondFactorOf, spendCode } from "../second-factor/second-factor.service";
import {
  addRefreshToken,
  belongsTo,
  type NewSession,
  openSession,
  type Proof,
  revokeSession,
  rotate,
} from "../session/session.service";
import { noteSignIn, notingRefusals } from "../sign-in-event/sign-in-event.service";
import { accessTokenSeconds, signAccessToken, verifyExpiredAccessToken } from "../token.service";
import type { User } from "../user/user.service";

interface Credentials {
  /** in lower case */
  email: string;
  password: string;
  /** of who has a second factor */
  totpCode?: string;
}

/** The active user of this password. An unknown address and a wrong password get the same answer in the same time. */
function checkPassword(ctx: Ctx, { email, password }: Credentials): Promise<User> {
  return inTurn(email, async () => {
    await reserveTry(ctx, email);
    const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
    const right = await verifyPassword(user?.passwordHash, password);
    if (!user || !right) throw new AppError("invalid_credentials");
    await forgetTries(ctx, email);
    if (user.status === "pending") throw new AppError("account_not_activated");
    if (user.status === "disabled") throw new AppError("forbidden", "This account is disabled.");
    return user;
  });
}

/**
 * The active user of these credentials, and what they showed beside the password. Only a caller who knows the password
 * is told of a second factor.
 * @throws AppError `too_many_requests`, `invalid_credentials`, `account_not_activated`, `forbidden` (a disabled
 * account), `second_factor_required`, `invalid_second_factor`
 */
const checkCredentials = (ctx: Ctx, credentials: Credentials) =>
  notingRefusals(ctx, { kind: "sign-in", email: credentials.email }, () => checked(ctx, credentials));

async function checked(ctx: Ctx, credentials: Credentials) {
  await limitRate(ctx, { name: "login", ...rateLimits.login });
  const user = await checkPassword(ctx, credentials);
  if (!(await secondFactorOf(ctx, user.id))) return { user };
  const code = credentials.totpCode?.trim();
  if (!code) throw new AppError("second_factor_required");
  const secondFactor = await spendCode(ctx, user.id, code);
  if (!secondFactor) throw new AppError("invalid_second_factor");
  return { user, secondFactor };
}

/** Opens the session of a checked user, unless they turned their second factor on while it was checked. */
const open = (ctx: Ctx, user: User, fields: NewSession, secondFactor?: Proof) =>
  inTransaction(ctx, async (ctx) => {
    const sid = await openSession(ctx, user, fields, secondFactor);
    noteAccess({ personId: user.id });
    if (!secondFactor && (await secondFactorOf(ctx, user.id))) throw new AppError("second_factor_required");
    return sid;
  });

const missing = (path: string) =>
  new AppError("invalid_input", `${path}: ${t("This field is required.")}`, {
    errors: [{ path, message: "This field is required." }],
  });

const tokensOf = async (user: User, sid: string, refreshToken: string) => ({
  accessToken: await signAccessToken({ sub: user.id, sid, type: user.type }),
  refreshToken,
  expiresIn: accessTokenSeconds,
  tokenType: "Bearer" as const,
});

export const loginService = {
  /** Login of an app or a service: tokens and the user (document 4.10). */
  async login(ctx: Ctx, input: Credentials & { keyPlatformTech?: string; mobileDeviceId?: string }) {
    const { user, secondFactor } = await checkCredentials(ctx, input);
    if (user.type === "Staff" && !secondFactor && env.STAFF_SECOND_FACTOR === "required") {
      await noteSignIn(ctx, { kind: "sign-in", reason: "not-enrolled", email: input.email });
      throw new AppError(
        "second_factor_enrolment_required",
        "Sign in with a browser first, to set up a second factor.",
      );
    }
    const { keyPlatformTech, mobileDeviceId } = input;
    const { sid, refreshToken } = await inTransaction(ctx, async (ctx) => {
      const sid = await open(ctx, user, { kind: "api", keyPlatformTech, mobileDeviceId }, secondFactor);
      return { sid, refreshToken: await addRefreshToken(ctx, sid) };
    });
    return { ...(await tokensOf(user, sid, refreshToken)), user };
  },

  /** Sign-in of a browser: the session's id, which the cookie carries. */
  async signIn(ctx: Ctx, input: Credentials & { userAgent?: string }) {
    const { user, secondFactor } = await checkCredentials(ctx, input);
    return open(ctx, user, { kind: "browser", userAgent: input.userAgent?.slice(0, 500) }, secondFactor);
  },

  /**
   * The session that a refresh is for, by the signature of its access token; a refresh token must be there too.
   * @throws AppError `credentials_missing`, `token_invalid`
   */
  async checkRefresh(_: Ctx, sent: { refreshToken?: unknown; authorization?: unknown }) {
    const [accessToken, presented] = [tokenOf(sent.authorization), tokenOf(sent.refreshToken)];
    if (!accessToken || !presented)
      throw new AppError("credentials_missing", "A refresh needs the bearer and the refresh token.");
    return { claims: await verifyExpiredAccessToken(accessToken), presented };
  },

  /**
   * New tokens for a refresh token and the session's access token, which may have expired (document 4.10).
   * @param headers both in the form `Bearer …`
   */
  async refresh(ctx: Ctx, headers: { refreshToken: string; authorization: string }) {
    await limitRate(ctx, { name: "refresh-token", ...rateLimits.refresh });
    const { claims, presented } = await loginService.checkRefresh(ctx, headers);
    const { user, refreshToken } = await rotate(ctx, presented, claims);
    return tokensOf(user, claims.sid, refreshToken);
  },

  /**
   * Ends the caller's session; the refresh token (`Bearer …`) must belong to that session. Under switch-to there is
   * none.
   * @throws AppError `invalid_input` where the refresh token is missing, `token_invalid` for another session's
   */
  async logout(ctx: KnownCtx, header: string | undefined) {
    if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only a person can log out.");
    const { sessionId, actingId } = ctx.actor;
    if (!actingId && header === undefined) throw missing("refreshToken");
    if (!actingId && !(await belongsTo(ctx, tokenOf(header) ?? "", sessionId)))
      throw new AppError("token_invalid", "The refresh token is not one of this session.");
    await revokeSession(ctx, sessionId, "logout");
  },
};
