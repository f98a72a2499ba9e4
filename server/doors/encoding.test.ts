import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PersPin } from "@/server/devices/pers/pers.schema";
import { assertVersion } from "@/server/kit/call/etag";
import { appRouter } from "@/server/root";
import { codingFor, encodedFile, isCompressible, respondEncoded, secretFieldsOf } from "./encoding";
import type { Reply } from "./rest-answer";
import { planOperations } from "./rest-plan";

const asking = (headers: Record<string, string>, method = "GET") =>
  new Request("http://localhost/x", { method, headers });
const text = JSON.stringify({ items: Array(100).fill({ label: "a list of what repeats itself" }) });
const answer = { status: 200, text, etag: '"2.0o1q"' };
const replyTo = async (headers: Record<string, string>, of: typeof answer = answer, method = "GET") =>
  (await respondEncoded(of, asking(headers, method), "id")) as Reply;

describe("the coding of an answer", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gz"],
    ["x-gzip", "gz"],
    ["br;q=0.5, gzip;q=0.8", "gz"],
    ["GZIP;Q=1.0", "gz"],
    ["*", "br"],
    ["*;q=0.3, br;q=0", "gz"],
    ["br;q=0, gzip;q=0", undefined],
    ["br;q=nonsense", undefined],
    ["identity", undefined],
    ["deflate, zstd", undefined],
    ["", undefined],
    [null, undefined],
  ])("is what the client takes: %s", (accepted, coding) => {
    expect(codingFor(accepted, 1024)).toBe(coding);
    expect(codingFor(accepted, 1023)).toBeUndefined();
  });

  it("makes it smaller, with a tag of its own, and is the same text", async () => {
    const [br, gz, plain] = [
      await replyTo({ "accept-encoding": "br" }),
      await replyTo({ "accept-encoding": "gzip" }),
      await replyTo({}),
    ];
    expect([br, gz, plain].map(({ headers }) => [headers["content-encoding"], headers.etag, headers.vary])).toEqual([
      ["br", '"2.0o1q-br"', "accept-encoding"],
      ["gzip", '"2.0o1q-gz"', "accept-encoding"],
      [undefined, '"2.0o1q"', "accept-encoding"],
    ]);
    expect(brotliDecompressSync(br.body as Uint8Array).toString()).toBe(text);
    expect(gunzipSync(gz.body as Uint8Array).toString()).toBe(text);
    expect((br.body?.length ?? text.length) * 5).toBeLessThan(text.length);
  });

  it("is not asked for again in any coding, and is a version in each", async () => {
    for (const tag of ['"2.0o1q"', '"2.0o1q-gz"', 'W/"2.0o1q-br"', '"1.x", "2.0o1q-gz"']) {
      const reply = await replyTo({ "accept-encoding": "gzip", "if-none-match": tag });
      expect([tag, reply.status, reply.body, reply.headers.etag]).toEqual([tag, 304, null, '"2.0o1q-gz"']);
      expect(reply.headers["content-encoding"]).toBeUndefined();
    }
    for (const tag of ['"2.0o1q-gz"', '"2-br"', 'W/"2.0o1q-br"'])
      expect(() => assertVersion({ version: 2 }, tag)).not.toThrow();
    expect(() => assertVersion({ version: 3 }, '"2.0o1q-gz"')).toThrow();
  });

  it("of a short text is none, nor has HEAD a body", async () => {
    const short = await replyTo({ "accept-encoding": "br" }, { ...answer, text: "{}" });
    expect([short.headers["content-encoding"], short.headers.etag, short.body]).toEqual([undefined, '"2.0o1q"', "{}"]);
    expect((await replyTo({ "accept-encoding": "br" }, answer, "HEAD")).body).toBeNull();
  });

  it("of files is for texts alone", async () => {
    const file = (type: string, status = 200) =>
      new Response(status === 200 ? text : null, { status, headers: { "content-type": type, etag: '"f"' } });
    const take = async (type: string, headers: Record<string, string> = {}, status = 200) => {
      const sent = await encodedFile(file(type, status), asking({ "accept-encoding": "br", ...headers }));
      return [sent.status, sent.headers.get("content-encoding"), sent.headers.get("etag")];
    };
    for (const type of ["text/html; charset=utf-8", "text/javascript", "image/svg+xml"])
      expect(await take(type)).toEqual([200, "br", '"f-br"']);
    for (const type of ["font/woff2", "image/png", "application/zip"])
      expect(await take(type)).toEqual([200, null, '"f"']);
    expect(await take("text/css", { "if-none-match": '"f-br"' })).toEqual([304, null, '"f-br"']);
    expect(await take("text/css", {}, 404)).toEqual([404, null, '"f"']);
  });
});

it("what holds a secret goes as it is, by what the operation declares", () => {
  const operations = planOperations(appRouter);
  const plain = operations.filter((operation) => !isCompressible(operation)).map(({ name }) => name);
  expect(plain).toEqual(expect.arrayContaining(["login.login", "login.refresh", "switchTo.switchTo"]));
  expect(secretFieldsOf(PersPin)).toEqual(["pin"]);
  expect(operations.length - plain.length).toBeGreaterThan(300);
  const Made = z.object({ items: z.array(z.object({ id: z.string(), webhookSecret: z.string() })) });
  const Plain = z.object({ id: z.string() });
  expect([secretFieldsOf(Made), secretFieldsOf(Plain)]).toEqual([["webhookSecret"], []]);
  const permission = "public";
  const shownOnce = { permission, withoutSecret: () => Promise.resolve({}) } as const;
  const metas = [{ permission } as const, shownOnce];
  expect(metas.map((meta) => isCompressible({ meta, output: Plain }))).toEqual([true, false]);
});
