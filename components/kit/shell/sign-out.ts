import { forgetBrowser } from "../push/browser-push";

/** Ends the session, here and on the server, and goes to the sign-in page. This browser gets no pushes any more. */
export async function signOut() {
  await forgetBrowser().catch(() => undefined);
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  await fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
  window.location.assign("/login");
}
