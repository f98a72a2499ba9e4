import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mostHead, refuseLongHeads } from "./long-head";

let server: Server;
let origin = "";
beforeAll(async () => {
  server = createServer({ maxHeaderSize: mostHead }, (_, res) => res.end("read"));
  refuseLongHeads(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(",");

it("takes a thousand ids in a query, beside a token", async () => {
  const answer = await fetch(`${origin}/pers?ids=${ids(1000)}`, { headers: { authorization: "x".repeat(4000) } });
  expect([answer.status, await answer.text()]).toEqual([200, "read"]);
});

it("answers what is longer as every other error", async () => {
  const answer = await fetch(`${origin}/pers?ids=${ids(2000)}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([431, "application/problem+json; charset=utf-8"]);
  expect(await answer.json()).toMatchObject({ status: 431, code: "headers_too_large", instance: "" });
});

it("answers what is no request at all with 400, and closes the connection", async () => {
  const said = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
    let text = "";
    socket.on("data", (piece) => {
      text += piece;
    });
    socket.on("close", () => resolve(text));
  });
  expect(said).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
});
