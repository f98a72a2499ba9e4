import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { appRouter } from "@/server/root";
import { metrics, observe } from "./metrics";
import { proceduresOf } from "./rest-plan";

const { db } = useDatabase();

it("are those that the dashboard and the alert rules ask for, work that waits among them", async () => {
  await db()
    .insert(mailLog)
    .values({
      templateCode: "PASSWORD_CHANGED",
      module: "identity",
      sender: "a@persdesk.demo",
      recipient: "b@persdesk.demo",
      subject: "s",
      body: "b",
      createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    });
  await db().execute(sql`select graphile_worker.add_job('test', run_at => now() - interval '2 minutes')`);
  observe("rest", "a", 200, 0.01);
  const text = await (await metrics()).text();
  const value = (series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(series))
        ?.slice(series.length),
    );
  expect(value('persdesk_work_waiting{kind="job"}')).toBe(1);
  expect(value('persdesk_work_oldest_seconds{kind="job"}')).toBeCloseTo(120, -1);
  expect(value('persdesk_work_waiting{kind="mail"}')).toBe(1);
  expect(value('persdesk_work_oldest_seconds{kind="mail"}')).toBeCloseTo(3600, -2);
  for (const file of ["alerts.yml", "grafana.json"]) {
    const asked = readFileSync(`docs/operations/${file}`, "utf8").match(/\b(persdesk|process|nodejs)_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(3);
    for (const name of asked) expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
  }
});

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
