/** Where a button stands; the wire's words. */
export const buttonGroups = ["Documentation", "Contact Partner"] as const;
