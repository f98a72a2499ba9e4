import { PlainTable } from "@/components/ui/plain-table";
import { Status, type Tone } from "@/components/ui/value";
import { formatted } from "@/server/kit/count.rules";
import { lineWords } from "@/server/operations/privacy/erasure-line.rules";
import { t, tt } from "@/texts/t";
import styles from "./privacy.module.css";

interface Line {
  what: string;
  does: keyof typeof lineWords;
  count: number;
  why?: string;
}

const tones: Record<Line["does"], Tone> = { deleted: "bad", masked: "warn", kept: "quiet" };

/** What an erasure does, or did: what goes, what is masked, what has to stay and why. */
export const ErasureLines = ({ lines }: { lines: Line[] }) => (
  <PlainTable heads={["What", "Becomes", "Rows", "Why"]} className={styles.lines}>
    {lines.map(({ what, does, count, why }) => (
      <tr key={what}>
        <td>{t(what)}</td>
        <td>
          <Status tone={tones[does]}>{t(lineWords[does])}</Status>
        </td>
        <td>{formatted(count)}</td>
        <td>{tt(why)}</td>
      </tr>
    ))}
  </PlainTable>
);
