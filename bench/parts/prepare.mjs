// @ts-check
import { pathToFileURL } from "node:url";

// A worker that prepares one rollout, as a process of its own for bench/rollouts.mjs, which kills it.

const [api = "", id] = process.argv.slice(2);
const ours = await import(pathToFileURL(api).href);
process.on("disconnect", () => process.exit(0));
process.send?.("begun");
await ours.goOnPreparing({ id });
process.send?.("done");
