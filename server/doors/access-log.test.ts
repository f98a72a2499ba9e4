import { createServer } from "node:http";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { patienceMs } from "@/db/testing/scale";
import { sourceFiles } from "@/scripts/import-graph.mjs";
import { seedBase } from "@/seed/base";
import { answerApi } from "@/server/api";
import { testPassword } from "@/server/identity/testing";
import { clientIpHeader } from "@/server/kit/process/access";
import { log } from "@/server/kit/process/log";
import { appRouter } from "@/server/root";
import { cookieOf, credentialsOf, makePerson } from "@/server/testing/callers";
import { inAccessLog, networkOf } from "./access-log";
import { metrics } from "./metrics";
import { sendReply, toRequest } from "./node-http";
import { pageRoutes } from "./page-routes";
import { documentedPath, planOperations } from "./rest-plan";

const { db } = useDatabase();
const server = createServer((req, res) => {
  inAccessLog(req, res, async () => {
    req.headers[clientIpHeader] = "203.0.113.77";
    await sendReply(await answerApi(toRequest(req, res, { ip: "203.0.113.77", scheme: "http" })), res);
  });
});
let url = "";
const info = vi.spyOn(log, "info");

beforeAll(async () => {
  await seedBase(db());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${Object(server.address()).port}`;
  return () => void server.close();
});
beforeEach(() => info.mockClear());

type Line = Record<string, unknown>;

/** The lines that this many requests wrote. */
async function lines(count: number) {
  const written = () => info.mock.calls.filter(([, message]) => message === "request").map(([line]) => line as Line);
  await vi.waitFor(() => expect(written()).toHaveLength(count), { timeout: patienceMs });
  return written();
}

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(url + path, init);
  await answer.arrayBuffer();
  return answer;
}

const json = (body: object, headers = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const series = async (start: string) =>
  Number(
    (await (await metrics()).text())
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.slice(start.length) ?? 0,
  );

describe("the line of a request", () => {
  it("says what was asked, who asked and what came of it, under the id that the answer carries", async () => {
    const person = await makePerson(db(), {}, ["pers.read"]);
    const headers = { authorization: `Bearer ${(await credentialsOf(db(), person)).bearer}` };
    const answer = await ask("/api/v1/backoffice/admin/model-pers/no-id?filter=secret", { headers });
    const [line] = await lines(1);
    expect(line).toEqual({
      requestId: answer.headers.get("x-request-id"),
      method: "GET",
      route: "/api/v1/backoffice/admin/model-pers/{id}",
      status: answer.status,
      ms: expect.any(Number),
      network: "127.0.0.0/24",
      isCut: undefined,
      personId: person.id,
    });
  });

  it("bears the id that the request was sent with, where that is one", async () => {
    const sent = "gateway-7:a.b_c";
    const [taken, made] = [sent, "x".repeat(129)].map((id) => ask("/readyz", { headers: { "x-request-id": id } }));
    expect((await taken)?.headers.get("x-request-id")).toBe(sent);
    expect((await made)?.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  it("names the procedures of a screen, and no text that is none", async () => {
    await ask("/api/trpc/modelPers.rows,a@b.example?batch=1");
    expect((await lines(1))[0]).toMatchObject({ route: "trpc modelPers.rows trpc unknown" });
  });

  it("says why a sign-in was refused, and the metrics count it", async () => {
    const { email } = await makePerson(db());
    const reason = 'persdesk_sign_ins_refused_total{reason="sign-in wrong"} ';
    const before = await series(reason);
    const { status } = await ask("/api/v1/users/login", json({ email, password: "wrong" }));
    expect(status).toBe(401);
    const [line] = await lines(1);
    expect(line).toMatchObject({ route: "/api/v1/users/login", status: 401, signIn: "sign-in wrong" });
    expect(JSON.stringify(line)).not.toContain(email);
    expect(await series(reason)).toBe(before + 1);
    await ask("/api/v1/users/forgot-password", json({ email }));
    const asked = (await lines(2))[1];
    expect([asked?.route, asked?.status, asked?.signIn]).toEqual(["/api/v1/users/forgot-password", 200, undefined]);
  });

  it("says which limit a 429 went beyond, and the metrics count it", async () => {
    const { email } = await makePerson(db());
    const limit = 'persdesk_limited_requests_total{limit="wrong-tries"} ';
    const before = await series(limit);
    for (let n = 0; n < 5; n++) await ask("/api/v1/users/login", json({ email, password: "wrong" }));
    const { status } = await ask("/api/v1/users/login", json({ email, password: testPassword }));
    expect(status).toBe(429);
    expect((await lines(6)).at(-1)).toMatchObject({ status: 429, limit: "wrong-tries", signIn: "sign-in too-many" });
    expect(await series(limit)).toBe(before + 1);
  });

  it("is quiet for probes that are answered as they hope, and not for one that is refused", async () => {
    await ask("/healthz");
    await ask("/healthz", { method: "POST" });
    expect(await lines(1)).toMatchObject([{ route: "/healthz", status: 405 }]);
  });

  it("says that a client left before its answer", async () => {
    const leaving = new AbortController();
    const slow = createServer((req, res) => inAccessLog(req, res, () => leaving.abort()));
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void slow.close());
    const asked = fetch(`http://127.0.0.1:${Object(slow.address()).port}/`, { signal: leaving.signal });
    await expect(asked).rejects.toThrow("aborted");
    expect(await lines(1)).toMatchObject([{ route: "other", isCut: true }]);
  });
});

