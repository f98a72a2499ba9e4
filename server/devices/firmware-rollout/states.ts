import { deviceStatusWords } from "@/server/devices/pers/rollout-status.rules";
import { states } from "@/server/kit/call/states";
import type { rolloutStatusWords } from "./rollout-status.rules";

export type RolloutStatus = keyof typeof rolloutStatusWords;

export type DeviceStatus = keyof typeof deviceStatusWords;
export const deviceStatuses = Object.keys(deviceStatusWords) as DeviceStatus[];

/** What people do with a rollout, and in which of its states; anything else is 422 (spec section 3). */
export const rolloutActions = {
  edit: ["draft"],
  adjust: ["draft", "preparing", "awaiting_approval", "scheduled", "running", "paused"],
  remove: ["draft"],
  plan: ["draft"],
  start: ["draft"],
  approve: ["awaiting_approval"],
  sendBack: ["awaiting_approval", "scheduled"],
  pause: ["running"],
  resume: ["paused"],
  nextWave: ["running", "paused"],
  cancel: ["preparing", "awaiting_approval", "scheduled", "running", "paused"],
  retryFailed: ["running", "paused"],
  finish: ["running", "paused"],
  rollBack: ["running", "paused", "done", "cancelled"],
} as const satisfies Record<string, readonly RolloutStatus[]>;
export type RolloutAction = keyof typeof rolloutActions;

export const mayFollow = (action: RolloutAction, status: RolloutStatus) =>
  (rolloutActions[action] as readonly RolloutStatus[]).includes(status);

/** Which state of a rollout may follow which. */
export const rolloutStates = states<RolloutStatus>({
  draft: ["preparing"],
  preparing: ["draft", "awaiting_approval", "scheduled", "running", "cancelled"],
  awaiting_approval: ["draft", "scheduled", "running", "cancelled"],
  scheduled: ["draft", "running", "cancelled"],
  running: ["paused", "done", "cancelled"],
  paused: ["running", "done", "cancelled"],
  done: [],
  cancelled: [],
});

/** Which state of a device may follow which. */
export const deviceStates = states<DeviceStatus>({
  waiting: ["offered", "downloading", "installed", "failed", "silent", "superseded", "cancelled", "excluded"],
  offered: ["waiting", "downloading", "installed", "failed", "superseded", "cancelled", "excluded"],
  downloading: ["installed", "failed", "excluded"],
  installed: ["failed"],
  failed: ["installed", "waiting"],
  silent: ["waiting", "offered", "downloading", "installed", "failed", "superseded", "cancelled", "excluded"],
  excluded: [],
  superseded: [],
  cancelled: [],
});
/** Those that hold nothing any more. */
export const isGone = (status: DeviceStatus) => ["excluded", "superseded", "cancelled"].includes(status);
