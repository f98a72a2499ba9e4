import { uuidv7 } from "uuidv7";
import { planned } from "@/db/client";
import { env } from "@/env/env";
import { allSent, type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { noteAccess } from "@/server/kit/process/access";
import { tokenOf } from "@/server/kit/secret/bearer.rules";
import { t } from "@/texts/t";
import { forgetTries, inTurn } from "../login-attempt/login-attempt.service";
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
import { notingRefusals } from "../sign-in-event/sign-in-event.service";
import { accessTokenSeconds, signAccessToken, verifyExpiredAccessToken } from "../token.service";
import type { User } from "../user/user.service";
import { beginLogin } from "./login-begin.service";

interface Account {
  /** in lower case */
  email: string;
}

interface Credentials extends Account {
  password: string;
  /** of who has a second factor */
  totpCode?: string;
}

/** Credentials, and what the session is to know. */
type Attempt = Credentials & NewSession;

/** What somebody proved: the password, and the second factor where there is one. */
interface Proven {
  user: User;
  secondFactor?: Proof;
}

/**
 * The account of this password. An unknown address and a wrong password get the same answer, after the same work.
 * @throws AppError `too_many_requests`, `invalid_credentials`
 */
async function checkPassword(ctx: Ctx, { email, password }: Credentials) {
  const { user, hasSecondFactor } = await beginLogin(ctx, email);
  const isRight = await verifyPassword(user?.passwordHash, password);
  if (!user || !isRight) throw new AppError("invalid_credentials");
  return { user, hasSecondFactor };
}

/**
 * What else a login takes. Only a caller who knows the password is told of it.
 * @throws AppError `account_not_activated`, `forbidden` (a disabled account), `second_factor_required`,
 * `invalid_second_factor`, `second_factor_enrolment_required`, `too_many_requests`
 */
async function checkAccount(ctx: Ctx, user: User, hasSecondFactor: boolean, { totpCode, kind }: Attempt) {
  if (user.status === "pending") throw new AppError("account_not_activated");
  if (user.status === "disabled") throw new AppError("forbidden", "This account is disabled.");
  if (hasSecondFactor) {
    const code = totpCode?.trim();
    if (!code) throw new AppError("second_factor_required");
    const secondFactor = await spendCode(ctx, user.id, code);
    if (!secondFactor) throw new AppError("invalid_second_factor");
    return secondFactor;
  }
  if (kind === "api" && user.type === "Staff" && env.STAFF_SECOND_FACTOR === "required")
    throw new AppError("second_factor_enrolment_required", "Sign in with a browser first, to set up a second factor.");
  return undefined;
}

/** A right password resets the count of wrong ones, also where the login is refused for another reason. */
async function proven(ctx: Ctx, attempt: Attempt): Promise<Proven> {
  const { user, hasSecondFactor } = await checkPassword(ctx, attempt);
  try {
    return { user, secondFactor: await checkAccount(ctx, user, hasSecondFactor, attempt) };
  } catch (error) {
    await forgetTries(ctx, attempt.email);
    throw error;
  }
}

/** @throws AppError `second_factor_required` where the person has one */
async function refuseSecondFactor(ctx: Ctx, user: User) {
  if (await secondFactorOf(ctx, user.id)) throw new AppError("second_factor_required");
}

/** What else is written with a session. */
type Also<T> = (ctx: Ctx, sid: string) => Promise<T>;

/**
 * Everything that a login writes, in one transaction: the session with its audit row, what comes with it, and that the
 * try was no wrong one.
 * @throws AppError `second_factor_required` where they turned their second factor on meanwhile, `invalid_credentials`
 * where the account has changed
 */
const open = <T>(ctx: Ctx, { user, secondFactor }: Proven, { email, ...fields }: Account & NewSession, also: Also<T>) =>
  inTransaction({ ...ctx, db: planned(ctx.db) }, async (ctx) => {
    const sid = uuidv7();
    // They go to the database together; if one refuses, the transaction takes back what the others wrote.
    const [, , added] = await allSent([
      openSession(ctx, user, fields, secondFactor, sid),
      secondFactor ? undefined : refuseSecondFactor(ctx, user),
      also(ctx, sid),
      forgetTries(ctx, email),
    ]);
    return { user, sid, added };
  });

/**
 * Logs in. Logins of one account take turns until their try is forgotten, so that right ones at once do not use up its
 * tries; refusals are noted.
 */
const logIn = <T>(ctx: Ctx, { password, totpCode, ...session }: Attempt, also: Also<T>) =>
  notingRefusals(ctx, { kind: "sign-in", email: session.email }, () =>
    inTurn(session.email, async () => {
      const opened = await open(ctx, await proven(ctx, { password, totpCode, ...session }), session, also);
      noteAccess({ personId: opened.user.id });
      return opened;
    }),
  );

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
  /** Login of an app or a service: tokens and the user (document 4.10). @throws AppError as `proven` and `open` */
  async login(ctx: Ctx, input: Credentials & { keyPlatformTech?: string; mobileDeviceId?: string }) {
    const { user, sid, added: refreshToken } = await logIn(ctx, { ...input, kind: "api" }, addRefreshToken);
    return { ...(await tokensOf(user, sid, refreshToken)), user };
  },

  /** Sign-in of a browser: the session's id, which the cookie carries. @throws AppError as `proven` and `open` */
  async signIn(ctx: Ctx, { userAgent, ...credentials }: Credentials & { userAgent?: string }) {
    const attempt = { ...credentials, kind: "browser" as const, userAgent: userAgent?.slice(0, 500) };
    return (await logIn(ctx, attempt, async () => undefined)).sid;
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
