// @ts-check
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

// The API without Next, as a process of its own for bench/import.mjs: says where it is, and a bearer that may do all.

const { answerApi, toRequest, sendReply, database, makePerson, credentialsOf, permissionCodes } = await import(
  pathToFileURL(process.argv[2] ?? "").href
);
const server = createServer(async (req, res) => {
  await sendReply(await answerApi(toRequest(req, res, { ip: "127.0.0.1", scheme: "http" })), res);
});
server.listen(0, "127.0.0.1", async () => {
  const address = server.address();
  const person = await makePerson(database(), {}, permissionCodes);
  const { bearer } = await credentialsOf(database(), person);
  process.send?.({ url: `http://127.0.0.1:${typeof address === "object" && address?.port}`, bearer });
});
process.on("disconnect", () => process.exit(0));
