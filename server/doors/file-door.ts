import type { AnyRouter } from "@trpc/server";
import type { Database } from "@/db/client";
import { assertEnrolled } from "@/server/kit/call/admission";
import { type Actor, type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { Id } from "@/server/kit/call/wire";
import { tokenOf } from "@/server/kit/secret/bearer.rules";
import { fileService } from "@/server/platform/file/file.service";
import { mayReadFile, type Reader } from "@/server/platform/file/file-right.service";
import type { Incoming } from "./rest";
import { baseHeaders, disposition } from "./rest-answer";
import { proceduresOf } from "./rest-plan";

interface FileDoor {
  router: AnyRouter;
  bearerActor: (token: string) => Promise<Actor>;
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
}

export const filePath = "/api/files/";

/** Every list says who may read the rows of its table. */
const readersOf = (router: AnyRouter): Reader[] =>
  proceduresOf(router).flatMap(
    ([
      ,
      {
        _def: { meta },
      },
    ]) => (meta?.list?.of ? [{ admission: meta, of: meta.list.of }] : []),
  );

/**
 * Uploaded files, for readers of a record that holds them, before that for their sender: by a session's cookie or a token.
 * Never shown on our own origin: an attachment, in a sandbox. 404 for all others, as for an unknown file.
 */
export function fileDoor({ router, bearerActor, screenActor, database }: FileDoor) {
  const readers = readersOf(router);
  return async ({ request, url, requestId, ip }: Incoming): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD" } });
    const token = tokenOf(request.headers.get("authorization"));
    const actor = token ? await bearerActor(token) : await screenActor(request.headers.get("cookie"));
    if (!actor) throw new AppError("credentials_missing");
    assertEnrolled(actor);
    const ctx: KnownCtx = { db: database(), actor, door: token ? "rest" : "screen", requestId, ip };
    const id = Id.safeParse(url.pathname.slice(filePath.length));
    const file = id.success ? await fileService.find(ctx, id.data) : undefined;
    const isOwn = file?.usedAt === null && file.owner === ownerOf(ctx);
    if (!file || !(isOwn || (await mayReadFile(ctx, readers, file.id)))) throw notFound();
    const headers = {
      ...baseHeaders(requestId),
      "cache-control": "private, no-cache",
      "content-disposition": disposition(file.name),
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "content-type": file.type,
      etag: `"${file.id}"`,
    };
    if (request.headers.get("if-none-match") === headers.etag) return new Response(null, { status: 304, headers });
    const bytes = await fileService.content(file.id);
    if (!bytes) throw notFound();
    return new Response(request.method === "HEAD" ? null : bytes, { headers });
  };
}
