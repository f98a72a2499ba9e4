import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import type { PushAccount } from "@/env/push.rules";
import { type PushMessage, type PushSender, retryAfterMs, type SendResult, withToken } from "./sender";

interface Options {
  account: PushAccount;
  /** where messages go; Google's own address where not said */
  url?: string;
}

const patienceMs = 10_000;
const scope = "https://www.googleapis.com/auth/firebase.messaging";
const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const ErrorAnswer = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional(),
  }),
});

/** Android's pushes over FCM HTTP v1, as a service account. */
export function fcmSender({ account, url = "https://fcm.googleapis.com" }: Options): PushSender {
  let token: Promise<string> | undefined;
  let tokenUntil = 0;

  async function fetchToken(): Promise<string> {
    const key = await importPKCS8(account.private_key, "RS256");
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(key);
    const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
    const answer = await fetch(account.token_uri, { method: "POST", body, signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`the service account is refused (${answer.status})`);
    const { access_token, expires_in } = TokenAnswer.parse(await answer.json());
    tokenUntil = Date.now() + (expires_in - 60) * 1000;
    return access_token;
  }

  /** One token for all messages, until shortly before it ends. */
  function accessToken() {
    if (!token || Date.now() >= tokenUntil) {
      tokenUntil = Number.POSITIVE_INFINITY;
      token = fetchToken().catch((error) => {
        token = undefined;
        throw error;
      });
    }
    return token;
  }

  async function post(message: PushMessage): Promise<SendResult> {
    const { id, title, content, link, keyPlatformTech, isUrgent, expiresAt } = message;
    const ttl = expiresAt ? Math.max(0, Math.round((Date.parse(expiresAt) - Date.now()) / 1000)) : undefined;
    const body = {
      message: {
        token: message.token,
        notification: { title, body: content },
        data: { id, keyPlatformTech, ...(link && { link }) },
        android: {
          collapse_key: id,
          priority: isUrgent ? "HIGH" : "NORMAL",
          ...(ttl !== undefined && { ttl: `${ttl}s` }),
          notification: { tag: id },
        },
      },
    };
    const answer = await fetch(`${url}/v1/projects/${account.project_id}/messages:send`, {
      method: "POST",
      headers: { authorization: `Bearer ${await accessToken()}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await answer.text();
    if (answer.ok) return { kind: "accepted" };
    return faultOf(answer.status, text, retryAfterMs(answer.headers.get("retry-after")));
  }

  return {
    send: withToken(post, () => {
      token = undefined;
    }),
    close: () => undefined,
  };
}

function faultOf(status: number, text: string, afterMs: number | undefined): SendResult {
  const { error } = ErrorAnswer.safeParse(parsed(text)).data ?? {};
  const code = error?.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status ?? "";
  const reason = `${status} ${code || (error?.message ?? "")}`.trim().slice(0, 300);
  if (status === 404 || code === "UNREGISTERED") return { kind: "gone", reason };
  if (status === 401) return { kind: "down", reason, afterMs };
  if (status === 429 || status >= 500) return { kind: "later", reason, afterMs };
  return { kind: "refused", reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
