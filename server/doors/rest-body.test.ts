import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "@/server/kit/call/errors";
import { get, post, type RestMeta } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { Id, Upload } from "@/server/kit/call/wire";
import { bodyValue, isJson, placeBody, readBody, readBytes } from "./rest-body";
import { planOperations } from "./rest-plan";

function planned(rest: RestMeta, input: z.ZodType) {
  const it = open(rest)
    .input(input)
    .output(z.object({}))
    .query(() => ({}));
  const [operation] = planOperations(router({ it }));
  if (!operation) throw new Error("nothing was planned");
  return operation;
}
const plain = planned(post("/x"), z.object({ a: z.string(), tags: z.array(z.string()).optional() }));
const form = planned(
  post("/x", { files: ["file", "other"] }),
  z.object({ file: Upload, other: Upload.optional(), n: z.int().optional(), tags: z.array(z.string()).optional() }),
);

const jsonType = { "content-type": "application/json" };
const request = (body: BodyInit | null, headers: Record<string, string> = jsonType) =>
  new Request("http://localhost/x", { method: "POST", body, headers });
/** A body in pieces of these sizes. */
const pieces = (...sizes: number[]) =>
  new Request("http://localhost/x", {
    method: "POST",
    headers: jsonType,
    duplex: "half",
    body: new ReadableStream({
      start(controller) {
        for (const [n, size] of sizes.entries()) controller.enqueue(new Uint8Array(size).fill(n + 1));
        controller.close();
      },
    }),
  } as RequestInit);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "taken",
    (error: unknown) => (error instanceof AppError ? [error.status, error.message, error.errors ?? []] : error),
  );

describe("the bytes of a body", () => {
  test("are those of its pieces one after the other, whatever their sizes, up to the cap itself", async () => {
    for (const sizes of [[], [0], [1], [16_384], [16_385], [10_000, 10_000, 30_000], [100_000, 1], [1, 2, 3]]) {
      const size = sizes.reduce((sum, one) => sum + one, 0);
      const bytes = await readBytes(pieces(...sizes), Math.max(size, 1));
      expect(Buffer.from(bytes).equals(Buffer.concat(sizes.map((one, n) => Buffer.alloc(one, n + 1))))).toBe(true);
    }
    expect(await readBytes(request(null), 5)).toHaveLength(0);
  });

  test("are refused beyond the cap, as said and as counted", async () => {
    const message = "At most 2 KiB are taken here.";
    expect(await refusal(readBytes(pieces(2000, 49), 2048))).toEqual([413, message, []]);
    expect(await refusal(readBytes(request("x", { "content-length": "2049" }), 2048))).toEqual([413, message, []]);
    expect(await readBytes(request("x", { "content-length": "2048" }), 2048)).toHaveLength(1);
    const larger = await readBytes(request("x".repeat(40_000), { "content-length": "40000" }), 40_000);
    expect(larger).toHaveLength(40_000);
  });

  test("are given up as soon as they are too many", async () => {
    let isGivenUp = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(600)),
      cancel: () => {
        isGivenUp = true;
        throw new Error("the connection has gone meanwhile");
      },
    });
    const sent = new Request("http://localhost/x", { method: "POST", duplex: "half", body: endless } as RequestInit);
    expect(await refusal(readBytes(sent, 2048))).toEqual([413, "At most 2 KiB are taken here.", []]);
    expect(isGivenUp).toBe(true);
  });

  test("that break off are the sender's error, and an error of ours stays what it is", async () => {
    const broken = (error: unknown) =>
      new Request("http://localhost/x", {
        method: "POST",
        duplex: "half",
        body: new ReadableStream({ pull: (controller) => controller.error(error) }),
      } as RequestInit);
    const ended = [400, "The request ended before it was complete.", []];
    expect(await refusal(readBytes(broken(new Error("reset")), 9))).toEqual(ended);
    const ours = new AppError("too_many_requests", "Wait.");
    expect(await refusal(readBytes(broken(ours), 9))).toEqual([429, "Wait.", []]);
  });
});

test("JSON is known by its type", () => {
  const types = [
    "application/json",
    "APPLICATION/JSON; charset=utf-8",
    "application/merge-patch+json",
    "application/json ",
  ];
  expect(types.map(isJson)).toEqual([true, true, true, true]);
  const others = [null, "", "text/json", "application/jsonl", "x-application/json", "application/+json"];
  expect(others.map(isJson)).toEqual([false, false, false, false, false, false]);
});

