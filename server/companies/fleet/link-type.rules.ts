/** What a company is to a PERS device, or to the vehicles of a brand. */
export const linkTypeWords = { 1: "Manufacturer", 2: "Subcontractor" } as const;
