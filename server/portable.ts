import { env } from "@/env/env";
import { handleApi } from "@/server/api";
import { forwardedAddress } from "@/server/doors/node-http";

/**
 * The fetch handler as Next's route handlers mount it: `next start`, or a serverless host. There the caller's address
 * is only known from a proxy that we trust; our own header may have been sent by anybody. Next compresses there, so we do not.
 */
export const portable = (request: Request): Promise<Response> => {
  const forwarded = env.TRUST_PROXY ? forwardedAddress(request.headers.get("x-forwarded-for")) : undefined;
  request.headers.delete("accept-encoding");
  return handleApi(request, forwarded ?? null);
};
