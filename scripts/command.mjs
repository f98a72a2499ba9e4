// @ts-check
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { applyPatches } from "./patches.mjs";
import { Plain } from "./plain.mjs";

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string }} [options] `show` lets its output through; else it is only collected
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, show = false, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      shell: command.endsWith(".cmd"),
    });
    let output = "";
    const collect = (/** @type {NodeJS.WriteStream} */ to) => (/** @type {Buffer} */ text) => {
      output += text;
      if (show) to.write(text);
    };
    child.stdout.on("data", collect(process.stdout));
    child.stderr.on("data", collect(process.stderr));
    child.once("error", reject);
    const abandon = () => child.kill();
    process.once("exit", abandon).once("SIGTERM", abandon);
    child.once("close", (code) => {
      process.off("exit", abandon).off("SIGTERM", abandon);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** A program of ours or of a package, by this Node. */
export const runNode = (
  /** @type {string[]} */ args,
  /** @type {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string }} */ options = {},
) => run(process.execPath, args, options);

/** One clear line when this Node is too old, before anything that an old Node can't read is imported. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Plain(`Persdesk needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Runs npm: the one that runs us, where one does. */
export function runNpm(/** @type {string[]} */ args) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith(".js") ? runNode([npm, ...args]) : run(process.platform === "win32" ? "npm.cmd" : "npm", args);
}

const changed = (/** @type {string} */ file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Installs the dependencies exactly as locked, when they are missing or the lock file is newer. */
export async function ensureDependencies(/** @type {(line: string) => void} */ say) {
  if (changed("node_modules/.package-lock.json") >= changed("package-lock.json")) return applyPatches();
  say("installing dependencies");
  // Development dependencies too, with any NODE_ENV: the build needs the compiler and the types.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await runNpm(args);
  if (code !== 0) {
    if (/ENOSPC/.test(output)) throw new Plain("The disk is full: the dependencies could not be installed.");
    throw new Plain(
      `The dependencies could not be installed (npm ci):\n${output.trim().split("\n").slice(-15).join("\n")}`,
    );
  }
  applyPatches();
}
