// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run } from "./command.mjs";
import { Plain } from "./plain.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const shell = "/usr/bin/chromium-headless-shell";
const places = [
  ...["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"].flatMap((dir) =>
    [...names, "chrome"].map((name) => `${dir}/${name}`),
  ),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Does it exist, and does it start? (Debian has wrapper scripts of that name which only say what to install.) */
const works = (/** @type {string | undefined} */ path) =>
  path !== undefined && existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

/**
 * The Chromium or Chrome of this machine: CHROMIUM_PATH, an installed one, or the one playwright downloaded.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const { chromium } = await import("playwright");
  return [process.env.CHROMIUM_PATH, ...places, chromium.executablePath()].find(works);
}

/**
 * Chromium without the parts that draw its windows, where the machine has it: the same engine at two thirds of the time.
 * It shows no notifications.
 */
export async function findHeadless() {
  return !process.env.CHROMIUM_PATH && works(shell) ? shell : findChromium();
}

/** @param {string[]} packages of Debian's */
async function install(...packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return "";
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  const outputs = [];
  for (const name of packages)
    outputs.push((await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], { env })).output);
  return outputs.join("\n");
}

/**
 * Finds Chromium, or installs it: as a Debian package where we may, else as playwright's own.
 * @param {(line: string) => void} say
 */
export async function ensureChromium(say) {
  const found = await findChromium();
  if (found) {
    if (!works(shell)) await install("chromium-headless-shell");
    return found;
  }
  say("installing Chromium");
  let output = await install("chromium", "chromium-headless-shell");
  if (!(await findChromium())) {
    const attempt = await run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
    output += attempt.output;
  }
  const installed = await findChromium();
  if (installed) return installed;
  throw new Plain(`No Chromium for the browser tests: install one, or set CHROMIUM_PATH.\n${output.slice(-1_000)}`);
}
