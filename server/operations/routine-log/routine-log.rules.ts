/** What people call the statuses of a routine's run. */
export const routineStatusWords = { running: "Running", done: "Done", fail: "Failed" } as const;
