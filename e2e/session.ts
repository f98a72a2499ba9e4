import { password } from "@/scripts/demo.mjs";
import type { Persdesk } from "./harness";

const pairs = (answer: Response) => answer.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");

/** The cookies of somebody of the demo who signed in as the login page does. */
export async function cookiesOf(url: string, email: string): Promise<string> {
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await first.json();
  const second = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: pairs(first).join("; ") },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    redirect: "manual",
  });
  const session = pairs(second);
  if (!second.ok || !session.some((pair) => pair.includes("persdesk.session="))) {
    throw new Error(`${email} was not signed in: ${second.status} ${await second.text()}`);
  }
  return [...pairs(first), ...session].join("; ");
}

/** Signs a person of the demo in over HTTP, without a browser, as the screens do. */
export async function screenOf({ url }: Pick<Persdesk, "url">, email: string) {
  const cookie = await cookiesOf(url, email);
  const headers = { cookie, "x-persdesk": "1", origin: url };
  const inputOf = (input: object) => `input=${encodeURIComponent(JSON.stringify(input))}`;
  const dataOf = async (answer: Response) => {
    const { result, error } = await answer.json();
    if (error) throw new Error(`${answer.status} ${JSON.stringify(error)}`);
    return result.data;
  };
  return {
    cookie,
    query: async (procedure: string, input: object) =>
      dataOf(await fetch(`${url}/api/trpc/${procedure}?${inputOf(input)}`, { headers })),
    mutate: async (procedure: string, input: object) =>
      dataOf(
        await fetch(`${url}/api/trpc/${procedure}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(input),
        }),
      ),
    /** Sends a file as a screen does; any answer. */
    upload: (procedure: string, file: Uint8Array<ArrayBuffer>, input: object) =>
      fetch(`${url}/api/upload/${procedure}?${inputOf(input)}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/octet-stream" },
        body: new Blob([file]),
      }),
  };
}

/** Signs a person of the demo in at the REST API. @returns what its requests need */
export async function restOf({ url }: Persdesk, email: string) {
  const answer = await fetch(`${url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  const headers = { authorization: `Bearer ${(await answer.json()).accessToken}` };
  return {
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`${url}/api/v1${path}`, { ...init, headers: { ...headers, ...init.headers } }),
    /** Sends a file in a form; any answer. */
    upload: (path: string, file: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append("file", new Blob([file]), "labels");
      return fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: form });
    },
  };
}
