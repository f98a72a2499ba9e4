"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** px; 440 where not said */
  width?: number;
}

/**
 * A modal question. The browser's own <dialog> brings the focus trap, Escape and the inert page behind it. It is open
 * while it is rendered, and hands the focus back to where it was.
 */
export function Dialog({ title, onClose, children, width = 440 }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; Escape is the keyboard's way, and the browser's
    <dialog
      ref={ref}
      className={styles.dialog}
      style={{ "--dialog-width": `${width}px` } as React.CSSProperties}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}

/** The buttons at a dialog's foot. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
