import { type AnyRouter, callTRPCProcedure } from "@trpc/server";
import type { Database } from "@/db/client";
import { assertMay, enterCompany } from "@/server/kit/call/admission";
import type { Actor, Ctx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { idempotencyOf } from "@/server/kit/call/idempotency";
import type { RestFile } from "@/server/kit/call/meta";
import type { Incoming } from "./rest";
import { type Reply, respond } from "./rest-answer";
import { proceduresOf, takesOrGivesFiles } from "./rest-plan";
import { checkedRequest, pageActor } from "./trpc-door";

interface DownloadDoor {
  router: AnyRouter;
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
  appUrl: string;
}

export const downloadPath = "/api/download/";

async function inputOf(request: Request): Promise<Record<string, unknown>> {
  try {
    return Object(await request.json());
  } catch {
    throw new AppError("invalid_input", "Give the input as JSON.");
  }
}

/**
 * Files for screens that are made by a mutation, because each is noted in the trail: the input is the body, as JSON, so that
 * no address holds it, and the answer is the file as it is made. Reached are only mutations that answer with a file and take
 * none; lists have the door of exports.
 */
export function downloadDoor({ router, screenActor, database, appUrl }: DownloadDoor) {
  const procedures = new Map(
    proceduresOf(router).filter(
      ([, one]) =>
        one._def.type === "mutation" && !one._def.meta?.files && takesOrGivesFiles(one) && !one._def.meta?.rest,
    ),
  );
  return async ({ request, url, requestId, ip }: Incoming): Promise<Reply | Response> => {
    const path = url.pathname.slice(downloadPath.length);
    const meta = procedures.get(path)?._def.meta;
    if (!meta) throw notFound();
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, { headers: { allow: "POST" } });
    const checked = await checkedRequest(request, appUrl);
    const actor = await pageActor(request.headers, screenActor);
    const idempotency = idempotencyOf(request.headers, actor);
    const caller: Ctx = { db: database(), actor, door: "screen", requestId, ip, idempotency };
    assertMay(caller, meta);
    const input = await inputOf(checked);
    const ctx = meta.company === undefined ? caller : await enterCompany(caller, meta, input[meta.company]);
    const output: unknown = await callTRPCProcedure({
      router,
      path,
      ctx,
      type: "mutation",
      getRawInput: async () => input,
      signal: request.signal,
      batchIndex: 0,
    });
    const file = output as RestFile; // its output schema says so
    return respond({ status: 200, text: null, file }, request, requestId);
  };
}
