/** What a sheet is about. */
export type AlertsOf = { persId: string } | { vehicleId: string } | { riderId: string };

/** The alerts of it that need work. */
export const openAlertsOf = (about: AlertsOf) => ({ ...about, needsWork: true, limit: 20 });

/** Those that were closed last. */
export const closedAlertsOf = (about: AlertsOf) => ({
  ...about,
  needsWork: false,
  sortBy: "createdAt:desc",
  limit: 5,
});
