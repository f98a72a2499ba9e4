"use client";

import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import styles from "./dropdown.module.css";

interface TriggerProps {
  onClick: () => void;
  "aria-expanded": boolean;
  "aria-haspopup": "dialog";
  ref: RefObject<HTMLButtonElement | null>;
}

interface Props {
  /** what the panel is, for a screen reader */
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  children: (close: () => void) => ReactNode;
  align?: "left" | "right";
  side?: "top" | "bottom";
}

const focusable = "button:not(:disabled), a[href], input:not(:disabled), [tabindex='0']";

const focusFirst = (panel: HTMLElement | null) =>
  panel?.querySelector<HTMLElement>(`[data-autofocus], ${focusable}`)?.focus();

/** A small panel under its button: Escape and a click outside close it, arrow keys walk through it. */
export function Dropdown({ label, trigger, children, align = "left", side = "bottom" }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.focus();
  }, []);

  // Also whenever what had the focus is gone from the panel, because another content took its place.
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isOpen && isLost) focusFirst(panel.current);
  });

  useEffect(() => {
    if (!isOpen) return;
    focusFirst(panel.current);
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [isOpen]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const all = [...(panel.current?.querySelectorAll<HTMLElement>(focusable) ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length]?.focus();
  };

  return (
    <div className={styles.root} ref={root}>
      {trigger({ onClick: () => setIsOpen(!isOpen), "aria-expanded": isOpen, "aria-haspopup": "dialog", ref: button })}
      {isOpen && (
        <div
          className={styles.panel}
          data-align={align}
          data-side={side}
          role="dialog"
          aria-label={label}
          // A click on a label in it first focuses the nearest thing that can take the focus: that must be the panel.
          tabIndex={-1}
          ref={panel}
          onKeyDown={onKeyDown}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onClick: () => void;
}

/** One line of a dropdown that does something. */
export const DropdownItem = ({ children, icon, onClick }: ItemProps) => (
  <button type="button" className={styles.item} onClick={onClick}>
    {icon}
    {children}
  </button>
);

/** Small grey words in a dropdown. */
export const DropdownNote = ({ children }: { children: ReactNode }) => <div className={styles.note}>{children}</div>;
