import { createPrivateKey, randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password, randomSecrets } from "@/scripts/demo.mjs";
import { freePort } from "@/scripts/port.mjs";
import { useBrowser, usePersdesk } from "./harness";
import { ask, signInOverHttp } from "./person";
import { type Data, installClient, readAcrossOrigins, startPage, startWire, type Tokens } from "./testing/client";

// The packed client, installed into an empty folder, against the running product.

const { JWT_PRIVATE_KEY } = randomSecrets();
const portal = `http://localhost:${await freePort()}`;
const persdesk = usePersdesk({ worker: false, env: { JWT_PRIVATE_KEY, CORS_ORIGINS: portal, RATE_LIMITS: "on" } });
const openPage = useBrowser();
let wire: Awaited<ReturnType<typeof startWire>>;
let installed: Awaited<ReturnType<typeof installClient>>;
let client: Awaited<ReturnType<typeof installed.load>>;
beforeAll(async () => {
  installed = await installClient();
  client = await installed.load();
  wire = await startWire(persdesk().url);
});
beforeEach(() => {
  wire.seen.length = 0;
});
afterAll(() => {
  wire?.close();
  installed?.remove();
});

const service = () => new client.PersdeskClient({ baseUrl: wire.url, apiKey: "demo-internal-key" });

/** A client of somebody of the demo, its tokens, and what it was told of the end of its session. */
async function personOf(email: string) {
  const tokens = client.memoryTokens();
  const ends: unknown[] = [];
  const onSignedOut = (error: unknown) => ends.push(error);
  const api = new client.PersdeskClient({ baseUrl: wire.url, tokens, onSignedOut });
  await api.signIn({ email, password });
  return { api, tokens, ends };
}

/** The same access token, as it will be after its quarter of an hour. */
async function expired({ accessToken, refreshToken }: Tokens): Promise<Tokens> {
  const now = Math.floor(Date.now() / 1000);
  const { alg = "", ...header } = decodeProtectedHeader(accessToken);
  const claims = { ...decodeJwt(accessToken), iat: now - 1_000, nbf: now - 1_000, exp: now - 100 };
  const signed = new SignJWT(claims).setProtectedHeader({ alg, ...header });
  return { accessToken: await signed.sign(createPrivateKey(JWT_PRIVATE_KEY)), refreshToken };
}

const refresh = "POST /api/v1/users/refresh-token";
const categories = "/api/v1/backoffice/pers-firmware-categories";
const labelled = (label: string) =>
  ask(persdesk(), (sql) => sql`select id from backoffice.firmware_categories where label = ${label}`);

describe("a person", () => {
  it("signs in, calls, and signs out", async () => {
    const { api, tokens, ends } = await personOf("rider@persdesk.demo");
    expect(await api.call("getMe")).toMatchObject({ email: "rider@persdesk.demo", type: "Rider" });
    await api.signOut();
    expect([tokens.get(), ends]).toEqual([null, []]);
    await expect(api.call("getMe")).rejects.toMatchObject({ code: "credentials_missing", status: 401 });
  });

  it("with an expired token gets one refresh for all calls that meet it", async () => {
    const { api, tokens } = await personOf("rider@persdesk.demo");
    const old = await expired(tokens.get() as Tokens);
    tokens.set(old);
    const answers = await Promise.all(Array.from({ length: 12 }, () => api.call("getMe")));
    expect(new Set(answers.map(({ email }) => email))).toEqual(new Set(["rider@persdesk.demo"]));
    expect(wire.countOf(refresh)).toBe(1);
    expect(tokens.get()?.refreshToken).not.toBe(old.refreshToken);
  });

  it("keeps the session where the answer to the refresh was lost", async () => {
    const { api, tokens, ends } = await personOf("rider@persdesk.demo");
    tokens.set(await expired(tokens.get() as Tokens));
    wire.dropAnswerOf(refresh);
    expect(await api.call("getMe")).toMatchObject({ type: "Rider" });
    expect([wire.countOf(refresh), ends]).toEqual([2, []]);
    // The pair that came with the second try is the one that counts.
    tokens.set(await expired(tokens.get() as Tokens));
    expect(await api.call("getMe")).toMatchObject({ type: "Rider" });
  });

  it("is told once that the session has ended, however many calls find out", async () => {
    const { api, tokens, ends } = await personOf("rider@persdesk.demo");
    const other = new client.PersdeskClient({ baseUrl: wire.url, tokens: client.memoryTokens(tokens.get() as Tokens) });
    await other.signOut();
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => api.call("getMe")));
    for (const call of calls) expect(call).toMatchObject({ reason: { code: "session_ended" } });
    expect(ends).toMatchObject([{ code: "session_ended" }]);
    expect(tokens.get()).toBeNull();
    expect(wire.countOf(refresh)).toBe(0);
  });

  it("whose session ended while the token expired is told by the refresh", async () => {
    const { api, tokens, ends } = await personOf("rider@persdesk.demo");
    const other = new client.PersdeskClient({ baseUrl: wire.url, tokens: client.memoryTokens(tokens.get() as Tokens) });
    await other.signOut();
    tokens.set(await expired(tokens.get() as Tokens));
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => api.call("getMe")));
    expect(calls.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect([ends.length, tokens.get(), wire.countOf(refresh)]).toEqual([1, null, 1]);
  });

  it("branches on codes", async () => {
    const tokens = client.memoryTokens();
    const api = new client.PersdeskClient({ baseUrl: wire.url, tokens, language: "fr" });
    const wrong = await api.signIn({ email: "rider@persdesk.demo", password: "x" }).catch((error: unknown) => error);
    expect(client.isFailure(wrong, "invalid_credentials")).toBe(true);
    expect(client.isFailure(wrong, "forbidden")).toBe(false);
    expect(wrong).toMatchObject({ status: 401, message: expect.stringMatching(/mot de passe/i), requestId: /./ });
    const { api: rider } = await personOf("rider@persdesk.demo");
    await expect(rider.call("listPers")).rejects.toMatchObject({ code: "forbidden", status: 403 });
    const short = { email: "a@b.test", password: "x", firstName: "A", lastName: "B" };
    const errors = [{ path: "password", message: expect.any(String) }];
    await expect(api.call("register", { body: short })).rejects.toMatchObject({ code: "invalid_input", errors });
    await expect(api.call("getPers", { path: {} })).rejects.toThrow("path.id is missing");
  });
});

