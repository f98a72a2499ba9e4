/** What can be said of a recipient, by name. */
export const valueNames = ["firstName", "lastName", "company", "vehicle", "device", "language"] as const;
export type ValueName = (typeof valueNames)[number];
