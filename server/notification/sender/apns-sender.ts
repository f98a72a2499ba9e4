import { type ClientHttp2Session, connect } from "node:http2";
import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { type PushMessage, type PushSender, retryAfterMs, type SendResult, withToken } from "./sender";

interface Options {
  /** the .p8 file's text */
  key: string;
  keyId: string;
  teamId: string;
  /** the app's bundle id */
  topic: string;
  /** Apple's own address where not said */
  url?: string;
  /** a certificate to trust beside the system's, for tests */
  ca?: string;
}

const patienceMs = 10_000;
// Apple refuses tokens that are older than an hour, and those that are renewed more often than every 20 minutes.
const tokenLifeMs = 40 * 60_000;
const Fault = z.object({ reason: z.string() });

/** iPhones' pushes over APNs: one HTTP/2 connection for many, with a token signed by ES256. */
export function apnsSender({ key, keyId, teamId, topic, url = "https://api.push.apple.com", ca }: Options): PushSender {
  let session: ClientHttp2Session | undefined;
  let token: Promise<string> | undefined;
  let tokenUntil = 0;

  const signed = async () =>
    new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt()
      .sign(await importPKCS8(key, "ES256"));

  function providerToken() {
    if (!token || Date.now() >= tokenUntil) {
      tokenUntil = Date.now() + tokenLifeMs;
      token = signed();
    }
    return token;
  }

  /** The connection of all messages; a new one where the last has ended or is about to. */
  function connection() {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(url, { ca });
    const drop = () => {
      if (session === opened) session = undefined;
    };
    opened.on("error", drop).on("close", drop).on("goaway", drop);
    opened.setTimeout(patienceMs * 6, () => opened.close());
    session = opened;
    return opened;
  }

  async function post({ id, title, content, link, keyPlatformTech, isUrgent, expiresAt, token: device }: PushMessage) {
    const authorization = `bearer ${await providerToken()}`;
    const payload = JSON.stringify({
      aps: { alert: { title, body: content }, sound: "default" },
      id,
      keyPlatformTech,
      ...(link && { link }),
    });
    const stream = connection().request({
      ":method": "POST",
      ":path": `/3/device/${encodeURIComponent(device)}`,
      authorization,
      "apns-id": id,
      "apns-collapse-id": id,
      "apns-topic": topic,
      "apns-push-type": "alert",
      "apns-priority": isUrgent ? "10" : "5",
      ...(expiresAt && { "apns-expiration": String(Math.floor(Date.parse(expiresAt) / 1000)) }),
    });
    return new Promise<SendResult>((resolve, reject) => {
      let status = 0;
      let after: number | undefined;
      let text = "";
      stream.setEncoding("utf8");
      stream.setTimeout(patienceMs, () => stream.destroy(new Error("Apple does not answer in time")));
      stream.on("response", (headers) => {
        status = Number(headers[":status"]);
        after = retryAfterMs(headers["retry-after"]);
      });
      stream.on("data", (piece: string) => {
        text += piece;
      });
      stream.on("error", reject);
      stream.on("close", () =>
        status ? resolve(resultOf(status, text, after)) : reject(new Error("the connection ended")),
      );
      stream.end(payload);
    });
  }

  return {
    send: withToken(post, () => {
      token = undefined;
    }),
    close: () => session?.close(),
  };
}

const goneTokens = new Set(["BadDeviceToken", "DeviceTokenNotForTopic", "Unregistered", "ExpiredToken"]);

function resultOf(status: number, text: string, afterMs: number | undefined): SendResult {
  if (status === 200) return { kind: "accepted" };
  let found = "";
  try {
    found = Fault.parse(JSON.parse(text)).reason;
  } catch {
    // a refusal without a reason is told by its status
  }
  const reason = `${status} ${found}`.trim();
  if (status === 410 || goneTokens.has(found)) return { kind: "gone", reason };
  if (status === 403) return { kind: "down", reason, afterMs };
  if (status === 429 || status >= 500) return { kind: "later", reason, afterMs };
  return { kind: "refused", reason };
}
