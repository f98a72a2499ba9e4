import { type NextRequest, NextResponse } from "next/server";
import { transportSecurity } from "@/server/doors/transport-security";
import { mailStyleHash } from "@/server/platform/mail/mail-style.rules";

const policyOf = (nonce: string, isDevelopment: boolean) =>
  [
    "default-src 'self'",
    // React needs eval in development only, for its error overlays.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // The one style of all mails, for the frames that show one.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}' '${mailStyleHash}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");

const securityHeaders = {
  ...transportSecurity,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "cross-origin-opener-policy": "same-origin",
};

/** Gives every page its own nonce and the headers that keep strangers out. Rights are checked by the pages and procedures. */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID());
  const policy = policyOf(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // A layout does not know its page's address, and the sign-in page has to lead back to it.
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

// The API has its own headers, and a body that passed through here would be cut at 10 MB.
export const config = {
  matcher: ["/((?!api/|api$|_next/static|_next/image|icon.svg|favicon.ico|healthz|readyz|l/|\\.well-known).*)"],
};
