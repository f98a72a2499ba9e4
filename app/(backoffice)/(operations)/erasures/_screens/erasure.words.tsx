import { Status, type Tone } from "@/components/ui/value";
import { erasureWords } from "@/server/overview/privacy/erasure.rules";
import { t } from "@/texts/t";

type Word = keyof typeof erasureWords;
const tones: Record<Word, Tone> = { requested: "warn", lapsed: "quiet", done: "ok", cancelled: "quiet" };

/** How far an erasure is. */
export const ErasureStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{t(erasureWords[status])}</Status>
);
