import { Status, type Tone } from "@/components/ui/value";
import { mailStatusWords } from "@/server/platform/mail-log/mail-log.rules";
import { t } from "@/texts/t";

type Word = keyof typeof mailStatusWords;
const tones: Record<Word, Tone> = { pending: "warn", done: "ok", fail: "bad" };

export const statusOptions = Object.entries(mailStatusWords).map(([value, label]) => ({ value, label }));

/** How the delivery of a mail went. */
export const MailStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{t(mailStatusWords[status])}</Status>
);
