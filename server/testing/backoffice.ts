import type { Database } from "@/db/client";
import { companies } from "@/db/schema";
import { type CategoryCode, categoryId } from "@/seed/base";
import { restDoor } from "@/server/doors/rest";
import { toResponse } from "@/server/doors/rest-answer";
import type { Actor } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";

let n = 0;

/** A company of a seeded category; needs `seedBase`. */
export async function makeCompany(db: Database, category: CategoryCode = "MANUFACTURER", name = `Company ${++n}`) {
  const values = { name, registerNumber: `TEST-${++n}`, companyCategoryId: categoryId(category) };
  const [company] = await db.insert(companies).values(values).returning();
  if (!company) throw new Error("no company");
  return company;
}

interface Callers {
  /** rights of the person who sends `bearer`; all where not said */
  person?: Permission[];
  /** scopes of the key; all where not said */
  key?: Permission[];
}
type Rows = Record<string, unknown>[];
/** An answer's body as tests look at it. */
interface Body extends Record<string, unknown> {
  id: string;
  items: Rows;
  detail: string;
  errors: { path: string; message: string }[];
}

export const bearer = { authorization: "Bearer x" };
export const byKey = { "x-api-key": "x" };

/** Asks the REST API of the backoffice, below `/api/v1/backoffice/`, as a member of staff or as a key. */
export function backoffice(db: () => Database, { person = permissionCodes, key = permissionCodes }: Callers = {}) {
  const keyActor: Actor = {
    kind: "key",
    id: "00000000-0000-7000-8000-00000000000a",
    label: "a key",
    permissions: new Set(key),
  };
  const staff = staffCtx(undefined as unknown as Database, person).actor; // its database is not looked at
  const door = restDoor({
    router: appRouter,
    database: db,
    authenticate: { bearerActor: async () => staff, keyActor: async () => keyActor },
  });
  return async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const url = new URL(`http://localhost/api/v1/backoffice/${path}`);
    const sent = { ...headers, ...(body && { "content-type": "application/json" }) };
    const request = new Request(url, { method, headers: sent, body: body && JSON.stringify(body) });
    const { reply } = await door.handle({ request, url, requestId: "r", ip: null });
    const response = toResponse(reply);
    const text = await response.text();
    const answered = (text ? JSON.parse(text) : {}) as Body; // a test that looks at what is not there fails
    return { status: response.status, etag: response.headers.get("etag") ?? "", text, body: answered };
  };
}
