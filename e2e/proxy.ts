import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

/** Hands requests out in turn, to those nodes that are in. */
export async function startProxy() {
  const nodes = new Set<string>();
  let turn = 0;
  const pass = (req: IncomingMessage, res: ServerResponse) => {
    const all = [...nodes];
    const to = new URL(all[turn++ % all.length] ?? "");
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
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
