"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { DialogActions, useLosing } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import styles from "./api-key.module.css";

/** The key, for the one time that it can be seen. */
export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  useLosing(isCopied ? undefined : "The key has not been copied and will not be shown again.");
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setIsCopied(true);
  };
  return (
    <>
      <p className={styles.once}>
        {t("The key is shown only once. Store it with the secrets of your service, which sends it in this header:")}{" "}
        <code>{"x-api-key"}</code>
      </p>
      <code className={styles.secret} data-testid="api-key" onCopy={() => setIsCopied(true)}>
        {secret}
      </code>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Close")}
        </Button>
        <Button onClick={copy}>{isCopied ? t("Copied") : t("Copy key")}</Button>
      </DialogActions>
    </>
  );
}
