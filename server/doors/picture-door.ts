import { assertEnrolled } from "@/server/kit/call/admission";
import type { Actor } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { tokenOf } from "@/server/kit/secret/bearer.rules";
import { storage } from "@/server/kit/storage/storage";
import { pictureType } from "@/server/platform/file/picture.service";
import type { Incoming } from "./rest";
import { baseHeaders, hashOf } from "./rest-answer";

interface PictureDoor {
  bearerActor: (token: string) => Promise<Actor>;
  screenActor: (cookie: string | null) => Promise<Actor | null>;
}

export const picturePath = "/api/pictures/";

/** Pictures, for anyone signed in: a page's `<img>` by its session cookie, an app by its token. A picture never changes. */
export const pictureDoor =
  ({ bearerActor, screenActor }: PictureDoor) =>
  async ({ request, url, requestId }: Incoming): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD" } });
    const token = tokenOf(request.headers.get("authorization"));
    const actor = token ? await bearerActor(token) : await screenActor(request.headers.get("cookie"));
    if (!actor) throw new AppError("credentials_missing");
    assertEnrolled(actor);
    const key = url.pathname.slice(picturePath.length);
    const bytes = /^[\da-f]{40}\.webp$/.test(key) ? await storage().get(key) : null;
    if (!bytes) throw notFound();
    const headers = {
      ...baseHeaders(requestId),
      "cache-control": "private, max-age=31536000, immutable",
      "content-type": pictureType,
      etag: `"${hashOf(key)}"`,
    };
    if (request.headers.get("if-none-match") === headers.etag) return new Response(null, { status: 304, headers });
    return new Response(request.method === "HEAD" ? null : bytes, { headers });
  };
