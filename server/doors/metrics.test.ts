import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { appRouter } from "@/server/root";
import { metrics, observe } from "./metrics";
import { proceduresOf } from "./rest-plan";

useDatabase();

it("are few, whatever is asked for", async () => {
  const operations = proceduresOf(appRouter).flatMap(([name]) => [name, `trpc ${name}`]);
  for (const operation of operations)
    for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 412, 422, 429, 500, 503])
      observe(operation.startsWith("trpc") ? "trpc" : "rest", operation, status, 0.01);
  const text = await (await metrics()).text();
  expect(text).toContain('persdesk_http_requests_total{operation="trpc pers.rows",status="2xx"}');
  expect(text).toContain('persdesk_http_request_duration_seconds_bucket{le="0.025",door="rest"}');
  expect(text).toContain("persdesk_database_up 1");
  // A time series each: every operation at both doors with four kinds of status and a sum, and some for the process.
  expect(text.split("\n").length).toBeLessThan(operations.length * 5 + 600);
  expect(text.length).toBeLessThan(1_000_000);
});
