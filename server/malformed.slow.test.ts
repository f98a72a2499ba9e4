import fc from "fast-check";
import { expect, test } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { sample, walkSeed } from "@/db/testing/sample";
import { isLong, scaled, shared } from "@/db/testing/scale";
import { env } from "@/env/env";
import { handleApi } from "@/server/api";
import { planOperations } from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { malformedRequest } from "./malformed.requests";
import { administrator, knownIds, Problem } from "./testing/malformed";

const seed = isLong ? Date.now() : walkSeed;
const { db } = useDemo(60, "2026-11-01T12:00:00Z");

let address = 0;
const all = planOperations(appRouter).map((operation) => [operation.name, operation] as const);
const operations = sample(all, 40, "operations that are asked with malformed requests");
const runs = shared(200, operations.length, 1_000);

test.each(operations)(
  `%s answers ${runs} malformed requests, none with a 5xx`,
  { timeout: scaled(240_000, 300_000) },
  async (_, operation) => {
    const ids = await knownIds(db());
    const credential: [string, string] =
      operation.rest.auth === "apiKey"
        ? ["x-api-key", env.INTERNAL_API_KEY ?? ""]
        : ["authorization", `Bearer ${(await administrator(db())).bearer}`];
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
