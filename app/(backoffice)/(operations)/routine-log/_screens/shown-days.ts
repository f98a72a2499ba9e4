/** How far back the strip above the routine log goes; the page and the strip must ask for the same. */
export const shownDays = 90;
