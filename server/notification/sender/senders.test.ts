import { decodeJwt, jwtVerify } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import webPush from "web-push";
import { env } from "@/env/env";
import { Breaker } from "@/server/kit/process/breaker";
import { testCertificate } from "@/server/testing/outside";
import { apnsSender } from "./apns-sender";
import { fcmSender } from "./fcm-sender";
import { retryAfterMs } from "./sender";
import {
  apnsKey,
  apnsPublicKey,
  fcmAccount,
  fcmPublicKey,
  message,
  startApns,
  startProvider,
  testBrowser,
} from "./testing";
import { webPushSender } from "./web-push-sender";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
const closing = <T extends { close: () => void }>(one: T) => {
  ends.push(one.close);
  return one;
};

describe("FCM", () => {
  const start = async () => {
    const google = closing(await startProvider());
    return { google, fcm: fcmSender({ account: fcmAccount(google.origin), url: google.origin }) };
  };

  it("sends by HTTP v1 as a service account, with one token for many messages", async () => {
    const { google, fcm } = await start();
    const results = await Promise.all(Array.from({ length: 5 }, () => fcm.send({ ...message, isUrgent: true })));
    expect(results).toEqual(Array(5).fill({ kind: "accepted" }));
    expect(google.tokens).toHaveLength(1);
    const assertion = new URLSearchParams(google.tokens[0]).get("assertion") ?? "";
    const { payload } = await jwtVerify(assertion, fcmPublicKey, { audience: `${google.origin}/token` });
    expect(payload).toMatchObject({
      iss: "push@persdesk-test.test",
      scope: expect.stringContaining("firebase.messaging"),
    });
    const [asked] = google.asked;
    expect(asked?.path).toBe("/v1/projects/persdesk-test/messages:send");
    expect(asked?.headers.authorization).toBe("Bearer token 1");
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({
      message: {
        token: "device-token",
        notification: { title: "Title", body: "Text" },
        data: { id: message.id, link: "persdesk://pers/1" },
        android: { collapse_key: message.id, priority: "HIGH" },
      },
    });
  });

  const details = (errorCode: string) => ({ error: { status: "X", details: [{ errorCode }] } });
  it.each([
    [404, {}, details("UNREGISTERED"), { kind: "gone" }],
    [400, {}, details("INVALID_ARGUMENT"), { kind: "refused" }],
    [403, {}, details("SENDER_ID_MISMATCH"), { kind: "refused" }],
    [429, { "retry-after": "7" }, details("QUOTA_EXCEEDED"), { kind: "later", afterMs: 7000 }],
    [503, {}, undefined, { kind: "later", afterMs: undefined }],
    [401, {}, details("THIRD_PARTY_AUTH_ERROR"), { kind: "down" }],
  ])("takes %d for what it is", async (status, headers, body, result) => {
    const { google, fcm } = await start();
    google.answer(() => ({ status, headers, body }));
    expect(await fcm.send(message)).toMatchObject(result);
  });

  it("gets another token where one is refused, and calls a provider that is away down", async () => {
    const { google, fcm } = await start();
    google.answer((_, n) => ({ status: n === 1 ? 401 : 200 }));
    expect([(await fcm.send(message)).kind, (await fcm.send(message)).kind]).toEqual(["down", "accepted"]);
    expect(google.tokens).toHaveLength(2);
    google.close();
    expect(await fcm.send(message)).toMatchObject({ kind: "down" });
  });
});

describe("APNs", () => {
  const start = async () => {
    const apple = closing(await startApns());
    return { apple, apns: closing(apnsSender({ ...apnsKey, url: apple.url, ca: testCertificate })) };
  };

  it("sends many over one HTTP/2 connection, with one ES256 token", async () => {
    const { apple, apns } = await start();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => apns.send({ ...message, expiresAt: "2030-01-01T00:00:00Z" })),
    );
    expect(results).toEqual(Array(20).fill({ kind: "accepted" }));
    expect(apple.connections()).toBe(1);
    const [asked] = apple.asked;
    const headers = asked?.headers ?? {};
    expect(asked?.path).toBe("/3/device/device-token");
    expect(headers).toMatchObject({
      "apns-id": message.id,
      "apns-collapse-id": message.id,
      "apns-topic": "test.persdesk",
      "apns-push-type": "alert",
      "apns-expiration": "1893456000",
    });
    expect(new Set(apple.asked.map((one) => one.headers.authorization)).size).toBe(1);
    const { payload, protectedHeader } = await jwtVerify(String(headers.authorization).slice(7), apnsPublicKey);
    expect([payload.iss, protectedHeader.alg, protectedHeader.kid]).toEqual(["TEAM123456", "ES256", "KEY1234567"]);
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({
      aps: { alert: { title: "Title", body: "Text" } },
      id: message.id,
    });
  });

  it.each([
    [410, {}, { reason: "Unregistered" }, { kind: "gone" }],
    [400, {}, { reason: "BadDeviceToken" }, { kind: "gone" }],
    [400, {}, { reason: "PayloadEmpty" }, { kind: "refused" }],
    [403, {}, { reason: "InvalidProviderToken" }, { kind: "down" }],
    [429, { "retry-after": "3" }, { reason: "TooManyRequests" }, { kind: "later", afterMs: 3000 }],
    [503, {}, undefined, { kind: "later" }],
  ])("takes %d for what it is", async (status, headers, body, result) => {
    const { apple, apns } = await start();
    apple.answer(() => ({ status, headers, body }));
    expect(await apns.send(message)).toMatchObject(result);
  });

  it("connects again where the connection was cut", async () => {
    const { apple, apns } = await start();
    expect((await apns.send(message)).kind).toBe("accepted");
    apple.cut();
    await new Promise((done) => setTimeout(done, 50));
    expect((await apns.send(message)).kind).toBe("accepted");
    expect(apple.connections()).toBe(2);
  });
});

