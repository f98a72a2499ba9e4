import { setFlagsFromString } from "node:v8";

// The first import of a process that serves: most code of a start runs once, and to optimise it took a sixth of the CPU.
setFlagsFromString("--no-opt");
setTimeout(() => setFlagsFromString("--opt"), 3_000).unref();
