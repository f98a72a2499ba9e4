/** What people call the states of a key; one that is being replaced works on beside its successor. */
export const keyStatusWords = {
  live: "Live",
  replaced: "Being replaced",
  expired: "Expired",
  revoked: "Revoked",
} as const;

export type KeyStatus = keyof typeof keyStatusWords;
