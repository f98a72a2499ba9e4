"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from "react";
import { t } from "@/texts/t";
import styles from "./dialog.module.css";

const LosingContext = createContext<(what: string | undefined) => void>(() => undefined);

/**
 * Says what is lost when the dialog around it closes, such as "The key has not been copied and will not be shown again."; Escape,
 * the cross and a click beside the dialog then ask once.
 */
export function useLosing(what: string | undefined) {
  const tell = useContext(LosingContext);
  useEffect(() => {
    tell(what);
    return () => tell(undefined);
  }, [tell, what]);
}

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
  const [losing, setLosing] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const leave = () => (losing && !isAsked ? setIsAsked(true) : onClose());
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
        leave();
      }}
      onClick={(event) => event.target === ref.current && leave()}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {t(title)}
        </h2>
        <ActionIcon aria-label={t("Close")} onClick={leave}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {losing && isAsked && (
        <p className={styles.losing} role="alert">
          {t("{losing} Close again to leave it.", { losing: t(losing) })}
        </p>
      )}
      <div className={styles.body}>
        <LosingContext value={setLosing}>{children}</LosingContext>
      </div>
    </dialog>
  );
}

/** The buttons at a dialog's foot. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
