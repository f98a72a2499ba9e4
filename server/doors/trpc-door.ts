import type { AnyRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Database } from "@/db/client";
import type { Actor, Ctx } from "@/server/kit/call/context";
import { AppError, toAppError } from "@/server/kit/call/errors";
import { idempotencyOf } from "@/server/kit/call/idempotency";
import { mannerOf, speakAs } from "@/texts/node";
import type { Incoming } from "./rest";
import { baseHeaders } from "./rest-answer";
import { isJson, readBytes } from "./rest-body";
import { proceduresOf, takesOrGivesFiles } from "./rest-plan";

interface TrpcDoor {
  router: AnyRouter;
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
  /** where people reach the app; its pages may ask, and pages of the host in the request */
  appUrl: string;
}

export const trpcPath = "/api/trpc";
const bodyCap = 16 * 1024 * 1024;

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host || undefined : undefined);

/** Is the page that asks one of ours? Browsers send Origin with every cross-site request and every POST. */
export function assertSameOrigin(headers: Headers, appUrl: string) {
  const origin = headers.get("origin");
  if (origin === null) return;
  const host = hostOf(origin);
  if (!host || (host !== headers.get("host") && host !== hostOf(appUrl)))
    throw new AppError("forbidden", "Requests from this page are not accepted.");
}

/** What a form of another site cannot send: JSON, and a header of our own. The body is read up to a cap. */
export async function checkedRequest(request: Request, appUrl: string): Promise<Request> {
  assertSameOrigin(request.headers, appUrl);
  if (request.method === "GET" || request.method === "HEAD") return request;
  if (request.method !== "POST")
    throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD, POST" } });
  if (request.headers.get("x-persdesk") !== "1") throw new AppError("forbidden", "The header x-persdesk is missing.");
  if (!isJson(request.headers.get("content-type")))
    throw new AppError("unsupported_media_type", "Send this as application/json.");
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await readBytes(request, bodyCap) });
}

/**
 * The person whose page asks. Where the browser's session has become somebody else's since the page was drawn (switched
 * to, switched back, or signed in again in another window), the page belongs to nobody: what it sends was not meant in
 * that person's name.
 */
export async function pageActor(headers: Headers, screenActor: TrpcDoor["screenActor"]) {
  const actor = await screenActor(headers.get("cookie"));
  speakAs(mannerOf(actor));
  const drawnFor = headers.get("x-persdesk-viewer");
  return actor?.kind === "user" && drawnFor !== null && drawnFor !== actor.id ? null : actor;
}

/** The router without procedures that take or give files: these do not fit into JSON and belong to the REST door. */
function withoutFiles(router: AnyRouter): AnyRouter {
  const kept = proceduresOf(router).filter(([, procedure]) => !takesOrGivesFiles(procedure));
  // Without a prototype, where a path such as "constructor" would find what is no procedure.
  const procedures = Object.assign(Object.create(null), Object.fromEntries(kept));
  return { ...router, _def: { ...router._def, procedures } };
}

/**
 * The typed door: what screens call, by their session cookie. Other sites' pages are kept out (403). An Idempotency-Key
 * belongs to each call of a batch or stream by itself.
 */
export function trpcDoor({ router: all, screenActor, database, appUrl }: TrpcDoor) {
  const router = withoutFiles(all);
  return async ({ request, url, requestId, ip }: Incoming): Promise<Response> => {
    const req = await checkedRequest(request, appUrl);
    const createContext = async (): Promise<Ctx> => {
      const actor = await pageActor(request.headers, screenActor);
      const isAlone = !url.searchParams.has("batch");
      const idempotency = req.method === "POST" ? idempotencyOf(request.headers, actor, isAlone) : undefined;
      return { db: database(), actor, door: "screen", requestId, ip, idempotency };
    };
    return fetchRequestHandler({
      endpoint: trpcPath,
      req,
      router,
      maxBatchSize: 10,
      createContext,
      responseMeta: ({ errors }) => {
        const extra = errors.map((error) => toAppError(error.cause ?? error).headers);
        return { headers: Object.assign(baseHeaders(requestId), ...extra) };
      },
    });
  };
}
