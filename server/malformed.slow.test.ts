import fc from "fast-check";
import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { isLong, scaled } from "@/db/testing/scale";
import { env } from "@/env/env";
import { seedDemo } from "@/seed/demo";
import { handleApi } from "@/server/api";
import { planOperations } from "@/server/doors/rest-plan";
import { makeUser } from "@/server/identity/testing";
import { signAccessToken } from "@/server/identity/token.service";
import { errorCodes } from "@/server/kit/errors";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { type KnownIds, malformedRequest } from "./malformed.requests";

const runs = scaled(100, 1_000);
const seed = isLong ? Date.now() : 20_261_121;
const { db, url } = useDatabase();

beforeAll(() => seedDemo(url, { scale: 60, now: Date.parse("2026-11-01T12:00:00Z") }), 60_000);

const Problem = z.strictObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.string(),
  code: z.enum(Object.keys(errorCodes)),
  requestId: z.string().min(1),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
});

/** A few ids of every table, as they are now. */
async function knownIds(): Promise<KnownIds> {
  const sql = postgres(url, { max: 1 });
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.columns
    where table_schema in ('backoffice', 'notification', 'platform') and column_name = 'id' and data_type = 'uuid'`;
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const rows = await sql<{ id: string }[]>`select id from ${sql(schema)}.${sql(name)} order by id limit 5`;
      return [name, rows.map(({ id }) => id)] as const;
    }),
  );
  await sql.end();
  return new Map(found);
}

/** Somebody who may do everything, in a session of their own: operations end sessions and delete roles. */
async function administrator() {
  const user = await makeUser(db(), { permissions: permissionCodes });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const [session] = await db().insert(sessions).values({ userId: user.id, kind: "api", expiresAt }).returning();
  if (!session) throw new Error("no session");
  return `Bearer ${await signAccessToken({ sub: user.id, sid: session.id, type: user.type })}`;
}

let address = 0;
const operations = planOperations(appRouter).map((operation) => [operation.name, operation] as const);

test.each(operations)(
  `%s answers ${runs} malformed requests, none with a 5xx`,
  { timeout: scaled(30_000, 300_000) },
  async (_, operation) => {
    const ids = await knownIds();
    const credential: [string, string] =
      operation.rest.auth === "apiKey"
        ? ["x-api-key", env.INTERNAL_API_KEY ?? ""]
        : ["authorization", await administrator()];
    const statuses: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const { url, ...init } = malformedRequest(draw, operation, ids);
        if (operation.rest.auth !== "none") init.headers.set(...credential);
        const response = await handleApi(
          new Request(url, init as RequestInit),
          `10.${++address >> 16}.${(address >> 8) & 255}.${address & 255}`,
        );
        const text = await response.text();
        const asked = `${init.method} ${url.slice(0, 300)} ${String(init.body).slice(0, 300)} answers ${text}`;
        statuses.push(response.status);
        expect(response.status, asked).toBeLessThan(500);
        if (response.status < 400) return;
        expect(response.headers.get("content-type"), asked).toBe("application/problem+json; charset=utf-8");
        expect(Problem.parse(JSON.parse(text)).status, asked).toBe(response.status);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    // They must have come to the operation itself, not been stopped at its door.
    const known = statuses.filter((status) => status !== 401 && status !== 403);
    if (operation.rest.auth !== "own") expect(known.length).toBeGreaterThan(runs / 2);
  },
);
