/** What waits for the person in a company, as the home page asks for it. */
export const waitingIn = (companyId: string) => ({
  invitations: { companyId, status: "invited" as const, limit: 20 },
  entryRequests: { companyId, status: "waiting" as const, limit: 20 },
});
