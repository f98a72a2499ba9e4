"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { DialogActions, useLosing } from "@/components/ui/dialog";
import styles from "./api-key.module.css";

/** The key, for the one time that it can be seen. */
export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  useLosing(isCopied ? undefined : "The key was not copied, and is not shown again.");
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setIsCopied(true);
  };
  return (
    <>
      <p className={styles.once}>
        This is the only time the key is shown. Copy it to where your service keeps its secrets; it goes into the header{" "}
        <code>x-api-key</code>.
      </p>
      <code className={styles.secret} data-testid="api-key" onCopy={() => setIsCopied(true)}>
        {secret}
      </code>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={copy}>{isCopied ? "Copied" : "Copy key"}</Button>
      </DialogActions>
    </>
  );
}
