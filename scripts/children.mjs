// @ts-check
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {{ name: string, process: import("node:child_process").ChildProcess, ended: Promise<number> }} Child */

/**
 * Starts one of our programs. It has its own process group, so that Ctrl-C reaches the starter alone, which then stops
 * things in order; and it ends by itself when the starter is gone (die-with-parent).
 * @param {string} name
 * @param {string[]} args for Node
 * @param {NodeJS.ProcessEnv} env
 * @param {"inherit" | number} [output] where it writes: our own output, or an open file
 * @param {string} [cwd] the checkout whose program it is; this one where not said
 * @returns {Child}
 */
export function startChild(name, args, env, output = "inherit", cwd = ".") {
  const child = spawn(process.execPath, ["--import", "./scripts/die-with-parent.mjs", ...args], {
    env,
    cwd,
    detached: process.platform !== "win32",
    stdio: ["ignore", output, output, "ipc"],
  });
  const ended = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
    child.once("error", () => resolve(1));
  });
  return { name, process: child, ended };
}

/** Asks a child to end, and ends it when it does not within `graceMs`. */
export async function stopChild(/** @type {Child} */ { process: child, ended }, graceMs = 12_000) {
  child.kill("SIGTERM");
  const late = new AbortController();
  const timer = sleep(graceMs, undefined, { signal: late.signal }).then(
    () => child.kill("SIGKILL"),
    () => undefined,
  );
  await ended;
  late.abort();
  await timer;
}
