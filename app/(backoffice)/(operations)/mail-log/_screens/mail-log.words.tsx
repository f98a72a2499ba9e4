import { Status, type Tone } from "@/components/ui/value";
import { moduleCodes } from "@/server/permission-modules.rules";
import { mailNames } from "@/server/platform/mail/mail-catalogue.rules";
import { mailStatusWords } from "@/server/platform/mail-log/mail-log.rules";
import { t } from "@/texts/t";

type Word = keyof typeof mailStatusWords;
const tones: Record<Word, Tone> = { pending: "warn", done: "ok", fail: "bad" };

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const statusOptions = optionsOf(mailStatusWords);
export const mailOptions = optionsOf(mailNames);
export const moduleOptions = optionsOf(moduleCodes);

/** How the delivery of a mail went. */
export const MailStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{t(mailStatusWords[status])}</Status>
);
