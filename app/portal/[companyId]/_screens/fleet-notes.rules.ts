/** How many notes are shown at first. */
export const notesAtOnce = 20;

/** The notes about a device, a vehicle, a rider or an alert, newest first. */
export const notesOf = (companyId: string, objectId: string, limit = notesAtOnce) => ({
  companyId,
  objectId,
  limit,
  sortBy: "createdAt:desc",
});
