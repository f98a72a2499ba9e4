/** A person hears of alerts once in so many minutes at the most. */
export const noticeMinutes = 15;

/** What was due longer ago than that is no news: it was told, or there was nobody to hear it. In hours. */
export const newsHours = 24;

/** A message names that many alerts, and says how many more there are. */
export const namedAlerts = 20;
