import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ErrorCode } from "@/server/kit/call/error-codes";
import { AppError } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { get, type RestMeta } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { Id } from "@/server/kit/call/wire";
import { type Answer, answerOf, asAsked, disposition, hashOf, problem, respond, toResponse } from "./rest-answer";
import { planOperations } from "./rest-plan";
import { queryValue, readParameters } from "./rest-text";

function planned(rest: RestMeta, input: z.ZodType = z.object({})) {
  const it = open(rest)
    .input(input)
    .output(z.object({}))
    .query(() => ({}));
  const [operation] = planOperations(router({ it }));
  if (!operation) throw new Error("nothing was planned");
  return operation;
}
const answer = (output: unknown, rest = get("/x")) => answerOf(planned(rest), output);
const shortHash = (text: string) => createHash("sha1").update(text).digest("base64url").slice(0, 16);
const request = (headers: Record<string, string> = {}, method = "GET") =>
  new Request("http://localhost/x", { method, headers });

describe("an answer", () => {
  it("has the tag of its version and text, where it is one record", () => {
    const tagOf = (output: unknown) => answer(output).etag;
    const hash = (output: unknown) => shortHash(JSON.stringify(output));
    const [plain, counted, app] = [{ a: 1 }, { version: 3 }, { version: "1.2", revision: 4 }];
    expect(tagOf(plain)).toBe(`"${hash(plain)}"`);
    expect(tagOf(counted)).toBe(`"3.${hash(counted)}"`);
    expect(tagOf(app)).toBe(`"4.${hash(app)}"`);
    expect(tagOf({ version: "1.2" })).toBe(`"${hash({ version: "1.2" })}"`);
    expect([tagOf([1]), tagOf({ items: [], version: 1 }), tagOf(5), tagOf(null)]).toEqual(Array(4).fill(undefined));
    expect(hashOf("text")).toHaveLength(16);
    expect(answer(counted)).toEqual({ status: 200, text: '{"version":3}', etag: `"3.${hash(counted)}"` });
  });

  it("has no text where there is none to say, and is a file where it is one", () => {
    expect(answer(undefined)).toEqual({ status: 200, text: null });
    expect(answer({ a: 1 }, get("/x", { status: 204 }))).toEqual({ status: 204, text: null });
    expect(answer({ a: 1 }, get("/x", { empty: true }))).toEqual({ status: 200, text: null });
    expect(answer(null)).toEqual({ status: 200, text: "null", etag: undefined });
    for (const body of [new Uint8Array(1), new ReadableStream()]) {
      const file = { name: "f", type: "t", body };
      expect(answer(file)).toEqual({ status: 200, text: null, file });
    }
    for (const other of [{ name: "f", body: "text" }, { body: new Uint8Array(1) }])
      expect(answer(other).file).toBeUndefined();
  });

  it("that holds a file is the file where its type is asked for", () => {
    const output = { fileName: "f.csv", mimeType: "text/csv", file: Buffer.from("a;b").toString("base64") };
    const file = { name: "f.csv", type: "text/csv", body: new Uint8Array(Buffer.from("a;b")) };
    for (const accept of ["text/csv", "application/json, text/csv;q=0.9"])
      expect(asAsked(output, accept)).toEqual(file);
    for (const accept of [null, "", "*/*", "application/json"]) expect(asAsked(output, accept)).toBe(output);
    for (const key of ["fileName", "mimeType", "file"]) {
      const less = { ...output, [key]: 5 };
      expect(asAsked(less, "text/csv")).toBe(less);
    }
    expect(asAsked(null, "text/csv")).toBeNull();
  });
});

