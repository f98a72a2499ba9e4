import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/** The packages that a program asks for as soon as it is loaded, with the file that does. */
function packagesAtStart(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const named = [...readFileSync(file, "utf8").matchAll(/^(?:import|\} from|export .* from)\b.*?"([^"]+)";$/gm)];
  return named.flatMap(([, name = ""]) => {
    if (name.startsWith("node:")) return [];
    return name.startsWith(".") ? packagesAtStart(join(dirname(file), name), seen) : [`${file}: ${name}`];
  });
}

// They install the packages themselves: on a fresh clone there are none yet.
it.each(["scripts/start.mjs", "scripts/test.mjs"])("%s starts where no package is installed", (program) => {
  const seen = new Set<string>();
  expect(packagesAtStart(program, seen)).toEqual([]);
  expect(seen.size).toBeGreaterThan(5);
});
