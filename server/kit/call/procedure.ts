import { initTRPC, TRPCError } from "@trpc/server";
import type { z } from "zod";
import { askedBy } from "@/db/asking";
import { unreadableMet } from "@/db/schema/moment";
import { spanned } from "@/env/spans";
import { type Admission, assertMay, enterCompany, isCompanyThere } from "@/server/kit/call/admission";
import type { CompanyCtx, Ctx, KnownCtx } from "@/server/kit/call/context";
import type { ErrorCode, errorCodes } from "@/server/kit/call/error-codes";
import { AppError, notFound, toAppError, toProblem } from "@/server/kit/call/errors";
import { once, takesKey } from "@/server/kit/call/idempotency";
import { callersOf, type Dear, enterLane, largePage } from "@/server/kit/call/lanes";
import { requestIdHere } from "@/server/kit/process/access";
import { logError } from "@/server/kit/process/log";
import type { Permission } from "@/server/permissions";
import type { CheckCredentials, Meta, RestMeta } from "./meta";
import { readableOf, sayingLeftOut } from "./unreadable";
import { OfCompany } from "./wire";

const statusNames = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  416: "BAD_REQUEST",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  431: "PAYLOAD_TOO_LARGE",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
} as const satisfies Record<(typeof errorCodes)[keyof typeof errorCodes][0], TRPCError["code"]>;

/** What tRPC refuses before a procedure runs. */
const refusals: Partial<Record<TRPCError["code"], ErrorCode>> = {
  PARSE_ERROR: "invalid_input",
  BAD_REQUEST: "invalid_input",
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
  PAYLOAD_TOO_LARGE: "payload_too_large",
};

/** The one error behind a TRPCError. An answer that does not fit its own schema is our mistake, not the caller's. */
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
      const problem = toProblem(known, { requestId: ctx?.requestId ?? requestIdHere() ?? "", path: path ?? "" });
      return {
        ...shape,
        message: problem.detail,
        data: { code: shape.data.code, httpStatus: problem.status, problem },
      };
    },
  });

/** Gives every error its status, and every statement its caller, so that both doors answer alike; what is unknown is logged here, once. */
const known = t.middleware(async ({ ctx, path, next }) => {
  const result = await spanned({ name: path, kind: "internal" }, async (span) => {
    const result = await askedBy(callersOf(ctx), next);
    if (!result.ok) span.set({ "error.type": errorOf(result.error).code });
    return result;
  });
  if (result.ok) return result;
  const error = errorOf(result.error);
  if (error.status >= 500) logError(error, { requestId: ctx.requestId, path });
  throw new TRPCError({ code: statusNames[error.status], message: error.detail, cause: error });
});

const base = t.procedure.use(known);

const admitted = (admission: Admission) =>
  t.middleware(({ ctx, next }) => {
    const actor = assertMay(ctx, admission);
    if (!actor) throw new AppError("credentials_missing");
    const known: KnownCtx = { ...ctx, actor };
    return next({ ctx: known });
  });

/**
 * Before the input is checked, because 403 comes before 400. The REST door has checked it already, before it read the
 * body.
 */
const inCompany = (admission: Admission & { company: string }) =>
  t.middleware(async ({ ctx, getRawInput, next }) => {
    const input = Object(await getRawInput());
    const companyId: unknown = Object.hasOwn(input, admission.company) ? input[admission.company] : undefined;
    const { actor, company } = ctx;
    if (actor && company && company.id === String(companyId).toLowerCase()) {
      const entered: CompanyCtx = { ...ctx, actor, company };
      return askedBy(callersOf(entered), () => next({ ctx: entered }));
    }
    const entered: CompanyCtx = await enterCompany(ctx, admission, companyId);
    if (!(await isCompanyThere(entered))) throw notFound();
    return askedBy(callersOf(entered), () => next({ ctx: entered }));
  });

/** Work around a procedure; behind its input it sees what was checked. What it hands on stands in the context. */
export const { middleware } = t;

type Extra = Pick<
  Meta,
  "unaudited" | "beforeEnrolment" | "files" | "maxFileBytes" | "withoutKey" | "withoutSecret" | "dear" | "ahead"
>;

/** A procedure for staff who hold `permission` and keys of that scope, over all companies. */
export const permitted = (permission: Permission, rest?: RestMeta, extra: Extra = {}) =>
  base.meta({ permission, rest, ...extra }).use(admitted({ permission }));

const company = "companyId";

/**
 * A procedure inside the company that its input names: for the company's people who hold `permission` there, or any of
 * them where it is "member" or "signed-in"; for staff who hold it and keys of that scope, in any company. With "signed-in" the
 * service looks at the right, of all three. `ctx.company` says which.
 * 403 for everybody else, before the body is read, whether the company exists or not.
 */
export const ofCompany = (permission: Permission | "member" | "signed-in", rest?: RestMeta, extra: Extra = {}) =>
  base
    .meta({ permission, rest, company, ...extra })
    .use(inCompany({ permission, company }))
    .input(OfCompany);

/** The same for the backoffice: staff and keys inside one company, whose own people get 403. */
export const ofAnyCompany = (permission: Permission, rest?: RestMeta, extra: Extra = {}) =>
  base
    .meta({ permission, rest, company, staffOnly: true, ...extra })
    .use(inCompany({ permission, company, staffOnly: true }))
    .input(OfCompany);

