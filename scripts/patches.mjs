// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail, Plain } from "./plain.mjs";

const stamp = "node_modules/.patched";
const changed = (/** @type {string} */ file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/**
 * Applies patches/ (docs/adr/0009) to what is installed, where that has not been done since the last installation. A
 * package in another version than its patch is for is an error.
 */
export function applyPatches() {
  if (!existsSync("node_modules")) return;
  const patches = existsSync("patches") ? readdirSync("patches").map((name) => join("patches", name)) : [];
  if (patches.length === 0) throw new Plain("The folder patches/ is missing; an image copies it before npm ci.");
  const newest = Math.max(...["node_modules/.package-lock.json", ...patches].map(changed));
  if (changed(stamp) > newest) return;
  const args = ["node_modules/patch-package/index.js", "--error-on-fail", "--error-on-warn"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Plain(`patches/ could not be applied; check if it is still needed.\n${stdout}${stderr}`);
  writeFileSync(stamp, "");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    applyPatches();
  } catch (error) {
    fail(error);
  }
}
