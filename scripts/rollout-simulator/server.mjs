// @ts-check
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

// The API and the worker's part in rollouts, as one process of the simulator's own: it says where it is, and does what it is
// told. Its time is that of its database, whose clock the simulator presses forward (ADR 78).

const ours = await import(pathToFileURL(process.argv[2] ?? "").href);
// Behind the schema in which the simulator put its clock, as far as statements ask it.
ours.sessionSettings.search_path = "simulator, pg_catalog, public";
let clock = new ours.Clock();

/** Goes by the database's clock as it is now. */
async function follow() {
  clock.end();
  clock = new ours.Clock();
  while (!(await clock.compare()));
}

/** @type {Record<string, (given: any) => Promise<unknown>>} */
const tasks = {
  follow,
  /** Makes a rollout, and starts it as a worker does. @returns its id */
  async start(draft) {
    const { firmwareRollouts } = ours.appRouter.createCaller(ours.systemCtx("simulator"));
    const { id } = await firmwareRollouts.create(draft);
    await firmwareRollouts.start({ id });
    await ours.goOnPreparing({ id });
    return id;
  },
  watch: () => ours.watchRollouts(ours.systemCtx("worker")),
};

process.on("message", async (/** @type {{ task: string, given: unknown }} */ { task, given }) => {
  try {
    process.send?.({ result: await tasks[task]?.(given) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? `${error.stack} ${error.cause ?? ""}` : String(error) });
  }
});
process.on("disconnect", () => process.exit(0));

await follow();
const server = createServer(async (req, res) => {
  await ours.sendReply(await ours.answerApi(ours.toRequest(req, res, { ip: "127.0.0.1", scheme: "http" })), res);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ result: `http://127.0.0.1:${typeof address === "object" && address?.port}` });
});
