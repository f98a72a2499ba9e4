import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/identity/auth-options";
import { samePath } from "@/server/identity/session/same-origin.rules";

const handler = NextAuth(authOptions);

/**
 * next-auth answers 500 to a callbackUrl that is no address, where this goes to the home page instead, and to a sign-in
 * that is not posted.
 */
function answer(request: NextRequest, context: unknown) {
  const url = new URL(request.url);
  if (request.method !== "POST" && url.pathname.endsWith("/callback/credentials"))
    return new Response(null, { status: 405, headers: { allow: "POST" } });
  const wanted = url.searchParams.get("callbackUrl");
  if (wanted === null) return handler(request, context);
  url.searchParams.set("callbackUrl", samePath(wanted, url.origin));
  return handler(new NextRequest(url, request), context);
}

export { answer as GET, answer as POST };
