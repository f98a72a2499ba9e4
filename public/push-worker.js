// Shows the pushes of this browser's person, and leads to this site only. It is registered for the portal's pages, when
// somebody switches pushes on in their profile.

const home = "/portal";

/** How our server knows this browser; the page that registers the worker says what it is called. */
const device = {
  keyPlatformTech: "PORTAL_WEB",
  mobileDeviceId: new URL(self.location.href).searchParams.get("browser"),
};

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

/** Tells our server something, as whoever is signed in here; undefined where it cannot be reached. */
const tell = (procedure, input) =>
  fetch(`/api/trpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-persdesk": "1" },
    body: JSON.stringify(input),
  }).catch(() => undefined);

/** Says how far a push came. Whoever is signed out, or somebody else by now, cannot; then it stays unsaid. */
const report = (id, status) => tell("inbox.setPushStatus", { items: [{ id, status }] });

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

/** The key that browsers subscribe with, for a browser that does not say what it subscribed with before. */
async function publicKey() {
  const answer = await fetch(`/api/trpc/profile.push?input=${encodeURIComponent(JSON.stringify(device))}`);
  const { result } = await answer.json();
  return result.data.publicKey;
}

const pausesMs = [1_000, 4_000];

/**
 * A subscription that the browser or its push service ended is made anew, and our server told, which pushes to the new
 * one from then on. Where nobody is signed in any more, or the person has switched pushes off, there is nothing to renew.
 */
async function renew({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration;
  const applicationServerKey = oldSubscription?.options?.applicationServerKey ?? (await publicKey());
  const subscription =
    newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const renewed = { ...device, token: JSON.stringify(subscription) };
  let answer = await tell("profile.renewDevice", renewed);
  for (const ms of pausesMs) {
    if (answer && answer.status < 500) break;
    await new Promise((done) => setTimeout(done, ms));
    answer = await tell("profile.renewDevice", renewed);
  }
  if ([401, 403, 404].includes(answer?.status)) await subscription.unsubscribe();
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
