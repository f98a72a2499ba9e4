// @ts-check
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { runNode } from "./command.mjs";
import { faulty } from "./mutation-operators.mjs";

/** @typedef {import("./mutation-operators.mjs").Mutant} Mutant */

const left = /^(node_modules|\.git|\.next|\.data|reports|dist|e2e|docs)$/;

/**
 * Which faults TypeScript refuses in their own file: each is a file of its own beside the one that it is of, in a copy of
 * the tree, and the compiler runs once. What is merely unused does not count.
 * @param {Mutant[]} mutants
 * @returns {Promise<Set<Mutant>>}
 */
export async function refusedByTypes(mutants) {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-mutation-"));
  try {
    cpSync(".", folder, { recursive: true, filter: (from) => !left.test(from) });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    if (existsSync(".next/types")) cpSync(".next/types", join(folder, ".next/types"), { recursive: true });
    const beside = (/** @type {string} */ path, /** @type {string} */ name) =>
      join(dirname(path), `${name}-${basename(path)}`);
    for (const path of new Set(mutants.map((mutant) => mutant.path)))
      cpSync(path, join(folder, beside(path, "no-fault")));
    for (const [n, mutant] of mutants.entries())
      writeFileSync(join(folder, beside(mutant.path, `fault-${n}`)), faulty(readFileSync(mutant.path, "utf8"), mutant));
    const refused = await errorsIn(folder);
    // A file that has errors as a copy, without a fault, says nothing of its faults.
    return new Set(
      mutants.filter(
        ({ path }, n) => refused.has(beside(path, `fault-${n}`)) && !refused.has(beside(path, "no-fault")),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that the compiler complains about. */
async function errorsIn(/** @type {string} */ folder) {
  const tsc = [resolve("node_modules/typescript/bin/tsc"), "--noEmit", "-p", ".", "--pretty", "false"];
  const settings = [
    "--incremental",
    "false",
    "--noUnusedLocals",
    "false",
    "--noUnusedParameters",
    "false",
    "--checkers",
    "1",
  ];
  const { code, output } = await runNode([...tsc, ...settings], { cwd: folder });
  const files = new Set([...output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? ""));
  if (code !== 0 && files.size === 0) throw new Error(`The compiler did not run: ${output.slice(0, 500)}`);
  return files;
}
