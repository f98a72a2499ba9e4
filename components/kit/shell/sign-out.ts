/** Ends the session, here and on the server, and goes to the sign-in page. */
export async function signOut() {
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  await fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
  window.location.assign("/login");
}
