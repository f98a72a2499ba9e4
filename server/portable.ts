import { env } from "@/env/env";
import { handleApi } from "@/server/api";

/**
 * The fetch handler as Next's route handlers mount it: `next start`, or a serverless host. There the caller's address is
 * only known from a proxy that we trust; a header of our own name may have come from anybody.
 */
export const portable = (request: Request): Promise<Response> => {
  const forwarded = env.TRUST_PROXY ? request.headers.get("x-forwarded-for") : null;
  return handleApi(request, forwarded?.split(",").at(-1)?.trim() || null);
};
