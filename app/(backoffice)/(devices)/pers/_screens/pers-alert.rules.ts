/** What a person asked for among a device's alerts. */
export interface AlertFilter {
  groupAlert?: string;
  topicAlert?: string;
  isOpen?: boolean;
}

/** What a page of a device's alerts is asked for by: what is open has no end, and what has none comes first. */
export const alertsRequest = (persId: string, filter: AlertFilter, page: number) => ({
  persId,
  page,
  limit: 50,
  sortBy: "endedAt:desc,startedAt:desc",
  ...filter,
});

/** What the tab shows first. */
export const firstAlerts = (persId: string) => alertsRequest(persId, {}, 1);
