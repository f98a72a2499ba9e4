import { type AnyRouter, callTRPCProcedure } from "@trpc/server";
import type { Database } from "@/db/client";
import { assertMay, enterCompany } from "@/server/kit/call/admission";
import type { Actor, Ctx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { idempotencyOf } from "@/server/kit/call/idempotency";
import type { UploadedFile } from "@/server/kit/call/meta";
import { t } from "@/texts/t";
import type { Incoming } from "./rest";
import { type Reply, respond } from "./rest-answer";
import { readBytes } from "./rest-body";
import { proceduresOf } from "./rest-plan";
import { assertSameOrigin, pageActor } from "./trpc-door";

interface UploadDoor {
  router: AnyRouter;
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
  appUrl: string;
}

export const uploadPath = "/api/upload/";
const fileCap = 10 * 1024 * 1024;
const inputCap = 8_192;
const fileType = "application/octet-stream";

function inputOf(text: string | null): Record<string, unknown> {
  try {
    if (text !== null && text.length <= inputCap) return Object(JSON.parse(text));
  } catch {
    // answered below, as what is too long
  }
  throw new AppError(
    "invalid_input",
    t("input: give the other fields as JSON, at most {most} characters.", { most: inputCap }),
  );
}

/**
 * Files from screens: the body is the file itself, the other fields stand as JSON in `?input=`, and the answer is the
 * procedure's, as JSON. Only procedures that say which of their keys is a file are reached; who may not is told before
 * the file is read.
 */
export function uploadDoor({ router, screenActor, database, appUrl }: UploadDoor) {
  const procedures = new Map(proceduresOf(router).filter(([, { _def }]) => _def.meta?.files));
  return async ({ request, url, requestId, ip }: Incoming): Promise<Reply | Response> => {
    const path = url.pathname.slice(uploadPath.length);
    const meta = procedures.get(path)?._def.meta;
    const [key] = meta?.files ?? [];
    if (!meta || !key) throw notFound();
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, { headers: { allow: "POST" } });
    assertSameOrigin(request.headers, appUrl);
    if (request.headers.get("x-persdesk") !== "1") throw new AppError("forbidden", "The header x-persdesk is missing.");
    const actor = await pageActor(request.headers, screenActor);
    const idempotency = idempotencyOf(request.headers, actor);
    const caller: Ctx = { db: database(), actor, door: "screen", requestId, ip, idempotency };
    assertMay(caller, meta);
    const input = inputOf(url.searchParams.get("input"));
    const ctx = meta.company === undefined ? caller : await enterCompany(caller, meta, input[meta.company]);
    // A type that no form of another site can send.
    if (request.headers.get("content-type") !== fileType)
      throw new AppError("unsupported_media_type", t("Send the file as {type}.", { type: fileType }), {
        headers: { accept: fileType },
      });
    const file: UploadedFile = {
      name: String(input.fileName ?? ""),
      type: fileType,
      bytes: await readBytes(request, meta.maxFileBytes ?? fileCap),
    };
    const output: unknown = await callTRPCProcedure({
      router,
      path,
      ctx,
      type: "mutation",
      getRawInput: async () => ({ ...input, [key]: file }),
      signal: undefined,
      batchIndex: 0,
    });
    return respond({ status: 200, text: JSON.stringify(output) }, request, requestId);
  };
}
