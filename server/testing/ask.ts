import { handleApi } from "@/server/api";
import { endAccess, networkOf } from "@/server/doors/access-log";
import { authOptions } from "@/server/identity/auth-options";
import { inAccess, requestIdOf } from "@/server/kit/process/access";

interface Asked {
  headers?: Record<string, string>;
  /** sent as JSON, or as it is where it is a text */
  body?: unknown;
  /** the caller's address; another one each time where not said, so that tests do not share rate limits */
  ip?: string;
}

let n = 0;

/** Asks the API as the network does; `path` is below /api. */
export async function ask(method: string, path: string, { headers = {}, body, ip }: Asked = {}) {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, headers: { ...json, ...headers }, body: text };
  const request = new Request(`http://localhost/api${path}`, init);
  const from = ip ?? `10.9.${++n >> 8}.${n & 255}`;
  const access = { requestId: requestIdOf(request.headers.get("x-request-id")) };
  const response = await inAccess(access, () => handleApi(request, from));
  endAccess(access, { method, status: response.status, took: 0, network: networkOf(from) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A tRPC call as a screen makes it. */
export const askScreen = (procedure: string, input: unknown, { headers, ...rest }: Asked = {}) =>
  ask("POST", `/trpc/${procedure}`, { ...rest, headers: { "x-persdesk": "1", ...headers }, body: input });

/** A tRPC read as a screen makes it. */
export const readScreen = (procedure: string, input: unknown, asked: Asked = {}) =>
  ask("GET", `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, asked);

interface Provider {
  options: { authorize: (input: unknown, request: unknown) => Promise<{ id: string }> };
}

/**
 * The browser's sign-in as next-auth calls it.
 * @returns the session's id, or why there is none
 */
export function signInScreen(
  email: string,
  password: string,
  ip?: string,
): Promise<{ sid: string } | { refused: string }> {
  const [{ options }] = authOptions.providers as unknown as [Provider]; // ours is the only one
  return options.authorize({ email, password }, { headers: { "x-persdesk-client-ip": ip } }).then(
    ({ id }) => ({ sid: id }),
    (error: Error) => ({ refused: error.message }),
  );
}
