/** How long a code and a link that are mailed work, and so how long their mail may wait; as PostgreSQL reads intervals. */
export const lifetime = { code: "10 minutes", link: "7 days" } as const;
