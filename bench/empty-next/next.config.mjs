import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** @type {import("next").NextConfig} */
export default { turbopack: { root }, outputFileTracingRoot: root };
