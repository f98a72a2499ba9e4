"use client";

import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { sendFile } from "@/components/kit/files";
import { t } from "@/texts/t";
import styles from "./documents.module.css";

interface Props {
  id: string;
  label: string;
  /** the file's id; "" where there is none */
  value: string;
  onChange: (fileId: string) => void;
  disabled?: boolean;
}

/** A document's file: a PDF or a picture, at most 20 MB. It is stored at once, and kept where the record is saved with it. */
export function DocumentFile({ id, label, value, onChange, disabled }: Props) {
  const [isSending, setIsSending] = useState(false);
  const send = async (file: File | null) => {
    if (!file) return;
    setIsSending(true);
    await attempt(async () => onChange(String(Object(await sendFile("files.upload", {}, file)).fileId)));
    setIsSending(false);
  };
  return (
    <div className={styles.file}>
      <span className={styles.label}>{t(label)}</span>
      {value ? (
        <a href={`/api/files/${value}`}>{t("Download")}</a>
      ) : (
        <span className={styles.none}>{t("No file")}</span>
      )}
      {!disabled && (
        <FileButton
          accept="application/pdf,image/png,image/jpeg,image/webp"
          inputProps={{ id, "aria-label": t(label) }}
          onChange={send}
        >
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={isSending}>
              {value ? t("Replace") : t("Choose a file")}
            </Button>
          )}
        </FileButton>
      )}
      {!disabled && value && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange("")}>
          {t("Remove")}
        </Button>
      )}
    </div>
  );
}
