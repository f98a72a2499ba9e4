import { readdirSync } from "node:fs";
import { Agent } from "node:http";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { useBrowser, usePersdesk, visit } from "./harness";
import { told } from "./holes";
import { ask, signInOverHttp } from "./person";
import { send } from "./wire";

// What comes over the wire that no browser or client of ours would send.

const openPage = useBrowser();
const home = "https://persdesk.example.com";
const persdesk = usePersdesk();

describe("a request", () => {
  it("that offers to go on in HTTP/2 is answered, also once a page was drawn", async () => {
    const { url } = persdesk();
    const offer = {
      connection: "Upgrade, HTTP2-Settings",
      upgrade: "h2c",
      "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA",
    };
    expect((await send(`${url}/login`)).status).toBe(200);
    for (const path of ["/healthz", "/login", "/api/openapi.json"])
      told("Medium 6", `GET ${path} with Upgrade: h2c`, await send(url + path, { headers: offer }), 200);
    const socket = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "x",
      "sec-websocket-version": "13",
    };
    expect((await send(`${url}/healthz`, { headers: socket })).status).toBe(200);
  });

  it("goes where its path says, whatever the Host header holds", async () => {
    const { url } = persdesk();
    for (const path of ["/api/x", "/login"])
      for (const host of ["localhost/metrics?", "localhost/healthz#", "a@b", "a b"])
        told("Low (Host)", `GET ${path}, Host: ${host}`, await send(url + path, { headers: { host } }), 400);
  });

  it("with two Host headers is refused", async () => {
    const { url } = persdesk();
    for (const path of ["/api/v1/users/me", "/login", "/healthz"])
      for (const second of ["localhost", "evil.example"]) {
        const headers = ["Host", "localhost", "Host", second];
        told(
          "Low (two hosts)",
          `GET ${path}, Host: localhost, Host: ${second}`,
          await send(url + path, { headers }),
          400,
        );
      }
  });

  it("with a method that no page has is refused", async () => {
    const { url } = persdesk();
    for (const method of ["TRACE", "PROPFIND", "LOCK", "PURGE"])
      for (const path of ["/login", "/", "/pers", "/healthz", "/api/v1/users/me", "/api/trpc/profile.me"]) {
        const answer = await send(url + path, { method });
        told("Low (methods)", `${method} ${path}`, answer, 405);
        expect([method, path, answer.headers.allow]).toEqual([method, path, expect.stringContaining("GET")]);
      }
  });

  it("for a file with a method that none has is refused, and read with GET and HEAD", async () => {
    const { url } = persdesk();
    const page = await (await fetch(`${url}/login`)).text();
    const built = [...page.matchAll(/(?:src|href)="(\/_next\/static\/[^"?]+)/g)].map(([, path]) => path ?? "");
    const files = [...new Set(built), ...readdirSync("public").map((name) => `/${name}`), "/icon.svg", "/favicon.ico"];
    expect(files.length).toBeGreaterThan(10);
    for (const path of files) {
      for (const method of ["GET", "HEAD"]) expect((await fetch(url + path, { method })).status, path).toBe(200);
      for (const method of ["POST", "OPTIONS", "PUT", "DELETE"]) {
        const answer = await send(url + path, { method });
        told("Low (methods)", `${method} ${path}`, answer, 405);
        expect([path, answer.headers.allow]).toEqual([path, "GET, HEAD"]);
      }
    }
  });

  it("that is redirected is answered with the headers of a page", async () => {
    for (const path of ["//x", "//evil.example/", "/login/", "/pers/"]) {
      const { status, headers } = await send(persdesk().url + path);
      const policy = String(headers["content-security-policy"] ?? "");
      told("Low (redirects)", `GET ${path}`, { status, body: policy }, 308, "default-src");
      expect(String(headers.location)).toMatch(/^\/(?!\/)|^http:\/\/localhost/);
    }
  });

  it("too large leaves its connection to the next one", async () => {
    const { url } = persdesk();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const pieces = Array.from({ length: 30 }, () => Buffer.alloc(100_000, " "));
    const begun = Date.now();
    const refused = await send(`${url}/api/v1/users/login`, { method: "POST", agent, headers }, pieces);
    told("Medium 7", "POST /users/login, 3 MB chunked", refused, 413);
    told("Medium 7", "GET /healthz next on that connection", await send(`${url}/healthz`, { agent }), 200);
    expect(Date.now() - begun).toBeLessThan(scaled(20_000, 5_000));
    agent.destroy();
  });

  it("for metrics is answered at their own port only", async () => {
    const { url, metricsPort } = persdesk();
    const here = await send(`${url}/metrics`);
    told("Low (metrics)", "GET /metrics", here, 307);
    expect(here.headers.location).toMatch(/^\/login/);
    expect(here.body).not.toContain("persdesk_");
    const answer = await send(`http://127.0.0.1:${metricsPort}/metrics`);
    told("Low (metrics)", "GET /metrics at METRICS_PORT", answer, 200, "persdesk_http_requests_total");
    const others = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal);
    for (const { address } of others)
      await expect(send(`http://${address}:${metricsPort}/metrics`)).rejects.toThrow("ECONNREFUSED");
  });

  it("to the sign-in's own paths is never answered with a 5xx", async () => {
    const { url } = persdesk();
    const paths = ["", "/", "/callback/credentials", "/callback/x", "/callback", "/signin/x", "/session", "/csrf"];
    const more = ["/providers", "/error", "/_log", "/signout", "/verify-request", "/%ff", "/callback/credentials/x"];
    for (const path of [...paths, ...more])
      for (const method of ["GET", "HEAD", "POST"]) {
        const { status } = await send(`${url}/api/auth${path}`, { method });
        expect([method, path, (status ?? 0) < 500]).toEqual([method, path, true]);
      }
    const answer = await send(`${url}/api/auth/callback/credentials`);
    told("Low (sign-in)", "GET /api/auth/callback/credentials", answer, 405);
    expect(answer.headers.allow).toBe("POST");
  });
});

