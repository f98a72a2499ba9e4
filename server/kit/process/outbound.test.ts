import type { LookupAddress, lookup as systemLookup } from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOutside, testCertificate } from "@/server/testing/outside";
import { askOutside, OutboundFault } from "./outbound";
import { isPublicAddress } from "./public-address.rules";

describe("a public address", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2000::",
    "2001:200::",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
    "2606:4700:4700::1111",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
    "2a00:1450:4001::8a",
    "::ffff:8.8.8.8",
    "::ffff:808:808",
    "64:ff9b::8.8.8.8",
  ])("%s is one", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.0",
    "10.255.255.255",
    "100.64.0.0",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "172.16.0.0",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.0",
    "192.168.255.255",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::FFFF:10.0.0.1",
    "0:0:0:0:0:ffff:a9fe:a9fe",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:7f00:1::",
    "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::1",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2002::",
    "2002:7f00:1::1",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff::1",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
    "1.2.3",
  ])("%s is none", (address) => expect(isPublicAddress(address)).toBe(false));

  it("in IPv6's clothes is what it is in IPv4", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const hex = address
          .split(".")
          .map((part) => Number(part).toString(16).padStart(2, "0"))
          .join("");
        for (const clothes of [`::ffff:${address}`, `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`, `64:ff9b::${address}`])
          expect([clothes, isPublicAddress(clothes)]).toEqual([clothes, isPublicAddress(address)]);
      }),
    );
  });
});

const big = 64 * 1024;
let redirectTo = "";
const answers: Record<string, Parameters<typeof startOutside>[0]> = {
  "/echo": async (req, res) => {
    let body = "";
    for await (const piece of req) body += piece;
    res.writeHead(201, { "x-saw": String(req.headers["x-sent"]) }).end(`${req.method} ${body}`);
  },
  "/gone": (_, res) => res.writeHead(410).end("gone"),
  "/not-modified": (_, res) => res.writeHead(304).end(),
  "/redirect": (_, res) => res.writeHead(302, { location: redirectTo }).end(),
  "/full": (_, res) => res.end(Buffer.alloc(big)),
  "/over": (_, res) => res.end(Buffer.alloc(big + 1)),
  "/endless": (_, res) => {
    const write = () => res.write(Buffer.alloc(4096)) && setImmediate(write);
    res.on("drain", write);
    write();
  },
  "/silent": () => undefined,
  "/trickle": (_, res) => {
    res.writeHead(200);
    const timer = setInterval(() => res.write("."), 20);
    res.on("close", () => clearInterval(timer));
  },
  "/cut": (_, res) => {
    res.writeHead(200, { "content-length": 100 }).write("half");
    setTimeout(() => res.destroy(), 20);
  },
};
type Outside = Awaited<ReturnType<typeof startOutside>>;
let tls: Outside;
let plain: Outside;
beforeAll(async () => {
  const answer: Parameters<typeof startOutside>[0] = (req, res) => answers[req.url ?? ""]?.(req, res);
  [tls, plain] = await Promise.all([startOutside(answer), startOutside(answer, true)]);
});
afterAll(() => {
  tls.close();
  plain.close();
});

/** A resolver that knows one answer after the other, and counts. */
function resolver(...known: string[][]) {
  const asked: string[] = [];
  const lookup = (name: string, _: object, done: (error: Error | null, found: LookupAddress[]) => void) => {
    const found = known[Math.min(asked.push(name), known.length) - 1] ?? [];
    setImmediate(() =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
  };
  return { asked, lookup: lookup as unknown as typeof systemLookup };
}
const reasonOf = (url: string, settings: Parameters<typeof askOutside>[1] = {}) =>
  askOutside({ url }, { patienceMs: 500, ca: testCertificate, ...settings }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutboundFault ? error.reason : error),
  );

