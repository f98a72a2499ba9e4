import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { useBrowser, usePersdesk } from "./harness";
import { ask, signIn } from "./person";

// Signing in and out as another site's page would have it, and where it then leads: over the wire, to the production build.

const persdesk = usePersdesk();
const openPage = useBrowser();
const sessionCookie = "__Host-persdesk.session";
const email = "support@persdesk.demo";

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** As `fetch`, but with any header, `Host` too, and without following. */
const send = (path: string, { method = "GET", headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; location: string; cookies: string[]; text: string }>((done, failed) => {
    request(persdesk().url + path, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => {
        const { location = "", "set-cookie": cookies = [] } = answer.headers;
        done({ status: answer.statusCode ?? 0, location, cookies, text: Buffer.concat(pieces).toString() });
      });
    })
      .on("error", failed)
      .end(body);
  });

const form = { "content-type": "application/x-www-form-urlencoded" };
const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";
/** The token that a page of ours gets, and the cookie that must come with it. */
async function csrf() {
  const { text, cookies } = await send("/api/auth/csrf");
  return { csrfToken: JSON.parse(text).csrfToken as string, cookie: cookies.map(pairOf).join("; ") };
}
const fields = (more: Record<string, string>) =>
  new URLSearchParams({ email, password, json: "true", ...more }).toString();
const callback = "/api/auth/callback/credentials";

async function signedIn() {
  const { csrfToken, cookie } = await csrf();
  const { cookies } = await send(callback, {
    method: "POST",
    headers: { ...form, cookie },
    body: fields({ csrfToken }),
  });
  return [cookie, ...cookies.map(pairOf)].join("; ");
}
const isIn = async (cookie: string) =>
  (await send("/api/trpc/profile.me?input=%7B%7D", { headers: { cookie } })).status === 200;
const sessions = async () =>
  (await ask<{ n: number }>(persdesk(), (sql) => sql`select count(*)::int as n from backoffice.sessions`))[0]?.n;

describe("a forged sign-in", () => {
  it("would work from our own page", async () => {
    expect(await isIn(await signedIn())).toBe(true);
  });

  const forgeries: [string, () => Promise<[string, Sent]>][] = [
    ["a form without a token", async () => [callback, { method: "POST", headers: form, body: fields({}) }]],
    [
      "a form with the attacker's own token",
      async () => [callback, { method: "POST", headers: form, body: fields({ csrfToken: (await csrf()).csrfToken }) }],
    ],
    [
      "a token beside the cookie of another",
      async () => {
        const [one, other] = [await csrf(), await csrf()];
        const headers = { ...form, cookie: one.cookie };
        return [callback, { method: "POST", headers, body: fields({ csrfToken: other.csrfToken }) }];
      },
    ],
    [
      "a cookie that was made up",
      async () => {
        const headers = { ...form, cookie: "__Host-persdesk.csrf=abc%7Cdef" };
        return [callback, { method: "POST", headers, body: fields({ csrfToken: "abc" }) }];
      },
    ],
    [
      "plain text",
      async () => [callback, { method: "POST", headers: { "content-type": "text/plain" }, body: fields({}) }],
    ],
    [
      "JSON",
      async () => {
        const headers = { "content-type": "application/json", origin: "https://evil.example" };
        return [callback, { method: "POST", headers, body: JSON.stringify({ email, password }) }];
      },
    ],
    ["a link", async () => [`${callback}?${fields({})}`, {}]],
    [
      "a link with a token",
      async () => {
        const { csrfToken, cookie } = await csrf();
        return [`${callback}?${fields({ csrfToken })}`, { headers: { cookie } }];
      },
    ],
  ];

  it.each(forgeries)("by %s opens no session", async (_, forge) => {
    const before = await sessions();
    const { cookies } = await send(...(await forge()));
    expect(cookies.filter((one) => one.startsWith(`${sessionCookie}=`) && !/=;/.test(one))).toEqual([]);
    expect(await sessions()).toBe(before);
  });
});

