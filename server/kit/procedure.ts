import { initTRPC, TRPCError } from "@trpc/server";
import { type Actor, assertEnrolled, type Ctx, mayDo } from "@/server/kit/context";
import { AppError, type ErrorCode, type errorCodes, toAppError, toProblem } from "@/server/kit/errors";
import { logError } from "@/server/kit/log";
import { type Permission, permissionCatalogue } from "@/server/permissions";
import type { Meta, RestMeta } from "./meta";

const statusNames = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
} as const satisfies Record<(typeof errorCodes)[keyof typeof errorCodes][0], TRPCError["code"]>;

/** What tRPC itself refuses before a procedure runs. */
const refusals: Partial<Record<TRPCError["code"], ErrorCode>> = {
  PARSE_ERROR: "invalid_input",
  BAD_REQUEST: "invalid_input",
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
  PAYLOAD_TOO_LARGE: "payload_too_large",
};

/** The one error behind a TRPCError. An answer that breaks its own schema is our mistake, not the caller's input. */
function errorOf(error: TRPCError): AppError {
  if (error.message === "Output validation failed") return new AppError("internal", undefined, { cause: error.cause });
  const known = toAppError(error.cause ?? error);
  const refusal = known.code === "internal" && refusals[error.code];
  return refusal ? new AppError(refusal, undefined, { cause: error }) : known;
}

const t = initTRPC
  .context<Ctx>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx, path }) => {
      const known = errorOf(error);
      const problem = toProblem(known, { requestId: ctx?.requestId ?? "", path: path ?? "" });
      return {
        ...shape,
        message: problem.detail,
        data: { code: shape.data.code, httpStatus: problem.status, problem },
      };
    },
  });

/** Gives every error its status, so that both doors answer alike; what is unknown is logged here, once. */
const known = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const error = errorOf(result.error);
  if (error.status >= 500) logError(error, { requestId: ctx.requestId, path });
  throw new TRPCError({ code: statusNames[error.status], message: error.detail, cause: error });
});

/** 401 for nobody, 403 for somebody without the right; the REST door asks before it reads the body, the procedure always. */
export function assertMay(ctx: Ctx, permission: Meta["permission"], beforeEnrolment = false): Actor | null {
  if (permission === "public") return ctx.actor;
  if (!ctx.actor) throw new AppError("unauthorized");
  if (!beforeEnrolment) assertEnrolled(ctx.actor);
  if (permission !== "signed-in" && !mayDo(ctx.actor, permission))
    throw new AppError("forbidden", `This needs the right "${permissionCatalogue[permission][0]}" (${permission}).`);
  return ctx.actor;
}

const base = t.procedure.use(known);

const knownActor = (permission: Meta["permission"], beforeEnrolment?: boolean) =>
  t.middleware(({ ctx, next }) => {
    const actor = assertMay(ctx, permission, beforeEnrolment);
    if (!actor) throw new AppError("unauthorized");
    return next({ ctx: { ...ctx, actor } });
  });

type Extra = Pick<Meta, "unaudited" | "beforeEnrolment">;

/** A procedure for callers who hold `permission`: people by role, keys by scope. */
export const permitted = (permission: Permission, rest?: RestMeta, extra: Extra = {}) =>
  base.meta({ permission, rest, ...extra }).use(knownActor(permission));

/** A procedure for anyone whose credentials are good. */
export const signedIn = (rest?: RestMeta, extra: Extra = {}) =>
  base.meta({ permission: "signed-in", rest, ...extra }).use(knownActor("signed-in", extra.beforeEnrolment));

/** A procedure without credentials. */
export const open = (rest?: RestMeta, extra: Extra = {}) => base.meta({ permission: "public", rest, ...extra });

export const router = t.router;
