import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Debian's libfaketime, which gives programs another time of day; how long something takes stays as it is. */
const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/** Whether clocks can be put forward on this machine. */
export const hasFaketime = () => existsSync(library);

/** One clock for all programs that are started with `env`, which can be put forward while they run. */
export function startClock(folder: string) {
  const file = join(folder, "clock");
  let ahead = 0;
  const put = () => {
    writeFileSync(`${file}.new`, `+${ahead}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  put();
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    /** What they take the time to be, in milliseconds. */
    now: () => Date.now() + ahead * 1000,
    /** They see it within a second. */
    forward(seconds: number) {
      ahead += seconds;
      put();
    },
  };
}
