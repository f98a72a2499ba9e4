// @ts-check
import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Whether a process of Node's of this number runs. */
export function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  try {
    // The pid of a killed process may soon belong to another program: only a Node process counts.
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("node");
  } catch {
    return process.platform !== "linux";
  }
}

/**
 * Takes a file that only one living process can have.
 * @param {string} file
 * @returns {{ holder: number } | { release: () => void }} the process that has it, or how to give it back
 */
export function claim(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
      const holder = Number(readFileSync(file, "utf8"));
      if (holder > 0 && holder !== process.pid && isAlive(holder)) return { holder };
      rmSync(file, { force: true });
    }
  }
}