describe("Web Push", () => {
  const vapid = webPush.generateVAPIDKeys();
  const sender = webPushSender({ ...vapid, subject: "mailto:push@persdesk.test" });
  const start = async () => {
    const service = closing(await startProvider(() => ({ status: 201 })));
    env.OUTBOUND_ALLOWED.push(service.origin);
    ends.push(() => env.OUTBOUND_ALLOWED.splice(env.OUTBOUND_ALLOWED.indexOf(service.origin), 1));
    return { service, ...testBrowser(`${service.origin}/push/1`) };
  };

  it("sends what only that browser can read, signed by VAPID", async () => {
    const { service, token, read } = await start();
    expect(await sender.send({ ...message, token, isUrgent: true })).toEqual({ kind: "accepted" });
    const [asked] = service.asked;
    expect(asked?.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      urgency: "high",
      topic: message.id.replaceAll("-", ""),
    });
    const [, jwt = ""] = /t=([^,]+)/.exec(String(asked?.headers.authorization)) ?? [];
    expect(decodeJwt(jwt)).toMatchObject({ aud: service.origin, sub: "mailto:push@persdesk.test" });
    expect(read(asked?.raw ?? Buffer.alloc(0))).toEqual({
      id: message.id,
      title: "Title",
      content: "Text",
      link: "persdesk://pers/1",
    });
  });

  it.each([
    [410, {}, { kind: "gone" }],
    [404, {}, { kind: "gone" }],
    [413, {}, { kind: "refused" }],
    [429, { "retry-after": "9" }, { kind: "later", afterMs: 9000 }],
    [500, {}, { kind: "later" }],
  ])("takes %d for what it is", async (status, headers, result) => {
    const { service, token } = await start();
    service.answer(() => ({ status, headers }));
    expect(await sender.send({ ...message, token })).toMatchObject(result);
  });

  it("asks no address that is not public, and takes a token that is no subscription for gone", async () => {
    const service = closing(await startProvider());
    const { token } = testBrowser(`${service.origin}/push/1`);
    expect((await sender.send({ ...message, token })).kind).toBe("gone");
    expect(service.connections()).toBe(0);
    expect((await sender.send(message)).kind).toBe("gone");
  });
});

describe("the breaker", () => {
  it("leaves a failing provider alone for longer each time, and lets one message try it", () => {
    const breaker = new Breaker();
    let now = 1_000_000;
    for (let n = 0; n < 5; n++) {
      expect(breaker.pausedUntil(now)).toBe(0);
      breaker.failed(0, now);
    }
    const until = breaker.pausedUntil(now);
    expect(until).toBe(now + 5_000);
    now = until;
    expect(breaker.pausedUntil(now)).toBe(0);
    expect(breaker.pausedUntil(now)).toBeGreaterThan(now); // one only
    breaker.failed(0, now);
    expect(breaker.pausedUntil(now)).toBe(now + 10_000);
    now += 10_000;
    expect(breaker.pausedUntil(now)).toBe(0);
    breaker.succeeded();
    expect([breaker.pausedUntil(now), breaker.pausedUntil(now)]).toEqual([0, 0]);
  });

  it("is not opened by a few failures between successes", () => {
    const breaker = new Breaker();
    for (let n = 0; n < 20; n++) {
      breaker.failed();
      if (n % 4 === 3) breaker.succeeded();
      expect(breaker.pausedUntil()).toBe(0);
    }
  });
});

it("Retry-After is seconds or a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(retryAfterMs("120", now)).toBe(120_000);
  expect(retryAfterMs("Thu, 01 Jan 2026 00:01:00 GMT", now)).toBe(60_000);
  for (const none of [undefined, null, "", "soon", "-1", "Thu, 01 Jan 2020 00:00:00 GMT"])
    expect(retryAfterMs(none, now)).toBeUndefined();
});
