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

/** The search box: asks after a short pause, and follows the URL when somebody else changes it. */
export function SearchBox({ title, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  if (value !== asked) {
    setAsked(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(() => {
      setAsked(text.trim());
      onChange(text.trim());
    }, 100);
    return () => clearTimeout(timer);
  }, [text, asked, onChange]);
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