describe("a page", () => {
  it("says so where the right to it is missing, the labels' too", async () => {
    await ask(persdesk(), async (sql) => {
      const role = await sql`
        insert into backoffice.roles (id, code, name, group_code, portal_id, permissions, created_at, updated_at)
        select gen_random_uuid(), 'PERS_ONLY', 'Devices only', group_code, portal_id, '{pers.read}', now(), now()
        from backoffice.roles where code = 'CONTENT' returning id`;
      return sql`
        update backoffice.user_roles set role_id = ${role[0]?.id}
        where user_id = (select id from backoffice.users where email = 'content@persdesk.demo')`;
    });
    const page = await openPage();
    await signInOverHttp(page, persdesk(), "content@persdesk.demo");
    for (const path of ["/labels", "/countries"]) {
      const answer = await page.goto(persdesk().url + path);
      await page.getByText("You do not have access to this").first().waitFor();
      const seen = { status: answer?.status() ?? 0, body: "You do not have access to this" };
      told("Low (labels)", `the page ${path} without its right`, seen, 200, "You do not have access to this");
    }
  });

  it("with a form does nothing that its content security policy forbids", async () => {
    const page = await openPage({ isOwn: true });
    await page.addInitScript(() => {
      const found: string[] = [];
      Object.assign(globalThis, { violations: found });
      document.addEventListener("securitypolicyviolation", (event) =>
        found.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
    for (const path of ["/model-pers/new", "/vehicles/new", "/labels", "/me"]) {
      await visit(page, persdesk().url + path);
      const violations = await page.evaluate(() => (globalThis as { violations?: string[] }).violations);
      expect([path, violations]).toEqual([path, []]);
    }
  });
});

describe("behind TLS", () => {
  const secured = usePersdesk({ worker: false, env: { APP_URL: home, NEXTAUTH_URL: home } });

  it("browsers are told to stay with it, by pages and API alike", async () => {
    const { url } = secured();
    for (const path of ["/login", "/healthz", "/api/v1/users/me", "//x", "/pers/"]) {
      const { status, headers } = await send(url + path);
      const said = { status, body: `strict-transport-security: ${headers["strict-transport-security"]}` };
      told(
        "Low (HSTS)",
        `GET ${path} behind TLS`,
        said,
        [200, 308, 401],
        "strict-transport-security: max-age=31536000",
      );
    }
    const plain = await send(`${persdesk().url}/healthz`);
    expect(plain.headers["strict-transport-security"]).toBeUndefined();
  });
});
