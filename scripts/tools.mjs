// @ts-check
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claim } from "./claim.mjs";
import { run } from "./command.mjs";
import { Plain } from "./plain.mjs";

/** @param {string} tools a folder of tools */
function isInstalled(tools) {
  const lock = join(tools, "package-lock.json");
  const installed = join(tools, "node_modules/.package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

/**
 * Installs what stands in a folder of `tools`, which has a lockfile of its own, where that is not done yet; one process at a
 * time.
 * @param {"api" | "deployment"} name
 * @returns {Promise<string>} the folder's whole path
 */
export async function installTools(name) {
  const tools = resolve(import.meta.dirname, "../tools", name);
  while (!isInstalled(tools)) {
    const claimed = claim(join(tools, ".installing"));
    if ("holder" in claimed) {
      await sleep(200);
      continue;
    }
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { code, output } = await run("npm", args, { cwd: tools }).finally(claimed.release);
    if (code !== 0) throw new Plain(`What stands in ${tools} could not be installed (npm ci):\n${output}`);
  }
  return tools;
}
