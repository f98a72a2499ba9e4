import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { password } from "@/scripts/demo.mjs";

const path = "/api/v1/backoffice/admin/model-pers";

/** An administrator's access token; it outlives restarts of everything. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@persdesk.demo", password }),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).accessToken;
}

export interface Stream {
  /** Labels that the server said it has. */
  acknowledged: string[];
  /** Every other answer: its status and Retry-After, and the milliseconds it took; status 0 when there was none. */
  refused: { status: number; retryAfter: string | null; ms: number }[];
  stop: () => Promise<void>;
}

/** The answers that nothing explains: neither no answer nor a 503 that says when to come again. */
export const unexplained = (stream: Stream) =>
  stream.refused.filter(({ status, retryAfter }) => status !== 0 && !(status === 503 && Number(retryAfter) > 0));

/** Creates one PERS model after the other, by several clients at once, until stopped. */
export function createForEver(url: string, token: string, clients = 8): Stream {
  const acknowledged: string[] = [];
  const refused: Stream["refused"] = [];
  let stopped = false;
  async function client() {
    while (!stopped) {
      const begun = performance.now();
      const label = `Fault ${randomUUID()}`;
      const answer = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ label }),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 201) acknowledged.push(label);
      else {
        refused.push({
          status: answer?.status ?? 0,
          retryAfter: answer?.headers.get("retry-after") ?? null,
          ms: performance.now() - begun,
        });
        await sleep(20);
      }
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    acknowledged,
    refused,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
