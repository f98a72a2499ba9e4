// @ts-check
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { platform, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { isAlive } from "./claim.mjs";

const inMemory = "/dev/shm";
const gib = 1024 ** 3;

/**
 * Where a server keeps what tests write: in memory where there is plenty of it, since a database of hundreds of files is
 * made there in a tenth of the time; else the temporary folder.
 * @param {boolean} isLong of `SCALE=long`, which writes gigabytes
 */
export function quickFolder(isLong = process.env.SCALE === "long") {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  if (platform() !== "linux" || isLong || memory < 15 * gib) return tmpdir();
  try {
    const { blocks, bavail, bsize } = statfsSync(inMemory);
    return blocks * bsize < 8 * gib || bavail * bsize < 3 * gib ? tmpdir() : inMemory;
  } catch {
    return tmpdir();
  }
}

const mark = "persdesk-npm-test-";

/**
 * Makes a folder for this process, which is to remove it; what processes that were killed left there goes now.
 * @param {boolean} isLong
 */
export function ownFolder(isLong) {
  const place = quickFolder(isLong);
  for (const name of readdirSync(place)) {
    const pid = Number(name.startsWith(mark) && name.slice(mark.length));
    if (pid > 0 && !isAlive(pid)) rmSync(join(place, name), { recursive: true, force: true });
  }
  const folder = join(place, `${mark}${process.pid}`);
  mkdirSync(folder);
  // The server's own user has to pass through it.
  chmodSync(folder, 0o755);
  return folder;
}
