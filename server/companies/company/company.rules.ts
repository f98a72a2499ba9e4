/** What people call the statuses of a company. */
export const companyStatusWords = { active: "Active", disabled: "Disabled" } as const;
