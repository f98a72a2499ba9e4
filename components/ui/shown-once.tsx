"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { t } from "@/texts/t";
import { DialogActions, useLosing } from "./dialog";
import styles from "./shown-once.module.css";

interface Props {
  secret: string;
  /** for tests, such as "api-key" */
  id: string;
  /** what it is for, and that it will not be shown again */
  children: ReactNode;
  /** what is said when the dialog is closed before it was copied */
  losing: string;
  /** what the button says that copies it */
  copy: string;
  onClose: () => void;
}

/** A secret in a dialog, for the one time that it can be seen. */
export function ShownOnce({ secret, id, children, losing, copy, onClose }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  useLosing(isCopied ? undefined : losing);
  const take = async () => {
    await navigator.clipboard.writeText(secret);
    setIsCopied(true);
  };
  return (
    <>
      <p className={styles.note}>{children}</p>
      <code className={styles.secret} data-testid={id} onCopy={() => setIsCopied(true)}>
        {secret}
      </code>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Close")}
        </Button>
        <Button onClick={take}>{isCopied ? t("Copied") : t(copy)}</Button>
      </DialogActions>
    </>
  );
}
