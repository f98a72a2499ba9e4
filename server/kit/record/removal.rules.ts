/** What no removal keeps, so that it does not return with its record. */
export const lostParts = ["pin", "secret"] as const;
export type LostPart = (typeof lostParts)[number];

/** For how many days a removed record can be brought back. */
export const removalDays = 90;

/** The same for a record of a person. */
export const personRemovalDays = 7;
