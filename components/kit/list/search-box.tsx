"use client";

import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "@/texts/t";
import styles from "./toolbar.module.css";

interface Props {
  title: string;
  value: string;
  onChange: (value: string) => void;
}

/**
 * The search box: asks after a short pause, and follows the URL when somebody else changes it. The URL follows later than
 * one types: what comes back of one's own questions changes nothing, or letters would be lost.
 */
export function SearchBox({ title, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** one's own questions that the URL does not hold yet, the oldest first */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const last = asked.at(-1) ?? seen;
  if (value !== seen) {
    const place = asked.indexOf(value);
    setSeen(value);
    setAsked(asked.slice(place < 0 ? asked.length : place + 1));
    if (place < 0) setText(value);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === last) return;
    const timer = setTimeout(() => {
      setAsked((earlier) => [...earlier, wanted]);
      onChange(wanted);
    }, 100);
    return () => clearTimeout(timer);
  }, [text, last, onChange]);
  return (
    <search className={styles.search}>
      <IconSearch size={15} aria-hidden />
      <input
        type="text"
        aria-label={t(title)}
        placeholder={t(title)}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (text) setText("");
          else event.currentTarget.blur();
        }}
      />
      <kbd aria-hidden>/</kbd>
    </search>
  );
}
