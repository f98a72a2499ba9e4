/** The open alerts of the gravest levels, the newest of each level first. */
export const gravestAlerts = { isOpen: true, sortBy: "levelAlert.rank:asc", limit: 8, page: 1 };
