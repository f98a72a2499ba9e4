"use client";

import { IconCheck, IconCopy, IconMinus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { t } from "@/texts/t";
import { InnerLink } from "./inner-link";
import { dayOf, exactTime, minuteOf, relativeTime } from "./time";
import styles from "./value.module.css";

/** Words only a screen reader says. */
export const Hidden = ({ children }: { children: ReactNode }) => <span className={styles.hidden}>{children}</span>;

/** A value that is not there. */
export const None = () => (
  <span className={styles.none}>
    <span aria-hidden>–</span>
    <Hidden>{t("None")}</Hidden>
  </span>
);

/** An instant: relative within a week, exact in the title. */
export const When = ({ at }: { at: string | null | undefined }) =>
  at ? (
    // The server's "5 seconds ago" may be the browser's "6 seconds ago": no reason to draw it again.
    <time dateTime={at} title={exactTime(at)} suppressHydrationWarning>
      {relativeTime(at)}
    </time>
  ) : (
    <None />
  );

/** An instant within a sentence, after a word such as "since" or "until": its day and minute, for nothing is since 5 minutes ago. */
export const At = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {dayOf(at)}, {minuteOf(at)}
  </time>
);

/** A boolean as a quiet mark; `title` is its word for a screen reader and on hover. */
export const Mark = ({ value, title }: { value: boolean; title: string }) => (
  <span className={styles.mark} title={value ? t(title) : t("{title}: no", { title: t(title) })}>
    {value ? <IconCheck size={16} aria-hidden /> : <IconMinus size={14} aria-hidden />}
    <Hidden>{value ? t("Yes") : t("No")}</Hidden>
  </span>
);

export type Tone = "ok" | "warn" | "bad" | "info" | "quiet";

/** A status: a word with its colour, never the colour alone. */
export const Status = ({ tone = "quiet", children }: { tone?: Tone; children: ReactNode }) => (
  <span className={styles.status} data-tone={tone}>
    {children}
  </span>
);

/** Whether something is switched on. */
export const OnOff = ({ isOn }: { isOn: boolean }) => (
  <Status tone={isOn ? "ok" : "quiet"}>{isOn ? t("On") : t("Off")}</Status>
);

/** Copies a value, and says for a moment that it is copied. */
export function useCopy(value: string) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1500);
  };
  return { isCopied, copy };
}

/** An id, hash or serial number in monospace, with a copy button on hover. */
export function Copyable({ value, children }: { value: string; children?: ReactNode }) {
  const { isCopied, copy } = useCopy(value);
  return (
    <span className={styles.copyable}>
      <span className={styles.mono}>{children ?? value}</span>
      <button
        type="button"
        className={styles.copy}
        onClick={copy}
        aria-label={isCopied ? t("Copied") : t("Copy {value}", { value })}
      >
        {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </button>
    </span>
  );
}

/** A telephone number that a click calls; a dash where there is none. */
export const Phone = ({ number }: { number: string | null }) =>
  number ? (
    <a href={`tel:${number.replace("(0)", "").replace(/[^+\d]/g, "")}`} className={styles.link}>
      {number}
    </a>
  ) : (
    <None />
  );

/** A link to a related thing; a dash where there is none. */
export const LinkTo = ({ href, children }: { href: string; children: ReactNode }) =>
  children ? (
    <InnerLink href={href} className={styles.link}>
      {children}
    </InnerLink>
  ) : (
    <None />
  );
