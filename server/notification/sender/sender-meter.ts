import { countDeliveries } from "@/server/kit/process/metrics";
import type { SendMail } from "@/server/platform/mail/mail-sender.service";
import type { PushProvider, SendResult } from "./sender";

export type SenderName = PushProvider | "smtp" | "in-app";
export type SenderCounts = Record<"accepted" | "gone" | "refused" | "failed" | "totalMs" | "slowestMs", number>;

const none: SenderCounts = { accepted: 0, gone: 0, refused: 0, failed: 0, totalMs: 0, slowestMs: 0 };
const columns = {
  accepted: "accepted",
  gone: "gone",
  refused: "refused",
  later: "failed",
  down: "failed",
} as const satisfies Record<SendResult["kind"], keyof SenderCounts>;

/** Counts what the senders of a worker are answered, and how long the answers take, until somebody takes the counts away. */
export class SenderMeter {
  #counts = new Map<SenderName, SenderCounts>();

  /** @param ms how long the answer took, of several together how long each took */
  add(sender: SenderName, kind: SendResult["kind"], ms: number, n = 1) {
    const counts = this.#of(sender);
    counts[columns[kind]] += n;
    countDeliveries(sender, columns[kind], n);
    counts.totalMs += ms * n;
    counts.slowestMs = Math.max(counts.slowestMs, ms);
  }

  /** The same mail sender, measured. Whether the mail server refuses for good is not told apart. */
  mail =
    (send: SendMail): SendMail =>
    async (mail) => {
      const begun = performance.now();
      try {
        await send(mail);
        this.add("smtp", "accepted", performance.now() - begun);
      } catch (error) {
        this.add("smtp", "later", performance.now() - begun);
        throw error;
      }
    };

  /** What was counted since it was asked last. */
  take(): [SenderName, SenderCounts][] {
    const taken = [...this.#counts];
    this.#counts = new Map();
    return taken;
  }

  /** Puts back what was taken and could not be stored. */
  putBack(taken: [SenderName, SenderCounts][]) {
    for (const [sender, { slowestMs, ...sums }] of taken) {
      const counts = this.#of(sender);
      for (const name of ["accepted", "gone", "refused", "failed", "totalMs"] as const) counts[name] += sums[name];
      counts.slowestMs = Math.max(counts.slowestMs, slowestMs);
    }
  }

  #of(sender: SenderName) {
    const counts = this.#counts.get(sender) ?? { ...none };
    this.#counts.set(sender, counts);
    return counts;
  }
}
