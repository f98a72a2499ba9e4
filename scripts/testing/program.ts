import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { apart, requiring } from "../build.mjs";

/** What was bundled in this process, whose test files share it. */
const bundled = new Map<string, Promise<string>>();

/** The text of one of our programs, with its packages as in production: to load these one by one takes a third of its start. */
async function bundleOf(entry: string): Promise<string> {
  const { outputFiles } = await build({
    write: false,
    entryPoints: [entry],
    outfile: "program.mjs",
    bundle: true,
    external: apart,
    banner: { js: requiring },
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * For the top of a test file: one of our programs as a file of the test's own, for all its tests.
 * @param entry such as "server/worker.ts"
 * @returns the file's path, and that of its folder, which lies beside the packages so that the program finds them
 */
export function useProgram(entry: string): { folder: string; program: string } {
  const folder = mkdtempSync(resolve("node_modules/.program-test-"));
  const program = join(folder, "program.mjs");
  beforeAll(async () => {
    const text = bundled.get(entry) ?? bundleOf(entry);
    bundled.set(entry, text);
    writeFileSync(program, await text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, program };
}
