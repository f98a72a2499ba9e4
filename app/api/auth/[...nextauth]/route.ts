import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { problem, toResponse } from "@/server/doors/rest-answer";
import { readBytes } from "@/server/doors/rest-body";
import { authOptions } from "@/server/identity/auth-options";
import { secretOfForms } from "@/server/identity/session/cookie-token";
import { samePath } from "@/server/identity/session/same-origin.rules";
import { toAppError } from "@/server/kit/call/errors";

/** Takes the form of whichever web began it, before or after a secret was changed. */
const handlerFor = (secret: string) => NextAuth({ ...authOptions, secret });

/** A form of a few fields; next-auth itself would read a body of any size. */
const cap = 64 * 1024;

/**
 * next-auth answers 500 to a callbackUrl that is no address, where this goes to the home page instead, and to a sign-in
 * that is not posted.
 */
function answer({ method, headers, url: address }: NextRequest, context: unknown, body?: Uint8Array<ArrayBuffer>) {
  const url = new URL(address);
  if (method !== "POST" && /\/callback\/credentials(?:\/|$)/.test(url.pathname))
    return new Response(null, { status: 405, headers: { allow: "POST" } });
  const wanted = url.searchParams.get("callbackUrl");
  if (wanted !== null) url.searchParams.set("callbackUrl", samePath(wanted, url.origin));
  const handler = handlerFor(secretOfForms(headers.get("cookie")));
  return handler(new NextRequest(url, { method, headers, body }), context);
}

export const GET = (request: NextRequest, context: unknown) => answer(request, context);

export async function POST(request: NextRequest, context: unknown) {
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = await readBytes(request, cap);
  } catch (error) {
    const path = new URL(request.url).pathname;
    return toResponse(problem(toAppError(error), { requestId: crypto.randomUUID(), path }));
  }
  return answer(request, context, body);
}