/** A procedure for anyone whose credentials are good. */
export const signedIn = (rest?: RestMeta, extra: Extra = {}) =>
  base
    .meta({ permission: "signed-in", rest, ...extra })
    .use(admitted({ permission: "signed-in", beforeEnrolment: extra.beforeEnrolment }));

/** A procedure without credentials. */
export const open = (rest?: RestMeta, extra: Extra = {}) => base.meta({ permission: "public", rest, ...extra });

/** A procedure that looks at its credentials itself, such as at an access token that has expired: 401 before 400. */
export const checkedBy = (checkCredentials: CheckCredentials, rest: Omit<RestMeta, "auth">, extra: Extra = {}) =>
  base
    .meta({ permission: "public", rest: { ...rest, auth: "own" }, checkCredentials, ...extra })
    .use(async ({ ctx, getRawInput, next }) => {
      // The REST door has checked it already, before it read the body.
      if (ctx.door !== "rest") await checkCredentials(ctx, Object(await getRawInput()));
      return next();
    });

type Result = { ok: true; data: unknown; ctx: Ctx } | { ok: false; error: Error };

interface MiddlewareOptions {
  ctx: Ctx;
  path: string;
  input: unknown;
  next: (options?: { ctx: Ctx }) => Promise<Result>;
}

/** What tRPC keeps of a procedure at run time behind its types: schemas are middlewares, the last one is the work. */
interface Built {
  _def: {
    type: string;
    meta?: Meta;
    output?: z.ZodType;
    middlewares: (((options: MiddlewareOptions) => Promise<Result>) & { _type?: "input" | "output" })[];
  };
}

/** A procedure, where a router may also hold another router. */
const isBuilt = (one: unknown): one is Built => typeof one === "function" && "_def" in one;

/** What a request with an Idempotency-Key asks of a procedure, once who, right, scope and input are checked (ADR 82). */
const withKey =
  ({ type, meta, output }: Built["_def"]) =>
  async ({ ctx, path, input, next }: MiddlewareOptions): Promise<Result> => {
    const { actor, idempotency } = ctx;
    if (!idempotency || !actor) return next();
    if (!takesKey({ type, meta })) throw new AppError("idempotency_not_supported");
    const withoutSecret = meta?.withoutSecret;
    const data = await once({ ...ctx, actor }, idempotency, { procedure: path, input, withoutSecret }, async (ctx) => {
      const result = await next({ ctx });
      if (!result.ok) throw result.error;
      return result.data;
    });
    return { ok: true, data: withoutSecret ? output?.parse(data) : data, ctx };
  };

/** What a call is that its caller may have one of at a time; undefined for all others. */
function dearOf({ type, meta }: Built["_def"], input: unknown): Dear | undefined {
  const { limit, isGetAll } = Object(input);
  const isLarge = type === "query" && (isGetAll === true || limit > largePage);
  return meta?.dear ?? (isLarge ? "list" : undefined);
}

/** A dear call waits for the one before of its caller, outside of any transaction (ADR 86). */
const inLane =
  (def: Built["_def"]) =>
  async ({ ctx, input, next }: MiddlewareOptions): Promise<Result> => {
    const dear = dearOf(def, input);
    if (!dear) return next();
    const leave = await enterLane(ctx, dear);
    return next().finally(leave);
  };

/** Notes what a read is asked. */
const noteAsked = ({ ctx, path, input, next }: MiddlewareOptions) => next({ ctx: { ...ctx, asked: { path, input } } });

const placed = new WeakSet<object>();

/** Leaves rows that cannot be read out of each answer, and says in it how many; one without such rows is not looked through. */
const sift = async ({ path, next }: MiddlewareOptions): Promise<Result> => {
  const before = unreadableMet();
  const result = await next();
  if (!result.ok || unreadableMet() === before) return result;
  const { data, left } = readableOf(path, result.data);
  return { ...result, data: sayingLeftOut(data, left) };
};

/**
 * Puts `inLane`, and `withKey` of a mutation, between the inputs of a procedure and its output.
 * @throws where an input is declared after the output
 */
function complete(procedure: Built) {
  const { _def } = procedure;
  if (placed.has(procedure)) return;
  placed.add(procedure);
  const types = _def.middlewares.map(({ _type }) => _type);
  const at = types.includes("output") ? types.indexOf("output") : types.length - 1;
  if (types.lastIndexOf("input") > at) throw new Error("A procedure declares its inputs before its output.");
  const added = [inLane(_def), _def.type === "mutation" ? withKey(_def) : noteAsked];
  const sifted = types.includes("output") ? [sift] : [];
  _def.middlewares = _def.middlewares.toSpliced(at, 0, ...added, ...sifted);
}

/**
 * A router, whose mutations take an Idempotency-Key unless their meta says why not (reads ignore it), and whose dear calls
 * are made one at a time by each caller. What cannot be read is no row of an answer.
 */
export const router: typeof t.router = (procedures) => {
  for (const one of Object.values(procedures)) if (isBuilt(one)) complete(one);
  return t.router(procedures);
};
