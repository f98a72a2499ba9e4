import { describe, expect, test } from "vitest";
import { z } from "zod";
import { useDatabase } from "@/db/testing/database";
import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { open, permitted, router, signedIn } from "@/server/trpc";
import { AppError } from "./errors";
import { restDoor } from "./rest";
import { del, get, post, type RestFile, type UploadedFile } from "./rest-meta";
import { staffCtx } from "./testing";
import { Nothing } from "./wire";

const { db } = useDatabase();

const Echo = z.object({ who: z.string(), input: z.unknown() });
const echo = ({ ctx, input }: { ctx: { actor: { kind: string } | null }; input: unknown }) => ({
  who: ctx.actor?.kind ?? "nobody",
  input: input ?? null,
});
const Upload = z.object({
  file: z.custom<UploadedFile>(),
  dryRun: z.boolean().optional(),
  note: z.string().optional(),
});
const Deep = z.object({ text: z.string().max(20_000_000).optional(), tree: z.unknown().optional() });

const toys = router({
  modelPers: modelPersRouter,
  open: open(get("/toys/open", { auth: "none" }))
    .output(Echo)
    .query(echo),
  list: permitted("pers.read", get("/toys/{id}"))
    .input(
      z.object({
        id: z.string(),
        n: z.int().optional(),
        on: z.boolean().optional(),
        tags: z.array(z.string()).optional(),
      }),
    )
    .output(Echo)
    .query(echo),
  byPerson: signedIn(post("/toys/both"))
    .input(z.object({ a: z.string() }))
    .output(Echo)
    .mutation(echo),
  byKey: signedIn(post("/toys/both", { auth: "apiKey", headers: { user: "bo-user" } }))
    .input(z.object({ a: z.string(), user: z.string() }))
    .output(Echo)
    .mutation(echo),
  either: signedIn(get("/toys/either", { auth: "either" }))
    .output(Echo)
    .query(echo),
  write: permitted("pers.write", post("/toys", { status: 201 }))
    .input(Deep)
    .output(Echo)
    .mutation(({ ctx }) => echo({ ctx, input: null })),
  bulk: signedIn(del("/toys/bulk", { body: "ids" }))
    .input(z.object({ ids: z.array(z.uuid()) }))
    .output(Nothing)
    .mutation(() => undefined),
  upload: signedIn(post("/toys/upload", { files: ["file"] }))
    .input(Upload)
    .output(Echo)
    .mutation(({ ctx, input: { file, ...rest } }) =>
      echo({ ctx, input: { ...rest, name: file.name, text: new TextDecoder().decode(file.bytes) } }),
    ),
  download: open(get("/toys/file", { auth: "none" }))
    .output(z.custom<RestFile>())
    .query(() => ({ name: 'Prüf "1".csv', type: "text/csv", body: new TextEncoder().encode("a,b") })),
  broken: open(get("/toys/broken", { auth: "none" }))
    .output(z.object({ a: z.string() }))
    .query(() => ({ a: 1 }) as never),
  crash: open(get("/toys/crash", { auth: "none" }))
    .output(Nothing)
    .query(() => {
      throw new Error("secret: select * from users");
    }),
  lost: open(get("/toys/lost", { auth: "none" }))
    .output(Nothing)
    .query(() => {
      throw Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" });
    }),
});

const all = staffCtx(undefined as never).actor;
const reader = staffCtx(undefined as never, ["pers.read"]).actor;
const { handle } = restDoor({
  router: toys,
  database: db,
  authenticate: {
    bearerActor: async (token) => {
      if (token === "all") return all;
      if (token === "reader") return reader;
      throw new AppError("unauthorized");
    },
    keyActor: async (key) => {
      if (key !== "key") throw new AppError("forbidden");
      return { kind: "key", id: "00000000-0000-7000-8000-000000000009", label: "a key", permissions: new Set(["*"]) };
    },
  },
});

const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) => {
  const url = new URL(`http://localhost/api${path}`);
  const request = new Request(url, { method, headers, body, ...(body ? { duplex: "half" } : {}) } as RequestInit);
  const { response } = await handle({ request, url, requestId: "test-1", ip: null });
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") && text ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
};
const bearer = { authorization: "Bearer all" };
const json = { ...bearer, "content-type": "application/json" };

describe("the route", () => {
  test("404 for what is not there, broken percent-encoding included", async () => {
    expect(await ask("GET", "/toys/none/of/it", bearer)).toMatchObject({ status: 404, json: { code: "not_found" } });
    expect((await ask("GET", "/toys/%E0%A4%A", bearer)).status).toBe(404);
    expect((await ask("GET", "/toys/caf%C3%A9%2Fbar", bearer)).json.input.id).toBe("café/bar");
  });

  test("405 with Allow, before any credential is asked for; OPTIONS says the same", async () => {
    const wrong = await ask("PUT", "/toys");
    expect(wrong).toMatchObject({ status: 405, json: { code: "method_not_allowed" } });
    expect(wrong.headers.get("allow")).toBe("POST, OPTIONS");
    const options = await ask("OPTIONS", "/toys/open");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect((await ask("OPTIONS", "/nowhere")).status).toBe(404);
  });

  test("HEAD is GET without the body", async () => {
    const [head, whole] = [await ask("HEAD", "/toys/open"), await ask("GET", "/toys/open")];
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", whole.headers.get("etag")]);
    expect((await ask("HEAD", "/toys/1")).status).toBe(401);
  });
});