describe("a body", () => {
  test("is read where the operation takes one", async () => {
    expect(await readBody(plain, request('{"a":1}'))).toEqual({ json: { a: 1 } });
    expect(await readBody(plain, request(""))).toBeNull();
    expect(await readBody(plain, request(null))).toBeNull();
    const none = planned(get("/x"), z.object({ a: z.string().optional() }));
    expect(await readBody(none, request("{", { "content-type": "text/plain" }))).toBeNull();
  });

  test("has a cap of 1 MiB, a form of 12, or the operation's own; it comes before the type", async () => {
    const text = { "content-type": "text/plain" };
    const said = (operation: typeof plain, length: number) =>
      refusal(readBody(operation, request("x", { ...text, "content-length": String(length) })));
    const mib = 1024 * 1024;
    const own = planned(post("/x", { maxBytes: 3000 }), z.object({ a: z.string() }));
    for (const [operation, cap, type] of [
      [plain, mib, "application/json"],
      [form, 12 * mib, "multipart/form-data"],
      [own, 3000, "application/json"],
    ] as const) {
      expect(await said(operation, cap)).toEqual([415, `Send this as ${type}.`, []]);
      expect(await said(operation, cap + 1)).toEqual([
        413,
        `At most ${Math.floor(cap / 1024)} KiB are taken here.`,
        [],
      ]);
    }
  });

  test("is refused where it is no JSON, or too deep", async () => {
    const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect(await refusal(readBody(plain, request(nested(64))))).toBe("taken");
    const deep = [400, "The body is nested deeper than 64 levels.", []];
    expect(await refusal(readBody(plain, request(nested(65))))).toEqual(deep);
    expect(await refusal(readBody(plain, request(`[1, ${nested(64)}]`)))).toEqual(deep);
    const broken = [400, "The body is not JSON.", []];
    expect(await refusal(readBody(plain, request("{")))).toEqual(broken);
    expect(await refusal(readBody(plain, request(new Uint8Array([0x22, 0xff, 0x22]))))).toEqual(broken);
  });

  test("gives the keys that the operation declares, and only its own", () => {
    const placed = (json: unknown, operation = plain) => {
      const input: Record<string, unknown> = { id: 7 };
      placeBody(operation, { json }, input);
      return input;
    };
    expect(placed({ a: 1, id: 8, other: 2 })).toEqual({ id: 7, a: 1 });
    expect(placed(Object.create({ a: 1 }))).toEqual({ id: 7 });
    for (const json of [null, [], 1, "a"]) expect(() => placed(json)).toThrow("The body must be a JSON object.");
    const whole = planned(post("/x", { body: "ids" }), z.object({ ids: z.array(Id) }));
    expect([placed(["b"], whole), placed(null, whole)]).toEqual([
      { id: 7, ids: ["b"] },
      { id: 7, ids: null },
    ]);
    const input = { id: 7 };
    placeBody(plain, null, input);
    expect(input).toEqual({ id: 7 });
  });

  test("says one key before it is checked", () => {
    expect(bodyValue(null, "a")).toBeUndefined();
    expect(bodyValue({ json: { a: 1 } }, "a")).toBe(1);
    expect(bodyValue({ json: Object.create({ a: 1 }) }, "a")).toBeUndefined();
    expect(bodyValue({ json: null }, "a")).toBeUndefined();
    const part = (name: string, value: string) => ({ name, type: "", bytes: Buffer.from(value) });
    const sent = { form: [part("b", "0"), part("a", "1"), part("b", "2")] };
    expect([bodyValue(sent, "a"), bodyValue(sent, "b"), bodyValue(sent, "c")]).toEqual(["1", undefined, undefined]);
  });
});

describe("a form", () => {
  const file = (name: string) => ({ name, fileName: "f.csv", type: "text/csv", bytes: Buffer.from("a;b") });
  const text = (name: string, value: string) => ({ name, type: "", bytes: Buffer.from(value) });
  function placed(...parts: (ReturnType<typeof file> | ReturnType<typeof text>)[]) {
    const input: Record<string, unknown> = {};
    try {
      placeBody(form, { form: parts }, input);
    } catch (error) {
      return error instanceof AppError ? error.errors : error;
    }
    return input;
  }

  test("gives files as files and texts as what they stand for; a list may be sent as several fields", () => {
    expect(placed(file("file"), text("n", "5"), text("tags", "a,b"), text("more", "x"))).toEqual({
      file: { name: "f.csv", type: "text/csv", bytes: Buffer.from("a;b") },
      n: 5,
      tags: ["a", "b"],
    });
    expect(placed(text("tags", "a,b"), text("tags", "c"))).toEqual({ tags: ["a,b", "c"] });
    expect(placed()).toEqual({});
  });

  test("is refused with each field that is not as it should be", () => {
    expect(placed(file("file"), file("file"), text("other", "no file"), text("n", "1"), text("n", "2"))).toEqual([
      { path: "file", message: "Send one file." },
      { path: "other", message: "This must be a file." },
      { path: "n", message: "Send this once." },
    ]);
    expect(placed(file("tags"))).toEqual([{ path: "tags", message: "This must be a text, not a file." }]);
    expect(placed(text("n", "1"), file("n"))).toEqual([{ path: "n", message: "This must be a text, not a file." }]);
  });

  test("is read from the request, or refused where it is none", async () => {
    const sent = new FormData();
    sent.set("n", "5");
    const body = new Response(sent);
    const type = { "content-type": body.headers.get("content-type") ?? "" };
    const read = await readBody(form, request(await body.arrayBuffer(), type));
    expect(bodyValue(read, "n")).toBe("5");
    const unreadable = [400, "The body is not a readable form.", []];
    expect(await refusal(readBody(form, request("--", { "content-type": "multipart/form-data; boundary=x" })))).toEqual(
      unreadable,
    );
    const wrong = await refusal(readBody(form, request("x", { "content-type": "multipart/form-data" })));
    expect(wrong).toEqual([415, "Send this as multipart/form-data.", []]);
  });
});
