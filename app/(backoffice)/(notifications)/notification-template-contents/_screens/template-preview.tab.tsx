"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { MailFrame } from "@/components/ui/mail-frame";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./template-preview.module.css";

/** Characters that a platform shows before it cuts off. */
const limits = {
  ios: { title: 50, text: 178 },
  android: { title: 65, text: 240 },
  inApp: { title: 100, text: 300 },
  mail: { title: 78 },
} as const;
const listed = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

interface Props {
  noticationTemplateId: string;
  notificationTitle: string;
  notificationContent: string;
}

/** Asked of the server, so that it is what will be sent; the answer to the last question but one stays until it is there. */
function usePreview(words: Props) {
  const { client } = trpc.useUtils();
  const [asked] = useDebouncedValue(words, 300);
  return useQuery({
    queryKey: [["notificationTemplateContents", "preview"], asked],
    queryFn: ({ signal }) => client.notificationTemplateContents.preview.mutate(asked, { signal }),
    enabled: asked.noticationTemplateId !== "",
    placeholderData: keepPreviousData,
  });
}

interface FrameProps {
  name: string;
  title: string;
  text?: string;
  limit: { title: number; text?: number };
  children: ReactNode;
}

function Length({ word, text, most }: { word: string; text: string; most: number }) {
  const isOver = text.length > most;
  return (
    <span data-over={isOver || undefined}>
      {t("{word}: {count} of {most} characters", { word, count: text.length, most })}
      {isOver && ` (${t("it is cut off")})`}
    </span>
  );
}

const Frame = ({ name, title, text, limit, children }: FrameProps) => (
  <figure className={styles.frame}>
    <figcaption>{name}</figcaption>
    {children}
    <small>
      <Length word={t("Title")} text={title} most={limit.title} />
      {text !== undefined && limit.text !== undefined && <Length word={t("Text")} text={text} most={limit.text} />}
    </small>
  </figure>
);

/** What is being written as a push, a message in the inbox and a mail, and what is wrong with its tokens. */
export function TemplatePreview({ language, ...words }: Props & { language?: string }) {
  const preview = usePreview(words);
  return (
    <section aria-label={language ? t("Preview, {language}", { language }) : t("Preview")}>
      <Answer of={preview}>
        {({ isGood, known, unknown, missing, tokens, title, text, html, links }) => (
          <>
            <p role="status" className={styles.tokens}>
              {!isGood && (
                <Status tone="bad">{t("Write tokens in double curly brackets, and nothing else in them.")}</Status>
              )}
              {unknown.length > 0 && (
                <Status tone="bad">{t("Unknown tokens: {names}", { names: listed(unknown) })}</Status>
              )}
              {missing.length > 0 && <Status tone="warn">{t("Not used: {names}", { names: listed(missing) })}</Status>}
              {known && <span>{t("Known tokens: {names}", { names: listed(known) || t("none|tokens") })}</span>}
            </p>
            <div className={styles.frames}>
              <Frame name={t("iOS push")} title={title} text={text} limit={limits.ios}>
                <div className={styles.ios}>
                  <strong>{title}</strong>
                  <p>{text}</p>
                </div>
              </Frame>
              <Frame name={t("Android push")} title={title} text={text} limit={limits.android}>
                <div className={styles.android}>
                  <strong>{title}</strong>
                  <p>{text}</p>
                </div>
              </Frame>
              <Frame name={t("Inbox")} title={title} text={text} limit={limits.inApp}>
                <div className={styles.inbox}>
                  <strong>{title}</strong>
                  <p>{text}</p>
                </div>
              </Frame>
              <Frame name={t("E-mail")} title={title} limit={limits.mail}>
                <div className={styles.inbox}>
                  <strong>{title}</strong>
                </div>
                <MailFrame html={html} title={t("E-mail preview")} />
              </Frame>
            </div>
            {Object.keys(tokens).length > 0 && (
              <p className={styles.note}>
                {t("Shown with {samples}.", {
                  samples: Object.entries(tokens)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join(", "),
                })}
              </p>
            )}
            {links.map(({ keyPlatformTech, link }) => (
              <p key={keyPlatformTech} className={styles.note}>
                {keyPlatformTech}: {link ?? t("The link leads nowhere.")}
              </p>
            ))}
          </>
        )}
      </Answer>
    </section>
  );
}
