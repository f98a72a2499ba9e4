import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/**
 * For the top of a test file: one of our programs as a file of the test's own, for all its tests.
 * @param entry such as "server/worker.ts"
 * @returns the file's path, and that of its folder, which lies beside the packages so that the program finds them
 */
export function useProgram(entry: string): { folder: string; program: string } {
  const folder = mkdtempSync(resolve("node_modules/.program-test-"));
  const program = join(folder, "program.mjs");
  beforeAll(() =>
    build({
      entryPoints: [entry],
      outfile: program,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
    }),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, program };
}
