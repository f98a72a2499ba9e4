import { describe, expect, it } from "vitest";
import { rolloutStatusWords } from "./rollout-status.rules";
import {
  type DeviceStatus,
  deviceStates,
  deviceStatuses,
  isGone,
  mayFollow,
  type RolloutAction,
  type RolloutStatus,
  rolloutActions,
  rolloutStates,
} from "./states";

const statuses = Object.keys(rolloutStatusWords) as RolloutStatus[]; // its own keys

/** For each action whether it is done (+) in each state, in the order in which states follow each other. */
const allowed: Record<RolloutAction, string> = {
  //           draft, preparing, awaiting approval, scheduled, running, paused, done, cancelled
  edit: "+-------",
  adjust: "++++++--",
  remove: "+-------",
  plan: "+-------",
  start: "+-------",
  approve: "--+-----",
  sendBack: "--++----",
  pause: "----+---",
  resume: "-----+--",
  nextWave: "----++--",
  cancel: "-+++++--",
  retryFailed: "----++--",
  finish: "----++--",
  rollBack: "----++++",
};

/** Which state of a device becomes which. */
const moves: Record<DeviceStatus, string> = {
  waiting: "offered downloading installed failed silent excluded superseded cancelled",
  offered: "waiting downloading installed failed excluded superseded cancelled",
  downloading: "installed failed excluded",
  installed: "failed",
  failed: "waiting installed",
  silent: "waiting offered downloading installed failed excluded superseded cancelled",
  excluded: "",
  superseded: "",
  cancelled: "",
};

const passes = (work: () => void) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

describe("the states of a rollout", () => {
  it("say of each action whether it is done in each of them", () => {
    expect(statuses).toEqual("draft preparing awaiting_approval scheduled running paused done cancelled".split(" "));
    const found = Object.keys(rolloutActions).map((action) => [
      action,
      statuses.map((status) => (mayFollow(action as RolloutAction, status) ? "+" : "-")).join(""),
    ]);
    expect(Object.fromEntries(found)).toEqual(allowed);
  });

  it("go where an action takes them, and end for good", () => {
    const becomes: Partial<Record<RolloutAction, RolloutStatus>> = {
      start: "preparing",
      sendBack: "draft",
      pause: "paused",
      resume: "running",
      cancel: "cancelled",
      finish: "done",
    };
    for (const [action, after] of Object.entries(becomes))
      for (const before of rolloutActions[action as RolloutAction])
        expect(
          passes(() => rolloutStates.assert("status", before, after)),
          `${action}: ${before}`,
        ).toBe(true);
    for (const after of statuses.filter((one) => one !== "done" && one !== "cancelled"))
      for (const before of ["done", "cancelled"] as const)
        expect(
          passes(() => rolloutStates.assert("status", before, after)),
          `${before} → ${after}`,
        ).toBe(false);
  });
});

describe("the states of a device", () => {
  it("follow each other as the specification says, and in no other way", () => {
    for (const before of deviceStatuses) {
      const after = deviceStatuses.filter(
        (one) => one !== before && passes(() => deviceStates.assert("status", before, one)),
      );
      expect(after.sort(), before).toEqual(moves[before].split(" ").filter(Boolean).sort());
    }
  });

  it("are left for good where nothing is held any more", () => {
    expect(deviceStatuses.filter(isGone).sort()).toEqual(["cancelled", "excluded", "superseded"]);
    for (const gone of deviceStatuses.filter(isGone)) expect(deviceStates.next(gone)).toEqual([]);
  });
});