describe("a forged sign-out", () => {
  it.each([
    ["a link", { method: "GET" }],
    ["a form without a token", { method: "POST", headers: form, body: "json=true" }],
    ["a form with a token of nobody", { method: "POST", headers: form, body: "csrfToken=abc&json=true" }],
    ["plain text", { method: "POST", headers: { "content-type": "text/plain" }, body: "csrfToken=abc" }],
  ])("by %s ends nothing", async (_, sent: Sent) => {
    const cookie = await signedIn();
    await send("/api/auth/signout", { ...sent, headers: { ...sent.headers, cookie } });
    expect(await isIn(cookie)).toBe(true);
  });
});

const elsewhere = [
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "https:evil.example//",
  "https://localhost@evil.example/",
  "https://localhost.evil.example/",
  "/\t/evil.example",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
];

describe("after signing in or out", () => {
  /** An address as a browser at our page would follow it. */
  const originOf = (address: string) => new URL(address, persdesk().url).origin;
  const wanted = () => [...elsewhere, `${persdesk().url}//evil.example`, persdesk().url.replace(/\d+$/, "1")];

  it("nobody is led to another origin: by the sign-in page, next-auth's own, its answer, or its cookie", async () => {
    const cookie = await signedIn();
    for (const address of wanted()) {
      const search = `?callbackUrl=${encodeURIComponent(address)}`;
      const shown = await send(`/login${search}`, { headers: { cookie } });
      expect([address, shown.status, originOf(shown.location)]).toEqual([address, 307, persdesk().url]);
      const page = await send(`/api/auth/signin${search}`);
      expect([address, originOf(page.location)]).toEqual([address, persdesk().url]);
      expect([address, page.status < 500]).toEqual([address, true]);
      const { csrfToken, cookie: token } = await csrf();
      const body = new URLSearchParams({ email, password, csrfToken, callbackUrl: address });
      const headers = { ...form, cookie: `${token}; __Host-persdesk.callback=${encodeURIComponent(address)}` };
      const done = await send(callback, { method: "POST", headers, body: body.toString() });
      expect([address, originOf(done.location)]).toEqual([address, persdesk().url]);
      const out = new URLSearchParams({ csrfToken, callbackUrl: address });
      const left = await send("/api/auth/signout", { method: "POST", headers, body: out.toString() });
      expect([address, originOf(left.location)]).toEqual([address, persdesk().url]);
      out.set("json", "true");
      const { text } = await send("/api/auth/signout", { method: "POST", headers, body: out.toString() });
      // What is no address at all next-auth refuses with a page of its own.
      const { url = "" } = text.startsWith("{") ? JSON.parse(text) : {};
      expect([address, originOf(url)]).toEqual([address, persdesk().url]);
    }
  });

  it("a browser stays here, whatever the link to the sign-in page says", async () => {
    for (const address of ["/.//evil.example", `${persdesk().url}//evil.example`]) {
      const page = await openPage();
      await signIn(page, persdesk(), "content@persdesk.demo", `/login?callbackUrl=${encodeURIComponent(address)}`);
      expect(new URL(page.url()).origin).toBe(persdesk().url);
    }
  });

  it("no header of a request says where we live", async () => {
    const hosts: Record<string, string>[] = [
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    ];
    for (const headers of hosts) {
      for (const path of ["/roles", "/portal", "/api/auth/signin?callbackUrl=/roles"]) {
        const { location } = await send(path, { headers });
        expect([path, location]).not.toEqual([path, expect.stringContaining("evil.example")]);
      }
      const { csrfToken, cookie } = await csrf();
      const sent = {
        method: "POST",
        headers: { ...form, ...headers, cookie },
        body: fields({ csrfToken, callbackUrl: "/roles" }),
      };
      expect((await send(callback, sent)).text).not.toContain("evil.example");
    }
  });
});
