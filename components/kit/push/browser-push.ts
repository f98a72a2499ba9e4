// Web Push of this browser: the service worker, its subscription, and the name by which our server knows the browser.

const worker = "/push-worker.js";
const scope = "/portal";
const nameKey = "persdesk-browser";

/** The app whose pushes a browser takes. */
export const pushApp = "PORTAL_WEB";

/** Whether this browser can take pushes at all; it can by https and on localhost only. */
export const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** What this browser is called, the same for everybody who signs in; undefined where it keeps nothing. */
export function browserName(): string | undefined {
  try {
    const known = localStorage.getItem(nameKey) ?? crypto.randomUUID();
    localStorage.setItem(nameKey, known);
    return known;
  } catch {
    return undefined;
  }
}

const registered = () => navigator.serviceWorker.getRegistration(scope);

/** Whether this browser has a subscription; the server may know of it or not. */
export const isSubscribed = async () => Boolean(await (await registered())?.pushManager.getSubscription());

/**
 * Asks the person, and subscribes.
 * @param publicKey the server's VAPID key
 * @param name what this browser is called, by which the service worker renews its subscription
 * @returns the subscription, as our server stores it; undefined where the person said no
 */
export async function subscribe(publicKey: string, name: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  await navigator.serviceWorker.register(`${worker}?browser=${encodeURIComponent(name)}`, { scope });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for an older key could not be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  return JSON.stringify(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** Ends the subscription and the service worker of this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}

const patienceMs = 3_000;

/**
 * At sign-out: the next user of this browser sees no pushes of the person. Where our server cannot be told, the push
 * service tells it that the subscription is gone.
 */
export async function forgetBrowser(): Promise<void> {
  if (!canPush() || !(await registered())) return;
  const device = JSON.stringify({ keyPlatformTech: pushApp, mobileDeviceId: browserName() });
  const told = fetch("/api/trpc/profile.removeDevice", {
    method: "POST",
    headers: { "content-type": "application/json", "x-persdesk": "1" },
    body: device,
    signal: AbortSignal.timeout(patienceMs),
  });
  await Promise.allSettled([told, unsubscribe()]);
}
