"use client";

import { Select } from "@mantine/core";
import { useState } from "react";
import { trpc } from "@/components/kit/trpc";
import { PhoneFrame, type PhonePart } from "@/components/ui/phone-frame";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./phone-preview.module.css";

interface Props<T extends { languageId: string }> {
  /** a record's translations, or those of each of its contents */
  texts: readonly T[] | readonly (readonly T[])[];
  /** how one translation is shown */
  parts: (text: T) => PhonePart[];
}

/** Says once, above the first part, that a text without a translation is shown in the default language. */
const marked = (parts: PhonePart[], fallback: { code: string; name: string } | undefined): PhonePart[] =>
  parts.map((part, place) =>
    fallback
      ? {
          ...part,
          lang: fallback.code,
          mark: place === 0 ? t("Not translated: {language}", { language: fallback.name }) : undefined,
        }
      : part,
  );

/** Texts as people read them on a phone, in the language that is chosen; what falls back to the default one is marked. */
export function PhonePreview<T extends { languageId: string }>({ texts, parts }: Props<T>) {
  const query = trpc.languages.rows.useQuery({ limit: 200, page: 1, status: true, sortBy: "name:asc" });
  const languages = query.data?.items ?? [];
  const main = languages.find(({ isDefault }) => isDefault);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = languages.find(({ id }) => id === chosenId) ?? main;
  if (!chosen) return null;
  const sets = (Array.isArray(texts[0]) ? texts : [texts]) as readonly (readonly T[])[]; // one of the two forms of `texts`
  const shown = sets.map((set) => {
    const own = set.find(({ languageId }) => languageId === chosen.id);
    return { text: own ?? set.find(({ languageId }) => languageId === main?.id), isFallback: !own };
  });
  const fallbacks = shown.filter(({ isFallback }) => isFallback).length;
  const lacking = shown.filter(({ text }) => !text).length;
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <Select
          label={t("Language")}
          data={languages.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.id}
          onChange={setChosenId}
        />
        <div role="status">
          {lacking > 0 ? (
            <Status tone="bad">{t("No text to show, not even in the default language")}</Status>
          ) : fallbacks > 0 ? (
            <Status tone="warn">
              {t("{count} of {total} not translated, shown in {language}", {
                count: fallbacks,
                total: shown.length,
                language: main?.name ?? "–",
              })}
            </Status>
          ) : (
            <Status tone="ok">{t("Shown in {name}", { name: chosen.name })}</Status>
          )}
        </div>
      </div>
      <PhoneFrame
        title={t("Preview in {name}", { name: chosen.name })}
        lang={chosen.code}
        parts={shown.flatMap(({ text, isFallback }) =>
          text ? marked(parts(text), isFallback ? main : undefined) : [],
        )}
      />
    </div>
  );
}
