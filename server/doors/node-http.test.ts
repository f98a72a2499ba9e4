import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "@/server/kit/call/errors";
import { clientIpHeader } from "@/server/kit/process/access";
import { origin, sendResponse, toRequest } from "./node-http";
import { readBytes } from "./rest-body";

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.closeAllConnections() ?? server.close())));

async function serve(
  handler: (request: Request) => Response | Promise<Response>,
  { trustProxy = false, patienceMs = 60_000 } = {},
) {
  const server = createServer(async (req, res) => {
    const answer = async () => handler(toRequest(req, res, origin(req, trustProxy)));
    await answer()
      .then((response) => sendResponse(response, res, patienceMs))
      .catch(() => res.destroy());
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("a Response is sent with its status, its text, each header and each cookie", async () => {
  const url = await serve(() => {
    const headers = new Headers({ "x-one": "1", "content-type": "text/plain" });
    for (const cookie of ["a=1; Path=/", "b=2"]) headers.append("set-cookie", cookie);
    return new Response("body", { status: 203, statusText: "As Told", headers });
  });
  const answer = await fetch(url);
  expect([answer.status, answer.statusText, await answer.text()]).toEqual([203, "As Told", "body"]);
  expect([answer.headers.get("x-one"), answer.headers.get("content-type")]).toEqual(["1", "text/plain"]);
  expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
});

describe("Node's request as a fetch Request", () => {
  it("keeps method, address, headers and body", async () => {
    const url = await serve(async (asked) =>
      Response.json({
        url: asked.url,
        method: asked.method,
        type: asked.headers.get("content-type"),
        body: await asked.text(),
      }),
    );
    const answer = await fetch(`${url}/api/a%2Fb?q=%C3%A9`, {
      method: "PATCH",
      body: "é!",
      headers: { "content-type": "x/y" },
    });
    expect(await answer.json()).toEqual({ url: `${url}/api/a%2Fb?q=%C3%A9`, method: "PATCH", type: "x/y", body: "é!" });
  });

  it("has no body to wait for when none was sent", async () => {
    const url = await serve((asked) => new Response(String(asked.body)));
    for (const method of ["GET", "POST", "DELETE"]) expect(await (await fetch(url, { method })).text()).toBe("null");
  });

  it("streams: the handler answers before the client has sent everything", async () => {
    const url = await serve(async (asked) => {
      const first = await asked.body?.getReader().read();
      return new Response(first?.value);
    });
    const sent = request(url, { method: "POST", headers: { "transfer-encoding": "chunked" } });
    sent.write("half");
    const [answer] = await once(sent, "response");
    const [text] = await once(answer, "data");
    expect(String(text)).toBe("half");
    sent.destroy();
  });

  it("leaves the connection fit for the next request where nobody read the body", async () => {
    const url = await serve(() => new Response("refused", { status: 413 }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, body?: string) => {
      const [answer] = await once(request(url, { method, agent }).end(body), "response");
      await once(answer.resume(), "end");
      return answer.statusCode;
    };
    expect(await ask("POST", "x".repeat(3_000_000))).toBe(413);
    expect(await ask("GET")).toBe(413);
    agent.destroy();
  });

  it("leaves the connection fit for the next request where a body was left half-way", async () => {
    const url = await serve(async (asked) => {
      if (!asked.body) return new Response("next");
      const error = await readBytes(asked, 100_000).catch((error: AppError) => error);
      return new Response("refused", { status: error instanceof AppError ? error.status : 200 });
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, headers: Record<string, string>, pieces: Buffer[]) => {
      const sent = request(url, { method, agent, headers });
      for (const piece of pieces) sent.write(piece);
      const [answer] = await once(sent.end(), "response");
      await once(answer.resume(), "end");
      return answer.statusCode;
    };
    const pieces = Array.from({ length: 30 }, () => Buffer.alloc(100_000));
    expect(await ask("POST", { "transfer-encoding": "chunked" }, pieces)).toBe(413);
    expect(await ask("GET", {}, [])).toBe(200);
    expect(await ask("POST", { "transfer-encoding": "chunked" }, [Buffer.alloc(10)])).toBe(200);
    agent.destroy();
  });

  it("takes no path from the Host header", async () => {
    const url = await serve((asked) => new Response(new URL(asked.url).pathname));
    const ask = async (...hosts: string[]) => {
      const headers = hosts.flatMap((host) => ["host", host]);
      const [answer] = await once(request(`${url}/api/x`, { headers }).end(), "response").catch(() => []);
      if (!answer) return undefined;
      const [text] = await once(answer, "data");
      return String(text);
    };
    for (const host of ["localhost", "a.example:8080", "[::1]:80", "under_score.example"])
      expect(await ask(host)).toBe("/api/x");
    for (const host of ["localhost/metrics?", "localhost#", "a@b", "a b", "localhost:80/x", "x\\y", "[::1]/x"])
      expect([host, await ask(host)]).toEqual([host, undefined]);
    expect(await ask("localhost", "evil.test")).toBeUndefined();
    expect(await ask("localhost", "localhost")).toBeUndefined();
  });

  it("cuts a client off that goes on sending after its answer", async () => {
    const url = await serve(() => new Response("refused", { status: 413 }));
    const sent = request(url, { method: "POST", headers: { "transfer-encoding": "chunked" } });
    const ended = new Promise((resolve) => sent.once("error", resolve));
    const piece = Buffer.alloc(1024 * 1024);
    let pieces = 0;
    const more = (failed?: Error | null) => failed || (++pieces && sent.write(piece, more));
    more();
    expect(String(await ended)).toMatch(/ECONNRESET|EPIPE|hang up/);
    expect(pieces).toBeGreaterThan(15);
    expect(pieces).toBeLessThan(100);
  });

  it("aborts when the client goes away, and not when it was served", async () => {
    let aborted = 0;
    let arrived = 0;
    const url = await serve(async (asked) => {
      arrived++;
      asked.signal.addEventListener("abort", () => aborted++);
      if (asked.url.endsWith("/slow")) await sleep(300);
      return new Response("done");
    });
    expect(await (await fetch(`${url}/fast`)).text()).toBe("done");
    const leaving = new AbortController();
    const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => undefined);
    await expect.poll(() => arrived).toBe(2);
    leaving.abort();
    await left;
    await expect.poll(() => aborted).toBe(1);
  });
});

describe("the client's address", () => {
  const echo = (asked: Request) => new Response(asked.headers.get(clientIpHeader));

  it("is the socket's, whatever the client claims", async () => {
    const url = await serve(echo);
    const headers = { "x-forwarded-for": "203.0.113.9", [clientIpHeader]: "203.0.113.9" };
    expect(await (await fetch(url, { headers })).text()).toBe("127.0.0.1");
  });

  it("is what our own proxy added, behind one", async () => {
    const url = await serve(echo, { trustProxy: true });
    const address = async (forwarded: string) =>
      (await fetch(url, { headers: { "x-forwarded-for": forwarded } })).text();
    expect(await address("198.51.100.66, 203.0.113.9")).toBe("203.0.113.9");
    expect(await address("203.0.113.9:51234")).toBe("203.0.113.9");
    expect(await address("::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(await address("1.2.3.4, [2001:db8::7]:443")).toBe("2001:db8::7");
    expect(await address("2001:db8::7")).toBe("2001:db8::7");
  });

  it("is the proxy's own where it added no address: a text of the client's would be a caller of its own", async () => {
    const url = await serve(echo, { trustProxy: true });
    for (const junk of [
      "",
      "unknown",
      "203.0.113.9, x",
      "203.0.113.9:x",
      "_hidden",
      "1.2.3.4.5",
      "[::1",
      "a".repeat(500),
    ])
      expect(await (await fetch(url, { headers: { "x-forwarded-for": junk } })).text()).toBe("127.0.0.1");
  });
});

describe("a fetch Response over Node", () => {
  it("sends a body of one piece with its length, several cookies apart, and a HEAD without a body", async () => {
    const headers = new Headers({ "content-type": "text/plain" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2; Path=/");
    const url = await serve(() => new Response("twelve bytes", { status: 201, headers }));
    const answer = await fetch(url);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-length")).toBe("12");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2; Path=/"]);
    expect(await answer.text()).toBe("twelve bytes");
    const head = await fetch(url, { method: "HEAD" });
    expect(head.status).toBe(201);
    expect(await head.text()).toBe("");
    expect((await fetch(await serve(() => new Response(null, { status: 204 })))).status).toBe(204);
  });

  it("makes no more of a stream than a slow client takes, and stops when it leaves", async () => {
    let made = 0;
    let cancelled = false;
    const body = () =>
      new ReadableStream({
        pull: (controller) => {
          made++;
          controller.enqueue(new Uint8Array(64 * 1024));
        },
        cancel: () => {
          cancelled = true;
        },
      });
    const url = await serve(() => new Response(body()));
    const sent = request(url).end();
    const [answer] = await once(sent, "response");
    answer.pause();
    await sleep(300);
    const held = made;
    await sleep(200);
    expect(made).toBe(held);
    expect(made * 64).toBeLessThan(20_000);
    sent.destroy();
    await expect.poll(() => cancelled).toBe(true);
  });

  it("cuts off a client that takes nothing for too long", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const url = await serve(() => new Response(body), { patienceMs: 300 });
    const sent = request(url).end();
    const [answer] = await once(sent, "response");
    answer.pause();
    const failed = once(answer, "error");
    await expect.poll(() => isCancelled).toBe(true);
    answer.resume();
    expect(String(await failed)).toContain("aborted");
  });

  it("breaks the connection off when the stream breaks, so that half an answer is not taken for a whole one", async () => {
    const url = await serve(() => {
      let pulls = 0;
      return new Response(
        new ReadableStream({
          pull: async (controller) => {
            await sleep(20);
            if (pulls++ === 2) throw new Error("broken");
            controller.enqueue(new TextEncoder().encode("part"));
          },
        }),
      );
    });
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  });
});
