/** How much of what names a person is looked through for one plan, and shown. */
export const byHandLimits = {
  /** places shown of each finding; the others are counted */
  examples: 5,
  /** characters of a text that are shown before and behind the place */
  around: 60,
  /** uploaded files that are read, the newest first, and their bytes */
  files: 500,
  fileBytes: 200 * 1024 * 1024,
  /** messages that are read of each device, the newest first */
  messages: 20_000,
};
