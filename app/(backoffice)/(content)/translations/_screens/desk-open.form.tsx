"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { DialogActions, useLosing } from "@/components/ui/dialog";
import { PhoneFrame } from "@/components/ui/phone-frame";
import { RichTextField } from "@/components/ui/rich-text-field";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import type { DeskLanguage, DeskResource, Row } from "./desk-row.rules";

interface OpenProps {
  row: Row;
  field: DeskResource["fields"][number];
  source: DeskLanguage;
  target: DeskLanguage;
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

/** A long or formatted text beside its source. */
export function OpenText({ row, field: { name, title, html }, source, target, text, onChange, onClose }: OpenProps) {
  const [draft, setDraft] = useState(text);
  useLosing(draft === text ? undefined : "Your text has not been applied.");
  const sourceText = row.source[name] ?? "";
  const take = () => {
    onChange(draft);
    onClose();
  };
  return (
    <form
      className={styles.open}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <div className={styles.pair}>
        <div lang={source.code}>
          <h3>{source.name}</h3>
          {html ? (
            <PhoneFrame parts={[{ html: sourceText }]} lang={source.code} title={`${title}, ${source.name}`} />
          ) : (
            <p className={styles.whole}>{sourceText}</p>
          )}
        </div>
        {html ? (
          <RichTextField label={`${title}, ${target.name}`} lang={target.code} value={draft} onChange={setDraft} />
        ) : (
          <Textarea
            label={`${title}, ${target.name}`}
            lang={target.code}
            autosize
            minRows={8}
            maxRows={24}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        )}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button type="submit">{t("Apply")}</Button>
      </DialogActions>
    </form>
  );
}
