"use client";

import { Button, Skeleton, Textarea } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { t } from "@/texts/t";
import type { RichTextProps } from "./rich-text";
import styles from "./rich-text-field.module.css";

// The editor is larger than most pages: it comes when a formatted text is opened.
const RichTextArea = dynamic(() => import("./rich-text"), { ssr: false, loading: () => <Skeleton height={170} /> });

/** What the server keeps and the editor does not know: it would lose it. */
const isBeyondEditor = (html: string) => /<(table|sub|sup)\b/i.test(html);

/** A formatted text: in an editor, or as HTML, where it holds what the editor cannot show or somebody chooses so. */
export function RichTextField(props: RichTextProps & { description?: string; classNames?: { description?: string } }) {
  const { label, value, onChange, disabled, id, lang, description, classNames } = props;
  const [asHtml, setAsHtml] = useState(false);
  const mustBeHtml = isBeyondEditor(value);
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        {mustBeHtml ? (
          <span className={styles.why}>{t("Shown as HTML because it contains a table")}</span>
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={() => setAsHtml(!asHtml)}>
            {asHtml ? t("Editor") : t("HTML")}
          </Button>
        )}
      </div>
      {description && <div className={classNames?.description}>{description}</div>}
      {asHtml || mustBeHtml ? (
        <Textarea
          id={id}
          lang={lang}
          aria-label={label}
          autosize
          minRows={6}
          maxRows={24}
          disabled={disabled}
          classNames={{ input: styles.code }}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <RichTextArea id={id} lang={lang} label={label} value={value} onChange={onChange} disabled={disabled} />
      )}
    </div>
  );
}
