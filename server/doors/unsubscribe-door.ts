import type { Database } from "@/db/client";
import type { Incoming } from "@/server/doors/rest";
import { baseHeaders } from "@/server/doors/rest-answer";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { unsubscribe } from "@/server/notification/unsubscribe/unsubscribe.service";
import { unsubscribeOf, unsubscribePath } from "@/server/notification/unsubscribe/unsubscribe-token.service";

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Unsubscribe</title></head><body><main>${body}</main></body></html>`;

const question = page(
  `<h1>Unsubscribe</h1><p>Do you want no more notifications of this app by e-mail?</p>` +
    `<form method="post"><button type="submit">Unsubscribe</button></form>`,
);
const answer = page(`<h1>Unsubscribed</h1><p>You get no more notifications of this app by e-mail.</p>`);

/**
 * `/api/unsubscribe/{token}`: a page that asks (GET changes nothing, because mail scanners follow links) and the POST
 * that does it, by its button or at once by a mail client (RFC 8058). No login, and every link is answered alike.
 */
export const unsubscribeDoor =
  ({ database }: { database: () => Database }) =>
  async ({ request, url, requestId, ip }: Incoming): Promise<Response> => {
    const { method } = request;
    if (!["GET", "HEAD", "POST"].includes(method))
      throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD, POST" } });
    const headers = {
      ...baseHeaders(requestId),
      "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      "content-type": "text/html; charset=utf-8",
    };
    if (method !== "POST") return new Response(method === "HEAD" ? null : question, { headers });
    const ctx: KnownCtx = {
      db: database(),
      actor: { kind: "system", label: "unsubscribe link" },
      door: "rest",
      requestId,
      ip,
    };
    await limitRate(ctx, { name: "unsubscribe", ...rateLimits.link });
    const about = unsubscribeOf(url.pathname.slice(unsubscribePath.length));
    if (about) await unsubscribe(ctx, about.email, about.keyPlatformTech);
    return new Response(answer, { headers });
  };
