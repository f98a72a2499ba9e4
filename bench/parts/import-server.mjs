// @ts-check
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

// The API without Next, as a process of its own for bench/read-file.mjs: says where it is.

const { answerApi, toRequest, sendReply } = await import(pathToFileURL(process.argv[2] ?? "").href);
const server = createServer(async (req, res) => {
  await sendReply(await answerApi(toRequest(req, res, { ip: "127.0.0.1", scheme: "http" })), res);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(`http://127.0.0.1:${typeof address === "object" && address?.port}`);
});
process.on("disconnect", () => process.exit(0));