describe("credentials", () => {
  test("401 without or with bad ones, 403 without the right, both before the body is read", async () => {
    const none = await ask("POST", "/toys", {}, "not json");
    expect(none).toMatchObject({ status: 401, json: { code: "unauthorized", requestId: "test-1" } });
    expect(none.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect((await ask("GET", "/toys/1", { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await ask("GET", "/toys/1", { authorization: "Basic all" })).status).toBe(401);
    expect((await ask("GET", "/toys/1", { cookie: "token=all" })).status).toBe(401);
    const body = new ReadableStream({
      pull() {
        throw new Error("the body was read");
      },
    });
    expect((await ask("POST", "/toys", { authorization: "Bearer reader" }, body)).status).toBe(403);
  });

  test("an operation of people ignores a key", async () => {
    expect((await ask("GET", "/toys/1", { ...bearer, "x-api-key": "wrong" })).status).toBe(200);
    expect((await ask("GET", "/toys/1", { "x-api-key": "key" })).status).toBe(401);
  });

  test("either one is enough; where both are sent, both must be good", async () => {
    const both = { ...bearer, "x-api-key": "key" };
    expect((await ask("GET", "/toys/either", bearer)).json.who).toBe("user");
    expect((await ask("GET", "/toys/either", { "x-api-key": "key" })).json.who).toBe("key");
    expect((await ask("GET", "/toys/either", both)).status).toBe(200);
    expect((await ask("GET", "/toys/either", { ...both, "x-api-key": "wrong" })).status).toBe(403);
    expect((await ask("GET", "/toys/either", { ...both, authorization: "Bearer wrong" })).status).toBe(401);
    expect((await ask("GET", "/toys/either", { ...both, authorization: "Basic x" })).status).toBe(401);
    expect((await ask("GET", "/toys/either")).status).toBe(401);
  });

  test("two variants on one path: the key decides, and brings its own header", async () => {
    const body = '{"a":"1"}';
    expect((await ask("POST", "/toys/both", json, body)).json).toMatchObject({ who: "user", input: { a: "1" } });
    const key = { ...json, "x-api-key": "key", "bo-user": "u" };
    expect((await ask("POST", "/toys/both", key, body)).json).toMatchObject({
      who: "key",
      input: { a: "1", user: "u" },
    });
    expect((await ask("POST", "/toys/both", { ...json, "x-api-key": "wrong" }, body)).status).toBe(403);
    expect((await ask("POST", "/toys/both", { ...json, "x-api-key": "key" }, body)).status).toBe(400);
  });
});

describe("the query string", () => {
  test("becomes numbers, booleans and lists; unknown parameters and empty ones are left out", async () => {
    const { json: found } = await ask("GET", "/toys/7?n=3&on=0&tags=a,b&other=1&__proto__=x&constructor=y", bearer);
    expect(found.input).toEqual({ id: "7", n: 3, on: false, tags: ["a", "b"] });
    expect((await ask("GET", "/toys/7?n=&on=&id=9", bearer)).json.input).toEqual({ id: "7" });
  });

  test("400 for what does not parse and for what is sent twice", async () => {
    expect(await ask("GET", "/toys/7?n=x", bearer)).toMatchObject({ status: 400, json: { errors: [{ path: "n" }] } });
    expect((await ask("GET", "/toys/7?on=yes", bearer)).status).toBe(400);
    expect(await ask("GET", "/toys/7?n=1&n=2", bearer)).toMatchObject({
      status: 400,
      json: { errors: [{ path: "n" }] },
    });
    expect((await ask("GET", "/toys/7?other=1&other=2", bearer)).status).toBe(200);
  });
});

describe("the body", () => {
  test("415 for another type, 400 for broken JSON, what is no object, and what is too deep", async () => {
    expect((await ask("POST", "/toys", { ...bearer, "content-type": "text/plain" }, "{}")).status).toBe(415);
    expect(
      (await ask("POST", "/toys", { ...bearer, "content-type": "application/x-www-form-urlencoded" }, "a=1")).status,
    ).toBe(415);
    for (const body of [
      "{",
      "",
      "[]",
      "null",
      "1",
      '"x"',
      "\ufeff\ufeff{}",
      `{"tree":${"[".repeat(100)}${"]".repeat(100)}}`,
    ])
      expect([body, (await ask("POST", "/toys/both", json, body)).status]).toEqual([body, 400]);
    expect((await ask("POST", "/toys", json, new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await ask("POST", "/toys", json, `{"tree":${"[".repeat(30_000)}${"]".repeat(30_000)}}`)).status).toBe(400);
    expect((await ask("POST", "/toys", { ...json, "content-type": "application/merge-patch+json" }, "{}")).status).toBe(
      201,
    );
  });

  test("413 by Content-Length, and by counting where it is not said; the rest is not read", async () => {
    const big = "x".repeat(1024 * 1024);
    expect((await ask("POST", "/toys", { ...json, "content-length": "2000000" }, "{}")).status).toBe(413);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new TextEncoder().encode(big.slice(0, 100_000)));
      },
    });
    expect(await ask("POST", "/toys", json, endless)).toMatchObject({
      status: 413,
      json: { code: "payload_too_large" },
    });
    expect(pulled).toBeLessThan(20);
    expect((await ask("POST", "/toys", json, `{"text":"${"x".repeat(1024 * 1024 - 11)}"}`)).status).toBe(201);
  });

  test("keys that are none of its own cannot come in by it, the prototype least of all", async () => {
    const body = '{"a":"1","__proto__":{"a":"2","admin":true},"constructor":1,"ifMatch":"x"}';
    expect((await ask("POST", "/toys/both", json, body)).json.input).toEqual({ a: "1" });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("may be one array, also of a DELETE, and 204 has no body", async () => {
    const done = await ask("DELETE", "/toys/bulk", json, `["${crypto.randomUUID()}"]`);
    expect([done.status, done.text]).toEqual([204, ""]);
    expect((await ask("DELETE", "/toys/bulk", json, '["x"]')).status).toBe(400);
    expect((await ask("DELETE", "/toys/bulk", bearer)).status).toBe(400);
  });

  test("may be a form with a file", async () => {
    const form = new FormData();
    form.set("file", new File(["a;b"], "labels.csv"));
    form.set("dryRun", "true");
    const encoded = new Response(form);
    const type = { ...bearer, "content-type": encoded.headers.get("content-type") ?? "" };
    const bytes = await encoded.arrayBuffer();
    expect((await ask("POST", "/toys/upload", type, bytes)).json.input).toEqual({
      dryRun: true,
      name: "labels.csv",
      text: "a;b",
    });
    expect((await ask("POST", "/toys/upload", type, bytes.slice(0, 60))).status).toBe(400);
    expect((await ask("POST", "/toys/upload", json, "{}")).status).toBe(415);
    const text = new FormData();
    text.set("file", "no file");
    const wrong = new Response(text);
    const header = { ...bearer, "content-type": wrong.headers.get("content-type") ?? "" };
    expect((await ask("POST", "/toys/upload", header, await wrong.arrayBuffer())).status).toBe(400);
  });
});

describe("the answer", () => {
  test("is never cached or sniffed, and carries the request id", async () => {
    const { headers } = await ask("GET", "/toys/open");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": "test-1",
    });
  });

  test("of a file has its name in both spellings", async () => {
    const { headers, text } = await ask("GET", "/toys/file");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="Pr_f _1_.csv"; filename*=UTF-8''Pr%C3%BCf%20%221%22.csv`,
    );
    expect(text).toBe("a,b");
  });

  test("of a failure tells nothing internal; an answer that breaks its schema is 500, a lost database 503", async () => {
    const crash = await ask("GET", "/toys/crash");
    expect([crash.status, crash.headers.get("content-type")]).toEqual([500, "application/problem+json; charset=utf-8"]);
    expect(crash.text).not.toContain("secret");
    expect((await ask("GET", "/toys/broken")).json).toMatchObject({ status: 500, code: "internal" });
    const lost = await ask("GET", "/toys/lost");
    expect([lost.status, lost.headers.get("retry-after")]).toEqual([503, "2"]);
  });

  test("of one record has an ETag that reads and writes take back", async () => {
    const path = "/v1/backoffice/admin/model-pers";
    const made = await ask("POST", path, json, `{"label":"Etag ${crypto.randomUUID()}"}`);
    expect([made.status, made.headers.get("etag")]).toEqual([201, expect.stringMatching(/^"1\..+"$/)]);
    const one = `${path}/${made.json.id}`;
    const etag = (await ask("GET", one, bearer)).headers.get("etag") ?? "";
    const again = await ask("GET", one, { ...bearer, "if-none-match": `"x", W/${etag}` });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await ask("PATCH", one, { ...json, "if-match": etag }, '{"description":"a"}')).status).toBe(200);
    const late = await ask("PATCH", one, { ...json, "if-match": etag }, '{"description":"b"}');
    expect([late.status, late.headers.get("etag")]).toEqual([412, '"2"']);
    expect((await ask("GET", one, { ...bearer, "if-none-match": etag })).status).toBe(200);
    expect((await ask("DELETE", one, { ...bearer, "if-match": '"1"' })).status).toBe(412);
    expect((await ask("DELETE", one, { ...bearer, "if-match": '"2"' })).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
    expect((await ask("GET", path, bearer)).headers.get("etag")).toBeNull();
  });
});
