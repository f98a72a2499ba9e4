// @ts-check
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded into the processes of mixed-load.alone.test.ts: on SIGUSR2 each writes down the bytes of its heap after a collection.

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  collect();
  writeFileSync(join(process.env.HEAP_FOLDER ?? "", String(process.pid)), String(process.memoryUsage().heapUsed));
});
