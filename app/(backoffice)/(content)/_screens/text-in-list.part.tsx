"use client";

import { useSearchParams } from "next/navigation";
import { None } from "@/components/ui/value";
import { locale } from "@/texts/speech";
import { useLanguages } from "./missing-languages.words";
import styles from "./text-in-list.module.css";
import { languageShown, lineOf } from "./text-in-list.rules";

interface Texts {
  translations: { languageId: string; value: string }[];
}

/** The text in the default language, on one line. */
export function SourceText({ translations }: Texts) {
  const source = [...useLanguages().values()].find(({ isDefault }) => isDefault);
  const text = translations.find(({ languageId }) => languageId === source?.id);
  if (!text) return <None />;
  return (
    <span className={styles.line} lang={source?.code} title={lineOf(text.value)}>
      {lineOf(text.value)}
    </span>
  );
}

/**
 * The text in the language that the list is asked for, or else in the reader's, behind its code.
 * @param value the one that the server found where a language was asked for
 */
export function ChosenText({ value, translations }: Texts & { value: string | null | undefined }) {
  const asked = useSearchParams().get("languageId");
  const language = languageShown([...useLanguages().values()], asked, locale());
  const text = value ?? translations.find(({ languageId }) => languageId === language?.id)?.value;
  return (
    <>
      {language && <span className={styles.code}>{language.code}</span>}{" "}
      {text ? (
        <span className={styles.line} lang={language?.code} title={lineOf(text)}>
          {lineOf(text)}
        </span>
      ) : (
        <None />
      )}
    </>
  );
}
