import { describe, expect, it } from "vitest";
import { settingGroups } from "@/env/setting-groups";
import { appRouter } from "@/server/root";
import { withCors } from "./cors";
import { planOperations } from "./rest-plan";

const origins = ["https://fleet.example.com"];
const asked = (headers: Record<string, string>, method = "GET") =>
  new Request("https://api.test/x", { method, headers });
const reply = { status: 200, headers: { vary: "accept-encoding", allow: "GET, HEAD, OPTIONS" }, body: "{}" };
const headersOf = (request: Request, allowed = origins, of: typeof reply | Response = reply) => {
  const answer = withCors(of, request, allowed);
  return answer instanceof Response ? Object.fromEntries(answer.headers) : answer.headers;
};

describe("a page of another origin", () => {
  it("that is named may read the answer, and no cookie is asked for", () => {
    for (const of of [reply, new Response("{}", { headers: reply.headers })]) {
      const headers = headersOf(asked({ origin: origins[0] ?? "" }), origins, of);
      expect(headers).toMatchObject({ "access-control-allow-origin": origins[0], vary: "accept-encoding, origin" });
      expect(headers["access-control-expose-headers"]).toContain("etag, idempotency-replayed, location");
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
      expect(headers).not.toHaveProperty("access-control-allow-methods");
    }
  });

  it("that is not named may not, and neither may anybody where none is", () => {
    for (const origin of [
      "https://evil.example",
      "null",
      "https://fleet.example.com.evil.example",
      "https://fleet.example.com:8443",
    ])
      expect([origin, headersOf(asked({ origin }))["access-control-allow-origin"]]).toEqual([origin, undefined]);
    expect(headersOf(asked({}))).toEqual({ ...reply.headers, vary: "accept-encoding, origin" });
    expect(headersOf(asked({ origin: origins[0] ?? "" }), [])).toEqual(reply.headers);
  });

  it("asks before it sends what is not plain, and is told the methods of the path and the headers, none for keys", () => {
    const preflight = { origin: origins[0] ?? "", "access-control-request-method": "GET" };
    const headers = headersOf(asked(preflight, "OPTIONS"));
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
    expect(headers["access-control-allow-headers"]).toContain("authorization");
    expect(headers["access-control-allow-headers"]).not.toMatch(/api-key|cookie/);
    expect(headers["access-control-max-age"]).toBe("600");
  });
});

it("a page may send every header that an operation for people reads", () => {
  const preflight = { origin: origins[0] ?? "", "access-control-request-method": "POST" };
  const allowed = headersOf(asked(preflight, "OPTIONS"))["access-control-allow-headers"]?.split(", ");
  const read = planOperations(appRouter)
    // What keys call names the person whom they call for in a header of its own, which is no page's.
    .filter(({ rest }) => rest.auth !== "apiKey" && rest.auth !== "either")
    .flatMap(({ headers, takesKey }) => [...headers.map(({ name }) => name), ...(takesKey ? ["Idempotency-Key"] : [])]);
  expect(read).toEqual(expect.arrayContaining(["If-Match", "refreshToken"]));
  expect([...new Set(read.map((name) => name.toLowerCase()))].filter((name) => !allowed?.includes(name))).toEqual([]);
});

it("origins are named whole", () => {
  const { CORS_ORIGINS } = settingGroups.reach;
  expect(CORS_ORIGINS.parse(undefined)).toEqual([]);
  expect(CORS_ORIGINS.parse("https://a.example, http://localhost:5173,")).toEqual([
    "https://a.example",
    "http://localhost:5173",
  ]);
  for (const wrong of ["*", "null", "https://a.example/", "a.example", "https://*.example"])
    expect([wrong, CORS_ORIGINS.safeParse(wrong).success]).toEqual([wrong, wrong === "https://*.example"]);
});
