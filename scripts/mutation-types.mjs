// @ts-check
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runNode } from "./command.mjs";
import { faulty } from "./mutation-operators.mjs";
import { reached } from "./mutation-tree.mjs";

/** @typedef {import("./mutation-operators.mjs").Mutant} Mutant */

const left = /^(node_modules|\.git|\.next|\.data|reports|dist|e2e|docs)$/;

/**
 * Which faults TypeScript refuses, looked at in a copy of the tree: round by round one fault of each file, with one run of
 * the compiler. What is merely unused does not count.
 * @param {Mutant[]} mutants
 * @param {Map<string, string[]>} imports
 * @returns {Promise<Set<Mutant>>}
 */
export async function refusedByTypes(mutants, imports) {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-mutation-"));
  try {
    cpSync(".", folder, { recursive: true, filter: (from) => !left.test(from) });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    if (existsSync(".next/types")) cpSync(".next/types", join(folder, ".next/types"), { recursive: true });
    const usual = await errorsIn(folder);
    /** @type {Set<Mutant>} */
    const refused = new Set();
    let open = mutants;
    while (open.length > 0) {
      const round = [...new Map(open.map((mutant) => [mutant.path, mutant])).values()];
      open = open.filter((mutant) => !round.includes(mutant));
      const change = (/** @type {Mutant} */ mutant, /** @type {boolean} */ isFaulty) => {
        const source = readFileSync(mutant.path, "utf8");
        writeFileSync(join(folder, mutant.path), isFaulty ? faulty(source, mutant) : source);
      };
      for (const mutant of round) change(mutant, true);
      for (const path of await errorsIn(folder)) {
        if (usual.has(path)) continue;
        // The fault is in the file itself or in the nearest one that it imports.
        const near = reached(path, imports);
        const cause = round
          .filter((mutant) => near.has(mutant.path))
          .sort((one, other) => Number(near.get(one.path)) - Number(near.get(other.path)))[0];
        if (cause) refused.add(cause);
      }
      for (const mutant of round) change(mutant, false);
    }
    return refused;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of which the compiler has something to say. */
async function errorsIn(/** @type {string} */ folder) {
  const tsc = [resolve("node_modules/typescript/bin/tsc"), "--noEmit", "-p", ".", "--pretty", "false"];
  const settings = ["--incremental", "--tsBuildInfoFile", "types.tsbuildinfo", "--noUnusedLocals", "false"];
  const { code, output } = await runNode([...tsc, ...settings, "--noUnusedParameters", "false"], { cwd: folder });
  const files = new Set([...output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? ""));
  if (code !== 0 && files.size === 0) throw new Error(`The compiler did not run: ${output.slice(0, 500)}`);
  return files;
}
