import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toAppError } from "@/server/kit/call/errors";
import { BodyBudget, bodyBudget } from "./body-budget";
import { carriesBody, origin, sendReply, toRequest, withBody } from "./node-http";
import { problem } from "./rest-answer";
import { readBytes } from "./rest-body";

const mib = 1024 ** 2;
const piece = Buffer.alloc(mib);
/** A handler of node's own, as Next's is, behind the count. */
const pages = async (req: IncomingMessage) => {
  let size = 0;
  for await (const part of req) size += part.length;
  return `${req.method} ${req.url} ${req.headers["content-type"]} ${size}`;
};
const server = createServer(async (req, res) => {
  const from = origin(req, true);
  try {
    const cap = req.url === "/page" ? 64 * 1024 : 40 * mib;
    const body = carriesBody(req) ? await readBytes(toRequest(req, res, from), cap) : new Uint8Array();
    res.end(await pages(withBody(req, body)));
  } catch (error) {
    await sendReply(problem(toAppError(error), { requestId: "x", path: "/" }), res);
  }
});
let port = 0;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Begins to send, so many MiB and no end. */
function begin(from: string, size: number, path = "/upload") {
  const headers = { "x-forwarded-for": from, "content-type": "text/plain", "transfer-encoding": "chunked" };
  const sent = request({ port, path, method: "POST", headers });
  sent.on("error", () => undefined);
  for (let n = 0; n < size; n++) sent.write(piece);
  const answered = once(sent, "response").then(async ([answer]: IncomingMessage[]) => {
    let text = "";
    for await (const part of answer ?? []) text += part;
    return { status: answer?.statusCode, retryAfter: answer?.headers["retry-after"], text };
  });
  answered.catch(() => undefined); // of those that are never answered
  return { sent, answered };
}
const held = (size: number) => expect.poll(() => bodyBudget.held).toBe(size * mib);

it("bodies under way have a limit for one address, and one for all together", async () => {
  const open = [begin("192.0.2.1", 16), begin("192.0.2.1", 16)];
  await held(32);
  expect(await begin("192.0.2.1", 1).answered).toMatchObject({ status: 429, retryAfter: "5" });

  open.push(begin("192.0.2.2", 32), begin("192.0.2.3", 32));
  await held(96);
  expect(await begin("192.0.2.4", 1).answered).toMatchObject({ status: 503, retryAfter: "5" });
  await held(96);

  open[0]?.sent.end();
  expect(await open[0]?.answered).toMatchObject({ status: 200, text: `POST /upload text/plain ${16 * mib}` });
  await held(80);
  for (const { sent } of open.slice(1)) sent.destroy();
  await held(0);
  const last = begin("192.0.2.4", 1);
  last.sent.end();
  expect((await last.answered).status).toBe(200);
  await held(0);
});

it("a body that is too long is refused while it is read, and its connection serves again", async () => {
  const { sent, answered } = begin("192.0.2.9", 1, "/page");
  expect((await answered).status).toBe(413);
  sent.end();
  await held(0);
});

it("an address may send to the last byte of its limit, again once it is answered, whatever others send", () => {
  const budget = new BodyBudget(25, 10);
  const refusal = (add: () => void) => {
    try {
      add();
      return "taken";
    } catch (error) {
      return toAppError(error).status;
    }
  };
  const [first, second, other, third] = [budget.open("a"), budget.open("a"), budget.open("b"), budget.open("c")];
  expect(refusal(() => first.add(11))).toBe(429);
  expect(refusal(() => first.add(10))).toBe("taken");
  expect(refusal(() => second.add(1))).toBe(429);
  expect(refusal(() => other.add(10))).toBe("taken");
  expect(refusal(() => third.add(6))).toBe(503);
  expect(refusal(() => third.add(5))).toBe("taken");
  first.close();
  expect([budget.held, refusal(() => second.add(10))]).toEqual([15, "taken"]);
  for (const one of [second, other, third]) one.close();
  expect(budget.held).toBe(0);
});
