"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useLosing } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import styles from "./second-factor.module.css";

/** Recovery codes, for the one time that they can be seen. */
export function RecoveryCodes({ codes, done, onDone }: { codes: string[]; done: string; onDone: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  const [isKept, setIsKept] = useState(false);
  useLosing(isKept ? undefined : "The codes have not been copied or downloaded and will not be shown again.");
  const text = codes.join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setIsKept(true);
  };
  const download = () => {
    const address = URL.createObjectURL(
      new Blob([`${t("Persdesk recovery codes")}\n\n${text}\n`], { type: "text/plain" }),
    );
    const link = Object.assign(document.createElement("a"), { href: address, download: "persdesk-recovery-codes.txt" });
    link.click();
    URL.revokeObjectURL(address);
    setIsKept(true);
  };
  return (
    <div className={styles.step}>
      <p>
        {t(
          "Each code signs you in once if you do not have your authenticator app. Keep the codes somewhere other than your phone. They are shown only once.",
        )}
      </p>
      <ul className={styles.codes} aria-label={t("Recovery codes")} onCopy={() => setIsKept(true)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={copy}>
          {isCopied ? t("Copied") : t("Copy")}
        </Button>
        <Button variant="default" onClick={download}>
          {t("Download")}
        </Button>
        <Button onClick={onDone}>{t(done)}</Button>
      </div>
    </div>
  );
}
