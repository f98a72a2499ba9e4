/** The last alerts of a device, one more than are shown beside the one that is looked at. */
export const beforeOn = (persId: string) => ({ persId, sortBy: "createdAt:desc", limit: 7 });