describe("a reply", () => {
  const json: Answer = { status: 200, text: '{"a":1}', etag: '"3.abc"' };
  const reply = (given: Answer, of: Request) => respond(given, of, "r1", { "x-more": "1" });

  it("is the answer's text with its tag", () => {
    expect(reply(json, request())).toMatchObject({
      status: 200,
      body: '{"a":1}',
      headers: {
        etag: '"3.abc"',
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": "r1",
        "x-more": "1",
      },
    });
    expect(reply(json, request({}, "HEAD"))).toMatchObject({ status: 200, body: null, headers: { etag: '"3.abc"' } });
    const none = reply({ status: 204, text: null }, request());
    expect(none).toMatchObject({ status: 204, body: null });
    expect(none.headers).not.toHaveProperty("content-type");
    expect(none.headers).not.toHaveProperty("etag");
  });

  it("is 304 where who reads has it already", () => {
    const status = (tag: string, method?: string) => reply(json, request({ "if-none-match": tag }, method)).status;
    for (const tag of ['"3.abc"', 'W/"3.abc"', '"1", "3.abc"', "*"]) expect([tag, status(tag)]).toEqual([tag, 304]);
    expect([status('"3.abd"'), status("3.abc"), status('"3.abc"', "HEAD"), status('"3.abc"', "POST")]).toEqual([
      200, 200, 304, 200,
    ]);
    expect(reply(json, request({ "if-none-match": "*" }))).toMatchObject({ body: null, headers: { etag: '"3.abc"' } });
    expect(reply({ ...json, etag: undefined }, request({ "if-none-match": "*" })).status).toBe(200);
  });

  it("is a file with its name, of which HEAD reads nothing", async () => {
    let isCancelled = false;
    const stream = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from("abc")),
        cancel: () => {
          isCancelled = true;
        },
      });
    const file = (body: Uint8Array<ArrayBuffer> | ReadableStream) => ({
      status: 200,
      text: null,
      file: { name: "f.csv", type: "text/csv", body },
    });
    const sent = toResponse(reply(file(new Uint8Array(Buffer.from("a;b"))), request()));
    expect([sent.headers.get("content-type"), sent.headers.get("content-disposition"), await sent.text()]).toEqual([
      "text/csv",
      'attachment; filename="f.csv"',
      "a;b",
    ]);
    expect(toResponse(reply(file(stream()), request())).body).not.toBeNull();
    expect(isCancelled).toBe(false);
    expect(toResponse(reply(file(stream()), request({}, "HEAD"))).body).toBeNull();
    expect(isCancelled).toBe(true);
  });

  it("of a part that a file does not have is a problem, of which HEAD has no body", async () => {
    const body = new Uint8Array(Buffer.from("abc"));
    const part = {
      etag: '"f"',
      length: 3,
      slice: (from: number, to: number) => new Blob([body.slice(from, to)]).stream(),
    };
    const file = { status: 200, text: null, file: { name: "f.bin", type: "t", body, ranged: part } };
    const asked = async (method: string, range: string) => {
      const sent = toResponse(reply(file, request({ range }, method)));
      return [sent.status, sent.headers.get("content-range"), await sent.text()];
    };
    expect(await asked("GET", "bytes=1-")).toEqual([206, "bytes 1-2/3", "bc"]);
    expect(await asked("HEAD", "bytes=1-")).toEqual([206, "bytes 1-2/3", ""]);
    expect(await asked("GET", "bytes=5-")).toEqual([
      416,
      "bytes */3",
      expect.stringContaining("range_not_satisfiable"),
    ]);
    expect(await asked("HEAD", "bytes=5-")).toEqual([416, "bytes */3", ""]);
  });

  it("names a file in plain characters, and exactly beside them where it has others", () => {
    expect(disposition("a b-1.csv")).toBe('attachment; filename="a b-1.csv"');
    expect(disposition("Räder (1)'.csv")).toBe(
      `attachment; filename="R_der (1)'.csv"; filename*=UTF-8''R%C3%A4der%20%281%29%27.csv`,
    );
    expect(disposition('a"\\%b')).toBe(`attachment; filename="a___b"; filename*=UTF-8''a%22%5C%25b`);
    expect(disposition("a\nb*\ud800")).toMatch(/^attachment; filename="a_b\*_"; filename\*=UTF-8''a%0Ab%2a%EF%BF%BD$/);
  });

  it("of an error is a problem", () => {
    const error = new AppError("too_many_requests", "Wait.", { retryAfter: 7 });
    const said = problem(error, { requestId: "r1", path: "/x" });
    expect(said).toMatchObject({
      status: 429,
      headers: { "content-type": "application/problem+json; charset=utf-8", "retry-after": "7", "x-request-id": "r1" },
    });
    expect(said.headers).not.toHaveProperty("www-authenticate");
    expect(JSON.parse(String(said.body))).toMatchObject({
      status: 429,
      code: "too_many_requests",
      detail: "Wait.",
      instance: "/x",
    });
    expect(problem(error, { requestId: "r1", path: "/x", head: true }).body).toBeNull();
    const challenge = (code: ErrorCode) =>
      problem(new AppError(code), { requestId: "r1", path: "/x" }).headers["www-authenticate"];
    expect(challenge("credentials_missing")).toBe('Bearer realm="persdesk"');
    expect(challenge("wrong_scheme")).toBe('Bearer realm="persdesk", error="invalid_request"');
    for (const code of ["token_invalid", "token_expired", "session_ended"] as const)
      expect(challenge(code)).toBe('Bearer realm="persdesk", error="invalid_token"');
  });
});

it("a write is refused on a version that the caller has not seen", () => {
  const refusal = (ifMatch: string | undefined) => {
    try {
      assertVersion({ version: 3 }, ifMatch);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? [error.status, error.headers.etag] : error;
    }
  };
  for (const seen of [undefined, "", "*", " * ", '"3"', '"3.kJx-0_"', 'W/"3"', '"2", "3.a"'])
    expect([seen, refusal(seen)]).toEqual([seen, undefined]);
  for (const seen of ['"2"', "3", '"33"', '"2.3"', '"3.a"b'])
    expect([seen, refusal(seen)]).toEqual([seen, [412, '"3"']]);
});

describe("the parameters of a request", () => {
  const input = z.object({
    id: Id,
    n: z.int().optional(),
    tags: z.array(z.string()).optional(),
    ifMatch: z.string().optional(),
  });
  const operation = planned(get("/x/{id}"), input);
  const read = (query: string, headers: Record<string, string> = {}) =>
    readParameters(operation, ["7"], new URLSearchParams(query), new Headers(headers));

  it("are those that are declared; an empty one counts as not sent", () => {
    expect(read("n=5&tags=a,%20b&other=1&id=9", { "if-match": '"3"' })).toEqual({
      id: "7",
      n: 5,
      tags: ["a", "b"],
      ifMatch: '"3"',
    });
    expect(read("tags=[a],b")).toEqual({ id: "7", tags: ["[a]", "b"] });
    expect(read("n=&tags=", { "if-match": "" })).toEqual({ id: "7" });
    const demanded = planned(get("/x/{id}"), input.required());
    expect(readParameters(demanded, ["7"], new URLSearchParams(), new Headers())).toEqual({ id: "7", ifMatch: "*" });
  });

  it("are sent once", () => {
    expect(() => read("n=5&n=6&tags=a&tags=b&n=")).toThrow("n, tags: sent more than once.");
    const query = new URLSearchParams("a=1&b=1&b=2");
    expect([queryValue(query, "a"), queryValue(query, "b"), queryValue(query, "c")]).toEqual([
      "1",
      undefined,
      undefined,
    ]);
  });
});
