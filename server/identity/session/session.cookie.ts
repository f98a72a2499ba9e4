/** The browser's session. `__Host-`: only this host may set it, over https (or on localhost). */
export const sessionCookie = "__Host-persdesk.session";
