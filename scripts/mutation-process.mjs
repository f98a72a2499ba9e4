// @ts-check
import { fork } from "node:child_process";

/** @typedef {import("./mutation-runner.mjs").Task} Task */
/** @typedef {import("./mutation-runner.mjs").Answer} Answer */
/** @typedef {import("./mutation-runner.mjs").Begun} Begun */

/** A process that runs tests, in a group of its own, so that one that hangs ends with its workers. */
export function startRunner(/** @type {NodeJS.ProcessEnv} */ env) {
  const child = fork("scripts/mutation-runner.mjs", {
    detached: true,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const kill = () => {
    try {
      process.kill(-Number(child.pid), "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  process.once("exit", kill);
  const heard = (/** @type {(file: string) => void} */ begin = () => undefined) =>
    new Promise((resolve) => {
      const hear = (/** @type {Begun | unknown} */ answer) => {
        if (typeof answer === "object" && answer && "begun" in answer) return begin(String(answer.begun));
        child.off("message", hear).off("exit", end);
        resolve(answer);
      };
      const end = () => hear(undefined);
      child.on("message", hear).once("exit", end);
    });
  const isReady = heard();
  return {
    /**
     * @param {Task} task
     * @param {(file?: string) => number} patienceMs for a file that is begun, and for what comes before the first
     * @returns {Promise<Answer | undefined>} nothing where it took longer than that
     */
    async run(task, patienceMs) {
      await isReady;
      let timer = setTimeout(kill, patienceMs());
      const answer = heard((file) => {
        clearTimeout(timer);
        timer = setTimeout(kill, patienceMs(file));
      });
      child.send(task);
      return /** @type {Promise<Answer | undefined>} */ (answer).finally(() => clearTimeout(timer));
    },
    async end() {
      process.off("exit", kill);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.connected) child.send("end");
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10_000).unref())]);
      kill();
    },
  };
}
