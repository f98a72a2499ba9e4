// @ts-check
// A provider of pushes: it answers each after so many milliseconds, and hands out tokens. Its port goes to the parent.
import { createServer } from "node:http";

const after = Number(process.argv[2]);

const server = createServer((req, res) => {
  req.resume();
  req.on("end", () => {
    res.setHeader("content-type", "application/json");
    if (req.url === "/token") return res.end(JSON.stringify({ access_token: "t", expires_in: 3600 }));
    setTimeout(() => res.end("{}"), after);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
process.once("disconnect", () => process.exit(0));
