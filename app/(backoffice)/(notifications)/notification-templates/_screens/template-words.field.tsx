"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import Link from "next/link";
import { Status } from "@/components/ui/value";
import { recipientName, recipientTokens } from "@/server/notification/text/template-token.rules";
import { t } from "@/texts/t";
import { SendToMe } from "../../notification-template-contents/_screens/send-to-me.button";
import { TemplatePreview } from "../../notification-template-contents/_screens/template-preview.tab";
import { notificationTemplateContents } from "../../notification-template-contents/notification-template-content.resource";
import styles from "./template-studio.module.css";
import { lostTokens, type StudioContent, type StudioLanguage, type Words } from "./template-studio.rules";

interface Props {
  templateId: string;
  language: StudioLanguage;
  /** the text in the source language; none for the source itself */
  source: { words: Words; name: string } | undefined;
  stored: StudioContent | undefined;
  words: Words;
  isChanged: boolean;
  /** the one that a narrow screen shows */
  isCurrent: boolean;
  canEdit: boolean;
  /** by field */
  faults: ReadonlyMap<string, string> | undefined;
  onWrite: (words: Words) => void;
  onFocus: () => void;
}

const tokenWords: Readonly<Record<string, string>> = {
  firstName: "First name",
  lastName: "Last name",
  company: "Company",
  vehicle: "Vehicle",
  device: "PERS device",
  language: "Language",
};

const withToken = (text: string, token: string) => `${text}${text && !text.endsWith(" ") ? " " : ""}{{${token}}}`;

/** The field that a language begins with. */
export const firstFieldOf = (languageId: string) => `title-${languageId}`;

/** A template's text in one language: its two fields, what can be done with it, and how it looks. */
export function TemplateWordsField({ templateId, language, source, stored, words, faults, ...props }: Props) {
  const { isChanged, isCurrent, canEdit, onWrite, onFocus } = props;
  const isEmpty = !words.notificationTitle && !words.notificationContent;
  const lost = source ? lostTokens(source.words, words) : [];
  return (
    <section className={styles.column} aria-label={language.name} data-current={isCurrent || undefined}>
      <div className={styles.fields}>
        <h2>
          {language.name} {!source && <small>{t("source")}</small>}
          {isChanged && <Status tone="info">{t("not saved")}</Status>}
        </h2>
        <TextInput
          id={firstFieldOf(language.id)}
          label={t("Title")}
          lang={language.code}
          onFocus={onFocus}
          readOnly={!canEdit}
          value={words.notificationTitle}
          error={faults?.get("notificationTitle")}
          onChange={(event) => onWrite({ ...words, notificationTitle: event.currentTarget.value })}
        />
        <Textarea
          label={t("Text")}
          lang={language.code}
          onFocus={onFocus}
          rows={6}
          readOnly={!canEdit}
          value={words.notificationContent}
          error={faults?.get("notificationContent")}
          onChange={(event) => onWrite({ ...words, notificationContent: event.currentTarget.value })}
        />
        {canEdit && (
          <fieldset className={styles.variables}>
            <legend>{t("Of each recipient")}</legend>
            {recipientTokens.map((token) => (
              <Button
                key={token}
                variant="default"
                size="compact-xs"
                title={t("Add to the text: {token}", { token: `{{${token}}}` })}
                onClick={() => onWrite({ ...words, notificationContent: withToken(words.notificationContent, token) })}
              >
                {t(tokenWords[recipientName(token)] ?? token)}
              </Button>
            ))}
          </fieldset>
        )}
        {lost.length > 0 && (
          <Status tone="warn">
            {t("{source} uses {names} too.", {
              source: source?.name ?? "",
              names: lost.map((name) => `{{${name}}}`).join(", "),
            })}
          </Status>
        )}
        <div className={styles.actions}>
          {stored && !isChanged && <SendToMe content={stored} />}
          {stored && (
            <Button
              component={Link}
              href={notificationTemplateContents.record(stored.id, "history")}
              prefetch={false}
              variant="subtle"
            >
              {t("History")}
            </Button>
          )}
          {isEmpty && canEdit && source && (source.words.notificationTitle || source.words.notificationContent) && (
            <Button variant="default" onClick={() => onWrite(source.words)}>
              {t("Begin with {source}", { source: source.name })}
            </Button>
          )}
        </div>
      </div>
      {isEmpty ? (
        <p className={styles.none}>{t("There is no text in this language yet: people get it in another one.")}</p>
      ) : (
        <TemplatePreview
          language={language.name}
          noticationTemplateId={templateId}
          notificationTitle={words.notificationTitle}
          notificationContent={words.notificationContent}
        />
      )}
    </section>
  );
}
