// Shows the pushes of this browser's person, and leads to this site only. It is registered for the portal's pages, when
// somebody switches pushes on in their profile.

const home = "/portal";

/** What our server sent; undefined for what it did not. */
function messageOf(data) {
  try {
    const { id, title, content, link } = data.json();
    return { id: String(id), title: String(title), content: String(content), link };
  } catch {
    return undefined;
  }
}

/** The path of a link within this site; the portal's own page where it leads elsewhere. */
function pathOf(link) {
  if (typeof link !== "string" || !URL.canParse(link, self.location.origin)) return home;
  const { origin, pathname, search, hash } = new URL(link, self.location.origin);
  return origin === self.location.origin ? pathname + search + hash : home;
}

/** Says how far a push came. Whoever is signed out, or somebody else by now, cannot; then it stays unsaid. */
const report = (id, status) =>
  fetch("/api/trpc/inbox.setPushStatus", {
    method: "POST",
    headers: { "content-type": "application/json", "x-persdesk": "1" },
    body: JSON.stringify({ items: [{ id, status }] }),
  }).catch(() => undefined);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = event.data && messageOf(event.data);
  if (!message) return;
  const { id, title, content, link } = message;
  const shown = self.registration.showNotification(title, {
    body: content,
    tag: id,
    icon: "/icon.svg",
    data: { id, link },
  });
  event.waitUntil(Promise.all([shown, report(id, "delivered")]));
});

/** Goes to a path of this site: in a window that shows it already, else in a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url === new URL(path, self.location.origin).href);
  await (there ? there.focus() : self.clients.openWindow(path));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { id, link } = event.notification.data ?? {};
  event.waitUntil(Promise.all([open(pathOf(link)), id && report(id, "opened")]));
});
