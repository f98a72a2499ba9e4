import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { origin, sendResponse, toRequest } from "./node-http";

it("closes the connection of a client that neither goes on nor ends", async () => {
  const server = createServer(async (req, res) => {
    toRequest(req, res, origin(req, false));
    await sendResponse(new Response("refused", { status: 413 }), res, 60_000);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = { "transfer-encoding": "chunked" };
  const sent = request(`http://127.0.0.1:${port}`, { method: "POST", headers });
  sent.on("error", () => undefined).write("x");
  const [answer] = await once(sent, "response");
  expect(answer.resume().statusCode).toBe(413);
  await once(sent, "close");
  server.close();
});
