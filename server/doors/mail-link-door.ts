import type { Database } from "@/db/client";
import { env } from "@/env/env";
import type { Incoming } from "@/server/doors/rest";
import { baseHeaders } from "@/server/doors/rest-answer";
import type { Ctx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { escapeHtml } from "@/server/kit/value/placeholders.rules";
import { mailLinkPath, targetOf } from "@/server/platform/mail/mail-link.service";
import { languageOf, speaking } from "@/texts/node";
import { manner } from "@/texts/speech";
import { t } from "@/texts/t";

const page = (title: string, body: string) =>
  `<!doctype html><html lang="${manner().language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head><body><main>` +
  `<h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

const said = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** Where a link leads that is no page of ours: people see it and press it themselves. */
function elsewhere(target: string) {
  const { protocol, host } = new URL(target);
  const isWeb = protocol === "https:";
  const title = isWeb ? t("This link leads to {host}", { host }) : t("This link opens in the app");
  const words = isWeb ? t("Go to {host}", { host }) : t("Open the app");
  return page(title, `<p><a href="${escapeHtml(target)}" rel="noreferrer">${escapeHtml(words)}</a></p>`);
}

/**
 * `/l/{code}`: leads to a page of ours at once. To an app, or to another site, it leads by a page that says where, so that
 * our address is nobody's way to a site of theirs. GET changes nothing, because mail scanners follow links.
 */
export const mailLinkDoor =
  ({ database }: { database: () => Database }) =>
  ({ request, url, requestId, ip }: Incoming): Promise<Response> =>
    speaking({ language: languageOf(request.headers.get("accept-language")), timeZone: "UTC" }, async () => {
      const { method } = request;
      if (!["GET", "HEAD"].includes(method))
        throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD" } });
      const ctx: Ctx = { db: database(), actor: null, door: "rest", requestId, ip };
      await limitRate(ctx, { name: "mail-link", ...rateLimits.mailLink });
      const target = await targetOf(ctx, url.pathname.slice(mailLinkPath.length));
      const headers = {
        ...baseHeaders(requestId),
        "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "content-type": "text/html; charset=utf-8",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      };
      const html = (body: string, status: number) => new Response(method === "HEAD" ? null : body, { status, headers });
      if (!target) {
        const asked = t("It has expired, or it was copied in part. Open the mail again, or ask for another one.");
        return html(page(t("This link no longer works"), said(asked)), 404);
      }
      if (new URL(target).origin === new URL(env.APP_URL).origin)
        return new Response(null, { status: 302, headers: { ...headers, location: target } });
      return html(elsewhere(target), 200);
    });
