/** What actions did, in a word, where every resource has them; others have words of their own. */
export const actionWords: Readonly<Record<string, string>> = {
  create: "Created",
  remove: "Deleted",
  restore: "Restored",
  "remove-for-good": "Deleted for good",
  translate: "Translated",
  end: "Ended",
  login: "Signed in",
  logout: "Signed out",
};