describe("a list", () => {
  it("is walked page by page, each row once, while others add rows", async () => {
    const { api } = await personOf("admin@persdesk.demo");
    const [all] = await ask(persdesk(), (sql) => sql`select count(*)::int as n from backoffice.pers`);
    const ids: unknown[] = [];
    for await (const { id } of api.rows("listPers", { query: { limit: 250 } })) ids.push(id);
    expect(ids.length).toBeGreaterThan(50);
    expect([new Set(ids).size, ids.length]).toEqual([all?.n, all?.n]);
  });

  it.each([{}, { sortBy: "createdAt:desc" }])("is walked while others add rows before it, %j", async (order) => {
    const kind = randomUUID();
    const add = (label: string) => service().call("createFirmwareCategory", { body: { label: `${label} ${kind}` } });
    for (let n = 0; n < 5; n++) await add(`Walk ${n}`);
    const labels: unknown[] = [];
    for await (const { label } of service().rows("listFirmwareCategories", { query: { limit: 2, ...order } })) {
      labels.push(label);
      // New ones come first in both orders, and move the others to later pages.
      if (labels.length % 2 === 0 && labels.length < 7) await add(`0 beside ${labels.length}`);
    }
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toEqual(expect.arrayContaining([0, 1, 2, 3, 4].map((n) => `Walk ${n} ${kind}`)));
    const walks = wire.seen.filter(({ call }) => call.includes("after="));
    expect(walks.length > 0).toBe(!("sortBy" in order));
  });
});

