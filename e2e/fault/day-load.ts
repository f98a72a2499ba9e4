import { setTimeout as sleep } from "node:timers/promises";
import { createForEver, type Stream, signIn } from "./writes";

/** What people did while something happened. */
export interface Load {
  reads: number;
  /** Milliseconds that the slowest twentieth of the reads took at least. */
  p95: number;
  /** Labels that the server said it has. */
  acknowledged: string[];
  /** Every answer but 200 and 201: how many of each status; 0 is none at all. */
  failed: Map<number, number>;
}

const lists = ["/api/v1/backoffice/admin/model-pers?limit=25&sortBy=label:asc", "/api/v1/backoffice/pers?limit=25"];

/** Four clients write and four read, with pauses, while `work` goes on. */
export async function underLoad(url: string, work: (stream: Stream, reads: () => number) => Promise<void>) {
  const token = await signIn(url);
  const stream = createForEver(url, token, 4);
  const took: number[] = [];
  const statuses: number[] = [];
  let isStopped = false;
  const headers = { authorization: `Bearer ${token}` };
  const reader = async (n: number) => {
    while (!isStopped) {
      const begun = performance.now();
      const answer = await fetch(`${url}${lists[n % lists.length]}`, { headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) took.push(performance.now() - begun);
      else statuses.push(answer?.status ?? 0);
      await sleep(20);
    }
  };
  const reading = Promise.all([0, 1, 2, 3].map(reader));
  try {
    await work(stream, () => took.length);
  } finally {
    isStopped = true;
    await Promise.all([stream.stop(), reading]);
  }
  const failed = new Map<number, number>();
  for (const status of [...statuses, ...stream.refused.map((one) => one.status)])
    failed.set(status, (failed.get(status) ?? 0) + 1);
  const p95 = took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0;
  return { reads: took.length, p95: Math.round(p95), acknowledged: stream.acknowledged, failed };
}

/** The failures of a load in words, such as "12 (503)". */
export const failuresOf = ({ failed }: Load) =>
  [...failed].map(([status, count]) => `${count} (${status || "no answer"})`).join(", ") || "0";