describe("an address that somebody gave", () => {
  it("is not asked where it is no public https address, however it is written", async () => {
    const before = [tls.connections(), plain.connections()];
    for (const url of [
      `https://127.0.0.1:${tls.port}/gone`,
      `https://127.1:${tls.port}/gone`,
      `https://2130706433:${tls.port}/gone`,
      `https://0x7f000001:${tls.port}/gone`,
      `https://0177.0.0.1:${tls.port}/gone`,
      `https://[::ffff:127.0.0.1]:${tls.port}/gone`,
      `https://[::ffff:7f00:1]:${tls.port}/gone`,
      "https://[::1]/",
      "https://0.0.0.0/",
      "https://169.254.169.254/latest/meta-data",
      `http://127.0.0.1:${plain.port}/gone`,
      "http://example.com/",
      "ftp://example.com/",
      "file:///etc/passwd",
      "https://user:secret@example.com/",
      "https://user@example.com/",
      "https://:secret@example.com/",
      "not an address",
      "",
    ])
      expect([url, await reasonOf(url)]).toEqual([url, "address"]);
    expect([tls.connections(), plain.connections()]).toEqual(before);
  });

  it("is looked at when its name is resolved, and nothing is asked where any of it is private", async () => {
    const before = tls.connections();
    for (const found of [["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["fe80::1"], []]) {
      const { lookup, asked } = resolver(found);
      expect([found, await reasonOf(`https://outside.test:${tls.port}/gone`, { lookup })]).toEqual([found, "address"]);
      expect(asked).toEqual(["outside.test"]);
    }
    expect(await reasonOf(`https://localhost:${tls.port}/gone`)).toBe("address");
    expect(tls.connections()).toBe(before);
  });

  it("is connected to as it was resolved: a name that means another place a moment later leads nowhere", async () => {
    const before = tls.connections();
    // The first answer is public and the second is us: what is looked at is what is connected to, so we are never asked.
    const { lookup, asked } = resolver(["2d00::1"], ["127.0.0.1"]); // of a network that nobody has
    expect(await reasonOf(`https://outside.test:${tls.port}/gone`, { lookup })).toMatch(/^(timeout|unreachable)$/);
    expect(asked).toHaveLength(1);
    expect(await reasonOf(`https://outside.test:${tls.port}/gone`, { lookup })).toBe("address");
    expect(asked).toHaveLength(2);
    expect(tls.connections()).toBe(before);
  });

  it("is asked where a setting names its origin, and no other port or scheme of it", async () => {
    expect(await reasonOf(`${tls.origin}/gone`, { allowed: [tls.origin] })).toBe(410);
    expect(await reasonOf(`${plain.origin}/gone`, { allowed: [plain.origin] })).toBe(410);
    expect(await reasonOf(`${plain.origin}/gone`, { allowed: [tls.origin] })).toBe("address");
    expect(await reasonOf(`${tls.origin}/gone`, { allowed: ["https://127.0.0.1"] })).toBe("address");
    const named = { allowed: [`https://outside.test:${tls.port}`], ...resolver(["127.0.0.1"]) };
    expect(await reasonOf(`https://outside.test:${tls.port}/gone`, named)).toBe(410);
  });

  it("must have a certificate that is trusted", async () => {
    expect(await reasonOf(`${tls.origin}/gone`, { allowed: [tls.origin], ca: undefined })).toBe("unreachable");
    const other = { allowed: [`https://other.test:${tls.port}`], ...resolver(["127.0.0.1"]) };
    expect(await reasonOf(`https://other.test:${tls.port}/gone`, other)).toBe("unreachable");
  });
});

describe("an answer", () => {
  const ask = (path: string, settings: Parameters<typeof askOutside>[1] = {}) =>
    reasonOf(`${tls.origin}${path}`, { allowed: [tls.origin], ...settings });

  it("is its status, headers and body, whatever was sent", async () => {
    const request = { url: `${tls.origin}/echo`, method: "POST" as const, headers: { "x-sent": "yes" }, body: "é!" };
    const answer = await askOutside(request, { allowed: [tls.origin], ca: testCertificate });
    expect([answer.status, answer.headers["x-saw"], answer.body.toString()]).toEqual([201, "yes", "POST é!"]);
    expect(await ask("/gone")).toBe(410);
    expect(await ask("/not-modified")).toBe(304);
  });

  it("that leads elsewhere is not followed, not even to where we may ask", async () => {
    redirectTo = `${plain.origin}/gone`;
    const before = plain.connections();
    expect(await ask("/redirect", { allowed: [tls.origin, plain.origin] })).toBe("redirect");
    expect(plain.connections()).toBe(before);
  });

  it("is read up to 64 KiB", async () => {
    expect(await ask("/full")).toBe(200);
    expect(await ask("/over")).toBe("too_large");
    expect(await ask("/endless", { patienceMs: 5_000 })).toBe("too_large");
  });

  it("comes within its time, to its end", async () => {
    const begun = performance.now();
    expect(await ask("/silent", { patienceMs: 200 })).toBe("timeout");
    expect(await ask("/trickle", { patienceMs: 200 })).toBe("timeout");
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(await ask("/cut")).toBe("unreachable");
  });

  it("never comes from where nobody answers", async () => {
    const deaf = createServer().listen(0, "127.0.0.1");
    await once(deaf, "listening");
    const { port } = deaf.address() as AddressInfo;
    const origin = `https://127.0.0.1:${port}`;
    expect(await reasonOf(`${origin}/`, { allowed: [origin], patienceMs: 200 })).toBe("timeout");
    deaf.close();
    expect(await reasonOf(`${origin}/`, { allowed: [origin] })).toMatch(/^(unreachable|timeout)$/);
  });
});
