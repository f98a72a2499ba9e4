/** What the lines of a plan do, as people read it. */
export const lineWords = { deleted: "Deleted", masked: "Masked", kept: "Kept" } as const;
