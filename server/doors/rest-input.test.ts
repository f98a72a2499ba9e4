import { describe, expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { bearer, json, sampleDoor } from "./testing";

const ask = sampleDoor(useDatabase().db);

describe("the query string", () => {
  test("becomes numbers, booleans and lists; unknown parameters and empty ones are left out", async () => {
    const { json: found } = await ask("GET", "/samples/7?n=3&on=0&tags=a,b&other=1&__proto__=x&constructor=y", bearer);
    expect(found.input).toEqual({ id: "7", n: 3, on: false, tags: ["a", "b"] });
    expect((await ask("GET", "/samples/7?n=&on=&id=9", bearer)).json.input).toEqual({ id: "7" });
  });

  test("400 for what does not parse and for what is sent twice", async () => {
    expect(await ask("GET", "/samples/7?n=x", bearer)).toMatchObject({
      status: 400,
      json: { errors: [{ path: "n" }] },
    });
    expect((await ask("GET", "/samples/7?on=yes", bearer)).status).toBe(400);
    expect(await ask("GET", "/samples/7?n=1&n=2", bearer)).toMatchObject({
      status: 400,
      json: { errors: [{ path: "n" }] },
    });
    expect((await ask("GET", "/samples/7?other=1&other=2", bearer)).status).toBe(200);
  });
});

describe("the body", () => {
  test("415 for another type, 400 for broken JSON, what is no object, and what is too deep", async () => {
    expect((await ask("POST", "/samples", { ...bearer, "content-type": "text/plain" }, "{}")).status).toBe(415);
    expect(
      (await ask("POST", "/samples", { ...bearer, "content-type": "application/x-www-form-urlencoded" }, "a=1")).status,
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
      expect([body, (await ask("POST", "/samples/both", json, body)).status]).toEqual([body, 400]);
    expect((await ask("POST", "/samples", json, new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await ask("POST", "/samples", json, `{"tree":${"[".repeat(30_000)}${"]".repeat(30_000)}}`)).status).toBe(
      400,
    );
    expect(
      (await ask("POST", "/samples", { ...json, "content-type": "application/merge-patch+json" }, "{}")).status,
    ).toBe(201);
  });

  test("413 by Content-Length, and by counting where it is not said; the rest is not read", async () => {
    const big = "x".repeat(1024 * 1024);
    expect((await ask("POST", "/samples", { ...json, "content-length": "2000000" }, "{}")).status).toBe(413);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new TextEncoder().encode(big.slice(0, 100_000)));
      },
    });
    expect(await ask("POST", "/samples", json, endless)).toMatchObject({
      status: 413,
      json: { code: "payload_too_large" },
    });
    expect(pulled).toBeLessThan(20);
    expect((await ask("POST", "/samples", json, `{"text":"${"x".repeat(1024 * 1024 - 11)}"}`)).status).toBe(201);
  });

  test("keys that are none of its own cannot come in by it, the prototype least of all", async () => {
    const body = '{"a":"1","__proto__":{"a":"2","admin":true},"constructor":1,"ifMatch":"x"}';
    expect((await ask("POST", "/samples/both", json, body)).json.input).toEqual({ a: "1" });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("may be one array, also of a DELETE, and 204 has no body", async () => {
    const done = await ask("DELETE", "/samples/bulk", json, `["${crypto.randomUUID()}"]`);
    expect([done.status, done.text]).toEqual([204, ""]);
    expect((await ask("DELETE", "/samples/bulk", json, '["x"]')).status).toBe(400);
    expect((await ask("DELETE", "/samples/bulk", bearer)).status).toBe(400);
  });

  test("may be a form with a file", async () => {
    const form = new FormData();
    form.set("file", new File(["a;b"], "labels.csv"));
    form.set("dryRun", "true");
    const encoded = new Response(form);
    const type = { ...bearer, "content-type": encoded.headers.get("content-type") ?? "" };
    const bytes = await encoded.arrayBuffer();
    expect((await ask("POST", "/samples/upload", type, bytes)).json.input).toEqual({
      dryRun: true,
      name: "labels.csv",
      text: "a;b",
    });
    expect((await ask("POST", "/samples/upload", type, bytes.slice(0, 60))).status).toBe(400);
    expect((await ask("POST", "/samples/upload", json, "{}")).status).toBe(415);
    const text = new FormData();
    text.set("file", "no file");
    const wrong = new Response(text);
    const header = { ...bearer, "content-type": wrong.headers.get("content-type") ?? "" };
    expect((await ask("POST", "/samples/upload", header, await wrong.arrayBuffer())).status).toBe(400);
  });
});
