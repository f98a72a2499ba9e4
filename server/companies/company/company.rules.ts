/** What people call the statuses of a company. */
export const companyStatusWords = { pending: "Invited", active: "Active", disabled: "Disabled" } as const;

/** How far the links of a company are counted; one more stands for all that have more. */
export const countedUpTo = 1000;
