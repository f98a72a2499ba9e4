import type { ConformanceCase, Sender } from "./api.conformance.case";
import { restCases } from "./api.conformance.rest";
import { screenCases } from "./api.conformance.screen";

/** What both mounts of the API must do alike: on node:http itself, and in Next's route handlers. */
export const conformanceCases: ConformanceCase[] = [...restCases, ...screenCases];

/** The headers that sign a sender in, as a runner of the cases knows them. */
export type Credentials = Record<Sender, Record<string, string>>;

/** Sends a case. @returns what is wrong with the answer; nothing where it conforms */
export async function faultsOf(
  one: ConformanceCase,
  send: (path: string, init: RequestInit) => Promise<Response>,
  credentials: Credentials,
): Promise<string[]> {
  const body = typeof one.body === "object" ? "x".repeat(one.body.length) : one.body;
  const headers = { ...credentials[one.as ?? "nobody"], ...one.headers };
  const response = await send(one.path, { method: one.method, headers, body });
  const text = await response.text();
  const faults = response.status === one.status ? [] : [`answers ${response.status} instead of ${one.status}: ${text}`];
  for (const [name, wanted] of Object.entries(one.answers ?? {}))
    if (!wanted.test(response.headers.get(name) ?? "")) faults.push(`${name}: ${response.headers.get(name)}`);
  if (one.text && !one.text.test(text)) faults.push(`its text is ${text.slice(0, 300)}`);
  return faults;
}
