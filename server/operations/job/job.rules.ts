/** `failed`: it gave up; `retrying`: it failed and is tried again. */
export const jobStatusWords = {
  running: "Running",
  waiting: "Waiting",
  retrying: "Retrying",
  failed: "Failed",
} as const;
