import { appendFileSync, mkdirSync } from "node:fs";
import { expect } from "vitest";
import { password } from "@/scripts/demo.mjs";
import type { Persdesk } from "./harness";
import { ask } from "./person";

// What both files of holes share: callers with chosen rights, and a line for each point that was tried.

export interface Answered {
  status: number;
  body: string;
}

const file = "reports/holes.txt";

/** Notes what was asked and answered, one line, and checks the status. `words` are to stand in the answer. */
export function told(
  point: string,
  request: string,
  { status, body }: Answered,
  wanted: number | number[],
  words = "",
): void {
  const detail = /"detail":"([^"]*)"/.exec(body)?.[1] ?? (body.includes(words) ? words : body.slice(0, 120));
  mkdirSync("reports", { recursive: true });
  appendFileSync(file, `${point} · ${request} → ${status}${detail ? `: ${detail}` : ""}\n`);
  const fits = [wanted].flat().includes(status) && body.includes(words);
  expect([point, request, fits || `${status} ${body.slice(0, 300)}`]).toEqual([point, request, true]);
}

/** Asks a running Persdesk; `path` is below /api/v1, or /api where it begins with that. */
export async function call(
  { url }: Persdesk,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const auth: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const isRaw = body === undefined || body instanceof FormData || typeof body === "string";
  const json: Record<string, string> =
    body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" };
  const answer = await fetch(url + (path.startsWith("/api") ? path : `/api/v1${path}`), {
    method,
    headers: { ...json, ...auth, ...headers },
    body: isRaw ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.text() };
}

/** A login by REST. */
export const login = (persdesk: Persdesk, email: string, secret = password) =>
  call(persdesk, "POST", "/users/login", { body: { email, password: secret } });

/** The access token of somebody of the demo, or of whom `clerk` made. */
export async function tokenOf(persdesk: Persdesk, email: string): Promise<string> {
  const { status, body } = await login(persdesk, email);
  if (status !== 200) throw new Error(`login of ${email}: ${status} ${body}`);
  return JSON.parse(body).accessToken;
}

let n = 0;

/** Staff with these rights and the demo's password. @returns their address */
export async function clerk(persdesk: Persdesk, ...permissions: string[]): Promise<string> {
  n += 1;
  const email = `clerk${n}@persdesk.demo`;
  await ask(
    persdesk,
    (sql) => sql`
      with role as (
        insert into backoffice.roles (id, code, name, group_code, portal_id, permissions, created_at, updated_at)
        select gen_random_uuid(), ${`CLERK_${n}`}, ${`Clerk ${n}`}, group_code, portal_id, ${permissions}, now(), now()
        from backoffice.roles where code = 'SUPPORT' returning id
      ), person as (
        insert into backoffice.users (id, email, first_name, last_name, type, status, password_hash, created_at, updated_at)
        select gen_random_uuid(), ${email}, 'Clerk', 'Test', 'Staff', 'active', password_hash, now(), now()
        from backoffice.users where email = 'admin@persdesk.demo' returning id
      )
      insert into backoffice.user_roles (user_id, role_id, created_at) select person.id, role.id, now() from person, role`,
  );
  return email;
}

/** One value of the database. */
export async function idOf(persdesk: Persdesk, query: string): Promise<string> {
  const [row] = await ask(persdesk, (sql) => sql.unsafe<{ id: string }[]>(query));
  if (!row) throw new Error(`nothing found: ${query}`);
  return row.id;
}

export const userId = (persdesk: Persdesk, email: string): Promise<string> =>
  idOf(persdesk, `select id from backoffice.users where email = '${email}'`);
