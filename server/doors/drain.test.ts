import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { patienceMs } from "@/db/testing/scale";
import { Drain } from "./drain";

/** A server that answers when it is let, and is about to stop or not. */
async function startServer() {
  const held: (() => void)[] = [];
  const server = createServer((req, res) => {
    drain.note(res);
    if (req.url === "/held") held.push(() => res.end("held"));
    else res.end("ok");
  });
  const drain = new Drain(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    drain,
    release: () => held.splice(0).forEach((answer) => void answer()),
    held,
    port: (server.address() as AddressInfo).port,
  };
}

/** A connection, what came on it, and whether the server ended it. */
function open(port: number) {
  const socket: Socket = connect(port, "127.0.0.1");
  const line = {
    came: "",
    isEnded: false,
    ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
  };
  socket.on("data", (some) => {
    line.came += some;
  });
  socket.on("close", () => {
    line.isEnded = true;
  });
  socket.on("error", () => undefined);
  return line;
}

const patience = { timeout: patienceMs };

it("a web that stops goes on answering, says so with each answer, and then takes no more", async () => {
  const { drain, release, held, port } = await startServer();
  const [idle, unused, slow] = [open(port), open(port), open(port)];
  idle.ask("/");
  slow.ask("/held");
  await expect.poll(() => idle.came, patience).toContain("Connection: keep-alive");
  await expect.poll(() => held.length, patience).toBe(1);
  expect(drain.refusal()).toBeUndefined();

  const announced = drain.announce(1);
  const isOverInTime = Promise.race([announced.then(() => true), sleep(1_500, false)]);
  expect([drain.refusal()?.status, drain.refusal()?.detail]).toEqual([503, "This web stops."]);
  const late = open(port);
  late.ask("/");
  await expect.poll(() => late.isEnded, patience).toBe(true);
  expect(late.came).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close[\s\S]*ok/i);
  expect([idle.isEnded, unused.isEnded, slow.isEnded]).toEqual([false, false, false]);
  expect(await isOverInTime).toBe(true);

  let isOver = false;
  const ended = drain.end().then(() => {
    isOver = true;
  });
  await expect.poll(() => idle.isEnded, patience).toBe(true);
  await expect.poll(() => unused.isEnded, patience).toBe(true);
  const refused = open(port);
  await expect.poll(() => refused.isEnded, patience).toBe(true);
  expect([isOver, slow.isEnded]).toEqual([false, false]);
  release();
  await ended;
  await expect.poll(() => slow.came, patience).toContain("held");
});