describe("a change", () => {
  it("whose answer was lost is done once", async () => {
    const label = `Once ${randomUUID()}`;
    wire.dropAnswerOf(`POST ${categories}`);
    const { data, replayed } = await service().answer("createFirmwareCategory", { body: { label } });
    expect([data.label, replayed, (await labelled(label)).length]).toEqual([label, true, 1]);
    const keys = wire.seen.map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect([keys[0]?.length ?? 0, keys[1]]).toEqual([36, keys[0]]);
  });

  it("that takes no key is not repeated after a lost answer", async () => {
    const register = { email: "once@riders.test", password: "First-pass-2026", firstName: "O", lastName: "N" };
    const api = new client.PersdeskClient({ baseUrl: wire.url });
    wire.dropAnswerOf("POST /api/v1/users/register");
    await expect(api.call("register", { body: register })).rejects.toMatchObject({ code: "network_failed", status: 0 });
    expect(wire.countOf("POST /api/v1/users/register")).toBe(1);
  });

  it("waits as long as it is asked to, but not longer than its caller would", async () => {
    const label = `Patient ${randomUUID()}`;
    wire.answerTo(`POST ${categories}`, 503, { "retry-after": "0" }, "unavailable");
    wire.answerTo(`POST ${categories}`, 429, { "retry-after": "1" }, "too_many_requests");
    const begun = Date.now();
    await service().call("createFirmwareCategory", { body: { label } });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
    expect([wire.seen.length, (await labelled(label)).length]).toEqual([3, 1]);
    wire.answerTo(`POST ${categories}`, 503, { "retry-after": "60" }, "unavailable");
    const late = service().call("createFirmwareCategory", { body: { label } });
    await expect(late).rejects.toMatchObject({ code: "unavailable", retryAfter: 60 });
  });

  it("names the version that it changes", async () => {
    const api = service();
    const { id, version } = await api.call("createFirmwareCategory", { body: { label: `Version ${randomUUID()}` } });
    const change = (seen: unknown, description: string) =>
      api.call("updateFirmwareCategory", {
        path: { id },
        header: { "If-Match": client.ifMatch(seen) },
        body: { description },
      });
    await change(version, "by the row's version");
    await expect(change(version, "late")).rejects.toMatchObject({ code: "version_mismatch", etag: '"2"' });
    const { etag } = await api.answer("getFirmwareCategory", { path: { id } });
    expect(await change(etag, "by the tag")).toMatchObject({ description: "by the tag" });
  });

  it("sends files, and takes files", async () => {
    const { api } = await personOf("admin@persdesk.demo");
    const pdf = new File(["%PDF-1.4\n%%EOF\n"], "a guide.pdf", { type: "application/pdf" });
    expect(await api.call("uploadFiles", { body: { file: pdf } })).toMatchObject({ fileId: expect.any(String) });
    const { api: velora } = await personOf("admin@velora.demo");
    const { companies } = (await velora.call("getMe")) as { companies: Data[] };
    const { companyId } = companies[0] ?? {};
    let [partner]: Data[] = [];
    for await (partner of velora.rows("listSubcontractors", { path: { companyId } })) break;
    const sheet = await velora.call("exportSubcontractorPers", { path: { companyId, id: partner?.id } });
    expect(sheet).toBeInstanceOf(Blob);
    expect(
      Buffer.from(await (sheet as unknown as Blob).arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });
});

describe("a call", () => {
  it("is given up by its signal, and by its time", async () => {
    const { api } = await personOf("rider@persdesk.demo");
    const given = new AbortController();
    wire.hold("GET /api/v1/users/me");
    const call = api.call("getMe", { signal: given.signal });
    await expect.poll(() => wire.countOf("GET /api/v1/users/me")).toBe(1);
    given.abort(new Error("the screen was left"));
    await expect(call).rejects.toThrow("the screen was left");
    wire.hold("GET /api/v1/users/me");
    // The first try is late, the second one is answered.
    expect(await api.call("getMe", { timeoutMs: 3_000 })).toMatchObject({ type: "Rider" });
    expect(wire.countOf("GET /api/v1/users/me")).toBe(3);
  });

  it("with a wrong key says so", async () => {
    const api = new client.PersdeskClient({ baseUrl: wire.url, apiKey: "wrong" });
    await expect(api.call("listFirmwareCategories")).rejects.toMatchObject({ code: "key_invalid", status: 403 });
  });
});

it("works in a page of another origin that is named, by its token and never by a cookie", async () => {
  const close = await startPage(portal, installed.folder);
  const page = await openPage();
  await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page.goto(portal);
  const seen = await page.evaluate(readAcrossOrigins, { url: persdesk().url, password }).finally(close);
  expect(seen.email).toBe("admin@persdesk.demo");
  expect(seen.byCookie).toEqual(["TypeError", 401]);
  expect(seen.made).toMatchObject({ status: 201, location: expect.stringMatching(/^\/api\/.*model-pers\/[\w-]+$/) });
  expect(seen.read).toEqual({ etag: expect.stringMatching(/^"1\./), applied: "handling=strict" });
  expect(seen.refused).toEqual({ status: 401, language: "fr", limit: expect.stringMatching(/^"login";r=\d+;t=\d+$/) });

  // What a browser that ignores the rules could send: the cookie of the screens, at both doors.
  const byHand = { headers: { cookie, origin: portal, "x-persdesk": "1" } };
  const doors = ["/api/v1/users/me", "/api/trpc/account.me"].map((path) => fetch(persdesk().url + path, byHand));
  expect((await Promise.all(doors)).map(({ status }) => status)).toEqual([401, 403]);
});