it("holds of no operation a text of the caller, and of each the template of its path", async () => {
  const typed = "somebody%40canary.example";
  const operations = planOperations(appRouter);
  for (const { rest } of operations) {
    const path = rest.path.replace(/\{[^}]+\}/g, typed);
    const body = rest.method === "GET" || rest.method === "DELETE" ? {} : json({ email: "somebody@canary.example" });
    const cookie = await cookieOf("somebody@canary.example");
    const headers = { ...Object(body).headers, cookie, authorization: `Bearer ${typed}`, "user-agent": typed };
    await ask(`/api${path}?q=${typed}`, { ...body, method: rest.method, headers });
  }
  const written = await lines(operations.length);
  expect(JSON.stringify(written)).not.toMatch(/canary/);
  const routes = new Set(written.map(({ route }) => route));
  const expected = new Set(operations.map(({ rest }) => `/api${documentedPath(rest.path)}`));
  expect([...routes].filter((route) => !expected.has(String(route)))).toEqual([]);
  expect(routes.size).toBe(expected.size);
});

it("knows pages by their templates", () => {
  const routeOf = pageRoutes({
    staticRoutes: [{ page: "/alerts", regex: "^/alerts(?:/)?$" }],
    dynamicRoutes: [{ page: "/alerts/[id]", regex: "^/alerts/([^/]+?)(?:/)?$" }],
  });
  const paths = ["/alerts", "/alerts/somebody@canary.example", "/somebody@canary.example", "/_next/static/a.js"];
  expect(paths.map(routeOf)).toEqual(["/alerts", "/alerts/[id]", "other", "/_next/*"]);
});

it("knows networks, not addresses", () => {
  expect(["203.0.113.77", "2001:DB8::1", "::1", ""].map(networkOf)).toEqual([
    "203.0.113.0/24",
    "2001:db8:0:0::/64",
    "0:0:0:0::/64",
    "",
  ]);
});

it("knows the limit of every 429: they are made in one place, which wants its name", () => {
  const makers = sourceFiles()
    .filter(
      ({ path, text }) =>
        /^(server|app|db)\//.test(path) && !/\.test\.tsx?$/.test(path) && text.includes('Error("too_many_requests"'),
    )
    .map(({ path }) => path);
  expect(makers).toEqual(["server/kit/call/errors.ts"]);
});
