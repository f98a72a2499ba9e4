/** How a rollout stands. */
export const rolloutStatusWords = {
  draft: "Draft",
  preparing: "Preparing",
  awaiting_approval: "Awaiting approval",
  scheduled: "Scheduled",
  running: "Running",
  paused: "Paused",
  done: "Done",
  cancelled: "Cancelled",
} as const;
