import { IconRocket } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { rolloutStatusWords } from "@/server/devices/firmware-rollout/rollout-status.rules";
import { firmwareVersions } from "../firmware-versions/firmware-version.resource";
import { modelPers } from "../model-pers/model-pers.resource";

export const firmwareRollouts = resource("firmwareRollouts", {
  one: "firmware rollout",
  many: "firmware rollouts",
  heading: "Rollouts",
  at: "/firmware-rollouts",
  icon: IconRocket,
  may: { read: "firmware-rollout.read", write: "firmware-rollout.write" },
  audited: "firmware-rollout",
  title: (record) => record.name,
  search: "search",
  create: "Plan a rollout",
  words: {
    name: "Name",
    firmwareVersionId: ["Firmware version", firmwareVersions],
    filters: "Devices",
    isDynamic: "Devices join later",
    allowDowngrade: "Newer versions too",
    waves: "Waves",
    gates: "Gates",
    maxPerHour: "Offers per hour",
    startAt: "Start",
  },
  shown: {
    search: "Name",
    status: { title: "Status", values: rolloutStatusWords },
    "firmwareVersion.firmwareVersion": "Version",
    "counts.installed": "Installed",
    "counts.failed": "Failed",
    "counts.waiting": "Waiting",
    startedAt: "Started",
    endedAt: "Ended",
    modelPERSId: ["Model", modelPers],
  },
  recorded: {
    pauseReason: "Reason",
    sentBackReason: "Reason",
    isApprovalNeeded: "Approval needed",
    retried: "Tried again",
    wave: "Wave",
  },
  verbs: {
    start: "started",
    run: "started",
    schedule: "started",
    "ask-approval": "asked for approval of",
    approve: "approved",
    "send-back": "sent back",
    lapse: "sent back",
    pause: "paused",
    resume: "resumed",
    "next-wave": "resumed",
    "begin-wave": "began the next wave of",
    cancel: "cancelled",
    "retry-failed": "resumed",
    finish: "finished",
    done: "finished",
  },
});
