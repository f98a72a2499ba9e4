import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** @type {import("next").NextConfig} */
export default {
  turbopack: { root },
  outputFileTracingRoot: root,
  // Else the product's own proxy.ts and instrumentation.ts, which stand in the root, would be part of the empty page.
  pageExtensions: ["jsx", "js"],
};
