import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page } from "playwright";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import webPush from "web-push";
import { patienceMs } from "@/db/testing/scale";
import { findChromium } from "@/scripts/chromium.mjs";
import { startProvider, testBrowser } from "@/server/notification/sender/testing";
import { arrived, type Persdesk, startPersdesk, useBrowser, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

// A portal user switches pushes on. Real: the permission, the service worker, the device, the request, the worker that
// encrypts and sends it, the push event of Chromium, what is shown, what a click opens, what is reported, sign-out. Chromium
// subscribes at Google's push service only, and never in the private windows of tests: the subscription itself is the test's.

const vapid = webPush.generateVAPIDKeys();
let service: Awaited<ReturnType<typeof startProvider>>;
let running: Persdesk;
const openPage = useBrowser(findChromium);
const openAs = usePeople(() => running, openPage);

beforeAll(async () => {
  service = await startProvider(() => ({ status: 201 }));
  running = await startPersdesk({
    env: {
      SMTP_URL: "",
      OUTBOUND_ALLOWED: service.origin,
      WEB_PUSH_PUBLIC_KEY: vapid.publicKey,
      WEB_PUSH_PRIVATE_KEY: vapid.privateKey,
      WEB_PUSH_SUBJECT: "mailto:push@persdesk.test",
    },
  });
});
afterAll(async () => {
  await running?.stop();
  service?.close();
});

/** Subscribes at the local push service, which Chromium itself cannot. */
const subscribeLocally = (context: BrowserContext, subscription: string) =>
  context.addInitScript((json) => {
    const kept = "subscription of the test";
    const shown = () => {
      const text = localStorage.getItem(kept);
      return text && { toJSON: () => JSON.parse(text), unsubscribe: async () => localStorage.removeItem(kept) };
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem(kept, json);
        return shown();
      },
      getSubscription: async () => shown(),
    });
  }, subscription);

/** Hands a push to the service worker, as Chromium does with what its push service sends. */
async function registrationOf(page: Page): Promise<{ cdp: CDPSession; registrationId: string }> {
  const cdp = await page.context().newCDPSession(page);
  const found = new Promise<string>((done) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) done(one.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  return { cdp, registrationId: await found };
}

const devices = () =>
  ask<{ token: string; os: number }>(
    running,
    (sql) => sql`
    select token, os from notification.devices where email = 'rider@persdesk.demo' and key_platform_tech = 'PORTAL_WEB'`,
  );
const statuses = () =>
  ask<{ status: string }>(
    running,
    (sql) => sql`
    select status from notification.deliveries where email = 'rider@persdesk.demo' and type = 2`,
  );

it("a portal user switches pushes on, gets one, is led within this site only, and signing out ends them", async () => {
  const rider = await openAs("rider@persdesk.demo");
  await rider.context().grantPermissions(["notifications"], { origin: running.url });
  const browser = testBrowser(`${service.origin}/push/1`);
  await subscribeLocally(rider.context(), browser.token);
  const faults = faultsOf(rider);
  await visit(rider, `${running.url}/portal/me/profile`);
  await rider.getByLabel("Show notifications in this browser").click();
  await rider.getByText("This browser shows your notifications now").waitFor();
  expect(await devices()).toEqual([{ token: browser.token, os: 3 }]);
  const worker = rider.context().serviceWorkers()[0] ?? (await rider.context().waitForEvent("serviceworker"));
  expect(new URL(worker.url()).pathname).toBe("/push-worker.js");

  const staff = await openAs("admin@persdesk.demo");
  const sent = await staff.request.post(`${running.url}/api/trpc/notificationRequests.send`, {
    headers: { "x-persdesk": "1" },
    data: {
      notificationTitle: "Your bike is ready",
      notificationContent: "Come and get it.",
      keyPlatformTechs: ["PORTAL_WEB"],
      typeNotificationList: [2],
      emailUserDestList: ["rider@persdesk.demo"],
    },
  });
  expect(sent.status()).toBe(200);
  await vi.waitFor(() => expect(service.asked).toHaveLength(1), { timeout: 60_000 });
  const message = browser.read(service.asked[0]?.raw ?? Buffer.alloc(0));
  expect(message).toMatchObject({ title: "Your bike is ready", content: "Come and get it.", link: null });

  const { cdp, registrationId } = await registrationOf(rider);
  const deliver = (data: object) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin: running.url, registrationId, data: JSON.stringify(data) });
  const shown = () =>
    rider.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/portal");
      return (await registration?.getNotifications())?.map(({ title, body }) => `${title}: ${body}`) ?? [];
    });
  /** Delivers until it is shown, and once: on a busy machine Chromium now and then shows nothing of what it was given. */
  const show = (data: object) =>
    vi.waitFor(
      async () => {
        await deliver(data);
        await sleep(500);
        expect(await shown()).toEqual(["Your bike is ready: Come and get it."]);
      },
      { timeout: 60_000, interval: 1_000 },
    );
  await show(message);
  await vi.waitFor(async () => expect(await statuses()).toEqual([{ status: "delivered" }]), patienceMs);

  /** Clicks what is shown. Without a person's click Chromium opens no window, so the address alone is looked at. */
  const click = () =>
    worker.evaluate(async () => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        clients: { openWindow: (path: string) => Promise<null> };
        NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      };
      const opened: string[] = [];
      scope.clients.openWindow = async (path) => {
        opened.push(path);
        return null;
      };
      for (const notification of await scope.registration.getNotifications())
        self.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
      await new Promise((done) => setTimeout(done, 200));
      return opened;
    });
  expect(await click()).toEqual(["/portal"]);
  await vi.waitFor(async () => expect(await statuses()).toEqual([{ status: "opened" }]), patienceMs);
  // A click closes what was shown, in its time; what comes before would be closed with it, for it has the same tag.
  const closed = () => vi.waitFor(async () => expect(await shown()).toEqual([]), patienceMs);
  await closed();
  for (const [link, path] of [
    ["/portal/me?from=push", "/portal/me?from=push"],
    ["https://elsewhere.test/portal/me", "/portal"],
    ["javascript:alert(1)", "/portal"],
    ["//elsewhere.test", "/portal"],
  ]) {
    await show({ ...message, link });
    expect([link, await click()]).toEqual([link, [path]]);
    await closed();
  }

  // The push service ended the subscription: the service worker makes another one, and the server pushes to that.
  const renewed = testBrowser(`${service.origin}/push/2`);
  await worker.evaluate((json) => {
    const subscription = { toJSON: () => JSON.parse(json), unsubscribe: async () => true };
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        if (!applicationServerKey) throw new Error("a browser subscribes with a key");
        return subscription;
      },
    });
    self.dispatchEvent(new Event("pushsubscriptionchange"));
  }, renewed.token);
  await vi.waitFor(async () => expect(await devices()).toEqual([{ token: renewed.token, os: 3 }]), patienceMs);

  await rider.getByRole("button", { name: /^Account of/ }).click();
  await rider.getByRole("dialog", { name: "Account" }).getByRole("button", { name: "Sign out" }).click();
  await arrived(rider, "**/login**");
  expect(await devices()).toEqual([]);
  expect(await rider.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(faults).toEqual([]);
});
