"use client";

import { Button } from "@mantine/core";
import { type ComponentProps, useEffect, useState } from "react";
import toolbar from "@/components/kit/list/toolbar.module.css";
import styles from "./pers-part.module.css";

const pauseMs = 300;

/** A text once nobody has typed for a moment, so that not every letter asks the server. */
export function useSettled(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface FieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  label: string;
  change: (value: string) => void;
}

/** A field of a tab's filter. */
export const FilterField = ({ label, change, ...props }: FieldProps) => (
  <label>
    {label}
    <input {...props} className={toolbar.field} onChange={(event) => change(event.target.value)} />
  </label>
);

interface PagesProps {
  of: string;
  page: number;
  hasMore: boolean;
  turn: (page: number) => void;
}

/** The way through a list that is newest first; nothing where it has one page. */
export const Pages = ({ of, page, hasMore, turn }: PagesProps) =>
  page > 1 || hasMore ? (
    <nav className={styles.pages} aria-label={`Pages of ${of}`}>
      <Button variant="default" disabled={page === 1} onClick={() => turn(page - 1)}>
        Newer
      </Button>
      <span aria-live="polite">Page {page}</span>
      <Button variant="default" disabled={!hasMore} onClick={() => turn(page + 1)}>
        Older
      </Button>
    </nav>
  ) : null;
