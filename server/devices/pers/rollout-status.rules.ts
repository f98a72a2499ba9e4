/** How a device stands in a firmware rollout. */
export const deviceStatusWords = {
  waiting: "Waiting",
  offered: "Offered",
  downloading: "Downloading",
  installed: "Installed",
  failed: "Failed",
  silent: "Silent",
  excluded: "Excluded",
  superseded: "Superseded",
  cancelled: "Cancelled",
} as const;
