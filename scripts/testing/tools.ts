import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "../command.mjs";

/**
 * Installs what stands in a folder of `tools`, which has a lockfile of its own, where that is not done yet.
 * @returns the folder's whole path
 */
export async function installTools(name: string): Promise<string> {
  const tools = resolve("tools", name);
  const lock = join(tools, "package-lock.json");
  const installed = join(tools, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return tools;
  const { code, output } = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: tools });
  if (code !== 0) throw new Error(output);
  return tools;
}
