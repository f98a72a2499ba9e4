import { Status, type Tone } from "@/components/ui/value";

const words = { pending: ["warn", "Pending"], done: ["ok", "Sent"], fail: ["bad", "Failed"] } as const;

export const statusOptions = Object.entries(words).map(([value, [, label]]) => ({ value, label }));

/** How the delivery of a mail went. */
export function MailStatus({ status }: { status: keyof typeof words }) {
  const [tone, word]: readonly [Tone, string] = words[status];
  return <Status tone={tone}>{word}</Status>;
}
