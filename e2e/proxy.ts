import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { expect } from "vitest";

/** Hands requests out in turn, to those nodes that are in. */
export async function startProxy() {
  const nodes = new Set<string>();
  const underWay = new Map<string, number>();
  let turn = 0;
  const pass = (req: IncomingMessage, res: ServerResponse) => {
    const all = [...nodes];
    const node = all[turn++ % all.length] ?? "";
    const to = new URL(node);
    const count = (by: number) => underWay.set(node, (underWay.get(node) ?? 0) + by);
    // A live stream goes on until its node ends, and is opened again at another.
    if (!req.url?.startsWith("/api/live/")) {
      count(1);
      res.once("close", () => count(-1));
    }
    const sent = request({
      host: to.hostname,
      port: to.port,
      path: req.url,
      method: req.method,
      headers: req.headers,
      agent: false,
    });
    sent.on("response", (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    sent.on("error", () => res.writeHead(502).end());
    req.pipe(sent);
  };
  const server: Server = createServer(pass);
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    nodes,
    /** Gives a node nothing more, and waits for what it has under way. */
    takeOut: async (node: string) => {
      nodes.delete(node);
      await expect.poll(() => underWay.get(node) ?? 0, { interval: 10 }).toBe(0);
    },
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
