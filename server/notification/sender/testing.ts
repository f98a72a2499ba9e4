import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync } from "node:crypto";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { startOutside, testCertificate, testKey } from "@/server/testing/outside";
import type { PushMessage } from "./sender";

/** What a provider is asked, and how it answers. */
export interface Asked {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  raw: Buffer;
}
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** milliseconds before it answers */
  after?: number;
}
export type Answering = (asked: Asked, n: number) => Answer;

export const accepting: Answering = () => ({ status: 200, body: {} });
const wait = (ms = 0) => new Promise((done) => setTimeout(done, ms));

/** A provider that speaks HTTP, such as FCM with Google's tokens or a browser's push service. */
export async function startProvider(initial: Answering = accepting) {
  let answering = initial;
  const asked: Asked[] = [];
  const tokens: string[] = [];
  const server = await startOutside(async (req, res) => {
    const raw = await buffer(req);
    const body = raw.toString("utf8");
    if (req.url === "/token") {
      tokens.push(body);
      res.setHeader("content-type", "application/json");
      return res.end(JSON.stringify({ access_token: `token ${tokens.length}`, expires_in: 3600 }));
    }
    const one = { path: req.url ?? "", headers: req.headers, body, raw };
    const { status, headers = {}, body: said, after } = answering(one, asked.push(one));
    await wait(after);
    res.writeHead(status, headers);
    return res.end(said === undefined ? undefined : JSON.stringify(said));
  }, true);
  return {
    ...server,
    asked,
    tokens,
    answer: (next: Answering) => {
      answering = next;
    },
  };
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = (key: typeof rsa.privateKey) => key.export({ type: "pkcs8", format: "pem" }).toString();

/** A service account whose tokens come from this provider. */
export const fcmAccount = (origin: string) => ({
  project_id: "persdesk-test",
  client_email: "push@persdesk-test.test",
  private_key: pem(rsa.privateKey),
  token_uri: `${origin}/token`,
});
export const fcmPublicKey = rsa.publicKey;
export const apnsKey = { key: pem(ec.privateKey), keyId: "KEY1234567", teamId: "TEAM123456", topic: "test.persdesk" };
export const apnsPublicKey = ec.publicKey;

/** A provider that speaks HTTP/2 by TLS, as Apple's does. */
export async function startApns(initial: Answering = accepting) {
  let answering = initial;
  const asked: Asked[] = [];
  let connections = 0;
  const server = createSecureServer({ key: testKey, cert: testCertificate });
  const sessions = new Set<{ destroy: () => void }>();
  server.on("session", (session) => {
    connections++;
    sessions.add(session);
  });
  server.on("stream", async (stream, headers) => {
    const raw = await buffer(stream);
    const one = { path: String(headers[":path"]), headers, body: raw.toString("utf8"), raw };
    const { status, body, headers: more, after } = answering(one, asked.push(one));
    await wait(after);
    if (stream.destroyed) return;
    stream.respond({ ":status": status, ...more });
    stream.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const session of sessions) session.destroy();
    sessions.clear();
  };
  return {
    url: `https://127.0.0.1:${port}`,
    asked,
    connections: () => connections,
    cut,
    answer: (next: Answering) => {
      answering = next;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

export const message: PushMessage = {
  id: "0197a000-0000-7000-8000-000000000001",
  token: "device-token",
  title: "Title",
  content: "Text",
  link: "persdesk://pers/1",
  keyPlatformTech: "RIDER_APP",
  isUrgent: false,
  expiresAt: null,
};

/** A browser: its keys, and how it reads what it gets (RFC 8188, RFC 8291). */
export function testBrowser(endpoint: string) {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys();
  const auth = Buffer.alloc(16, 7);
  const keys = { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") };
  const read = (body: Buffer) => {
    const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + idLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
    const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
    const of = (name: string, length: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
    const sealed = body.subarray(21 + idLength);
    const decipher = createDecipheriv("aes-128-gcm", of("aes128gcm", 16), of("nonce", 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString("utf8"));
  };
  return { token: JSON.stringify({ endpoint, keys }), read };
}
