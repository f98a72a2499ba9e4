"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useLosing } from "@/components/ui/dialog";
import styles from "./second-factor.module.css";

/** Recovery codes, for the one time that they can be seen. */
export function RecoveryCodes({ codes, done, onDone }: { codes: string[]; done: string; onDone: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  const [isKept, setIsKept] = useState(false);
  useLosing(isKept ? undefined : "The codes were neither copied nor downloaded, and are not shown again.");
  const text = codes.join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setIsKept(true);
  };
  const download = () => {
    const address = URL.createObjectURL(new Blob([`Persdesk recovery codes\n\n${text}\n`], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: "persdesk-recovery-codes.txt" });
    link.click();
    URL.revokeObjectURL(address);
    setIsKept(true);
  };
  return (
    <div className={styles.step}>
      <p>
        Each of these codes signs you in once when you do not have your authenticator. Keep them where your phone is
        not. They are not shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes" onCopy={() => setIsKept(true)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={copy}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button variant="default" onClick={download}>
          Download
        </Button>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </div>
  );
}
