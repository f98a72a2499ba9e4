import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { isTracing, spanIds, spanned } from "@/env/spans";
import { secretSettings } from "@/env/testing";
import { useProgram } from "@/scripts/testing/program";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { startTracing } from "./tracing";

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status?: { code?: number };
}

const { db, url } = useDatabase();
const { program } = useProgram("server/worker.ts");
const attribute = (span: Sent | undefined, key: string) =>
  span?.attributes.find((one) => one.key === key)?.value.stringValue;
const childrenOf = (span: Sent | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);
const spans: Sent[] = [];
const services = new Set<string>();
const collector = createServer((req, res) => {
  let body = "";
  req
    .on("data", (part) => {
      body += part;
    })
    .on("end", () => {
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const { key, value } of resource.attributes) if (key === "service.name") services.add(value.stringValue);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      res.writeHead(req.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
});
let end: () => Promise<void>;

beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const nothing = await startTracing("nobody asked");
  expect(isTracing()).toBe(false);
  await nothing();
  env.OTEL_EXPORTER_OTLP_ENDPOINT = address;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = address; // the packages read it themselves
  end = await startTracing("persdesk-test");
  await seedBase(db());
});
afterAll(() => {
  delete env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  collector.closeAllConnections();
  collector.close();
});

test("a request is a tree of spans: itself, its procedure, its statements, those of transactions too", async () => {
  const { bearer } = await credentialsOf(db(), await makePerson(db(), {}, ["model-pers.read", "model-pers.write"]));
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { authorization: `Bearer ${bearer}`, traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const secret = "a text that no span may hold";
  const made = await ask("POST", "/v1/backoffice/admin/model-pers", { headers, body: { label: secret } });
  expect(made.status).toBe(201);
  expect((await ask("GET", "/v1/backoffice/admin/model-pers?limit=1", { headers })).status).toBe(200);
  const broken = spanned({ name: "broken", kind: "internal" }, async () => {
    expect(spanIds()?.trace_id).toMatch(/^[0-9a-f]{32}$/);
    throw new TypeError(secret);
  });
  await expect(broken).rejects.toThrow(secret);
  await end();
  expect([isTracing(), spanIds()]).toEqual([false, undefined]);
  expect([...services]).toEqual(["persdesk-test"]);

  const roots = spans.filter(({ parentSpanId }) => parentSpanId === "b7ad6b7169203331");
  expect(roots.map(({ name, kind }) => [name, kind])).toEqual([
    ["POST modelPers.create", 2],
    ["GET modelPers.list", 2],
  ]);
  const [create, list] = roots;
  expect(attribute(create, "persdesk.request_id")).toBe(made.headers.get("x-request-id"));
  const procedure = childrenOf(create).find(({ name }) => name === "modelPers.create");
  const statements = childrenOf(procedure).map((span) => attribute(span, "db.query.text") ?? "");
  expect(statements.some((text) => text.startsWith('insert into "backoffice"."model_pers"'))).toBe(true);
  expect(statements.some((text) => /insert into .*audit_log/.test(text))).toBe(true);
  const read = childrenOf(list).find(({ name }) => name === "modelPers.list");
  expect(childrenOf(read).length).toBeGreaterThanOrEqual(2); // the ids and the total, then the rows
  expect(childrenOf(read).every(({ name, kind }) => name === "select" && kind === 3)).toBe(true);
  expect(spans.filter((span) => span.traceId === traceId).length).toBeGreaterThan(6);
  expect(spans.find(({ name }) => name === "broken")?.status?.code).toBe(2);
  expect(JSON.stringify(spans)).not.toContain(secret);
});

test("a worker's job is one too, with its statements and the mail that it sends", async () => {
  const smtp = await startSmtpServer();
  await enqueueMail(systemCtx("test"), {
    templateCode: "PASSWORD_CHANGED",
    module: "identity",
    recipient: "traced@persdesk.test",
    tokens: { firstName: "Robin" },
  });
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = env;
  const worker = spawn(process.execPath, [program], {
    env: {
      ...secretSettings(),
      OTEL_EXPORTER_OTLP_ENDPOINT,
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATABASE_URL: url,
      SMTP_URL: smtp.url,
      OTEL_BSP_SCHEDULE_DELAY: "200",
    },
    stdio: "ignore",
  });
  const job = () => spans.find(({ name }) => name === "job deliver-mail");
  await expect.poll(job).toBeDefined();
  worker.kill("SIGTERM");
  expect(await new Promise((done) => worker.once("exit", done))).toBe(0);
  await smtp.close();
  expect(services).toContain("persdesk-worker");
  expect(job()).toMatchObject({ kind: 5 });
  expect(childrenOf(job()).map(({ name }) => name)).toEqual(expect.arrayContaining(["select", "send mail", "update"]));
  expect(JSON.stringify(spans)).not.toContain("traced@persdesk.test");
  // What idle workers ask is no trace of its own.
  expect(spans.filter((span) => attribute(span, "db.query.text") && !span.parentSpanId)).toEqual([]);
});
