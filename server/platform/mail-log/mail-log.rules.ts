/** What people call the statuses of a mail. */
export const mailStatusWords = { pending: "Pending", done: "Sent", fail: "Failed" } as const;
