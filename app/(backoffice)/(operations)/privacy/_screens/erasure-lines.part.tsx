import { PlainTable } from "@/components/ui/plain-table";
import { Status, type Tone } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { lineWords } from "@/server/overview/privacy/erasure-line.rules";
import { t } from "@/texts/t";
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
        <td>{what}</td>
        <td>
          <Status tone={tones[does]}>{t(lineWords[does])}</Status>
        </td>
        <td>{formatted(count)}</td>
        <td>{why}</td>
      </tr>
    ))}
  </PlainTable>
);

interface Found {
  where: string;
  count: number;
  examples: { id: string; text: string }[];
}

/** What may name the person and is left as it is: somebody has to look at it, and to change or delete it where it means them. */
export const ByHand = ({ found }: { found: Found[] }) =>
  found.length > 0 && (
    <section className={styles.byHand}>
      <h3>{t("To be decided by hand")}</h3>
      <p className={styles.quiet}>
        {t(
          "These may name the person by a first or last name alone, or lie in files and messages. Erasing leaves them as they are, because others may be meant.",
        )}
      </p>
      {found.map(({ where, count, examples }) => (
        <details className={styles.part} key={where}>
          <summary>
            {where} ({formatted(count)})
          </summary>
          {examples.map(({ id, text }) => (
            <dl className={styles.row} key={id}>
              <dt>{id}</dt>
              <dd>{text}</dd>
            </dl>
          ))}
          {count > examples.length && examples.length > 0 && (
            <p className={styles.quiet}>
              {t("{shown} of {count}.", { shown: formatted(examples.length), count: formatted(count) })}
            </p>
          )}
        </details>
      ))}
    </section>
  );
