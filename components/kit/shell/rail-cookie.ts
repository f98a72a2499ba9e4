/** The cookie that remembers a narrow rail, so that the server draws it right at once. */
export const railCookie = "persdesk.rail";
