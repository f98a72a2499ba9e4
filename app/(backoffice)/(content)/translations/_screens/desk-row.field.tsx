"use client";

import Link from "next/link";
import { type KeyboardEvent, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { addressOf } from "./desk-address.rules";
import { useDeskCell } from "./desk-cell.field";
import { DeskHistory } from "./desk-history.tab";
import { Outdated, Warnings } from "./desk-notes.field";
import { OpenText } from "./desk-open.form";
import { type DeskLanguage, type DeskResource, glance, isBlank, type Row } from "./desk-row.rules";

export type Move = "next" | "previous" | "gap";

interface Props {
  row: Row;
  of: DeskResource;
  source: DeskLanguage;
  target: DeskLanguage;
  /** goes from a cell to another one; `saved` is whether what was there is saved */
  onMove: (from: HTMLElement, to: Move, saved: Promise<boolean>) => void;
}

/** One text: where it stands, its source, and its translation, always open to be typed in. */
export function DeskRowView({ row, of, source, target, onMove }: Props) {
  const { texts, isDirty, state, type, save, cancel, takeTheirs, keepMine } = useDeskCell(
    row,
    of,
    target.id,
    source.id,
  );
  const [opened, setOpened] = useState<string>();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const { mayWrite, fields } = of;
  const title = `${row.name}, ${of.title}`;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.currentTarget;
    const isNext = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (event.key === "F8" || (isNext && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      onMove(cell, "gap", save());
    } else if (isNext && cell instanceof HTMLTextAreaElement) {
      event.preventDefault();
      onMove(cell, event.altKey ? "previous" : "next", save());
    } else if (event.key === "Escape" && isDirty) {
      event.preventDefault();
      cancel();
    }
  };
  const openField = fields.find(({ name }) => name === opened);
  const href = addressOf(row);
  return (
    <section className={styles.row} aria-label={title}>
      <div className={styles.about}>
        {href ? (
          <Link href={href} prefetch={false}>
            {row.name}
          </Link>
        ) : (
          row.name
        )}
        <small>{[of.title, row.place].filter(Boolean).join(" · ")}</small>
        <button type="button" className={styles.quiet} onClick={() => setIsHistoryOpen(true)}>
          {t("History")}
        </button>
      </div>
      <div className={styles.source} lang={source.code}>
        {fields.map(({ name, title, html }) => (
          <p key={name}>
            {fields.length > 1 && <small>{title}</small>}
            {isBlank(row.source[name]) ? (
              <span className={styles.none}>{t("No source text")}</span>
            ) : (
              glance(row.source[name] ?? "", html)
            )}
          </p>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is left, as a whole, is saved */}
      <div
        className={styles.target}
        data-state={state.kind}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget) && opened === undefined) void save();
        }}
      >
        {fields.map(({ name, title: fieldTitle, html, long }) => {
          const text = texts[name] ?? "";
          const named = { field: fieldTitle, name: row.name, language: target.name };
          const label =
            fields.length > 1 ? t("{field} of {name} in {language}", named) : t("{name} in {language}", named);
          return (
            <div key={name}>
              {fields.length > 1 && <small>{fieldTitle}</small>}
              {html ? (
                <button
                  type="button"
                  data-cell
                  data-gap={isBlank(text) || undefined}
                  className={styles.openText}
                  lang={target.code}
                  aria-label={t("Open {label}", { label })}
                  disabled={!mayWrite}
                  onClick={() => setOpened(name)}
                  onKeyDown={onKeyDown}
                >
                  {isBlank(text) ? <span className={styles.gap}>{t("Not translated yet")}</span> : glance(text, true)}
                </button>
              ) : (
                <div className={styles.line}>
                  <textarea
                    data-cell
                    data-gap={isBlank(text) || undefined}
                    lang={target.code}
                    rows={Math.min(8, text.split("\n").length)}
                    aria-label={label}
                    aria-invalid={state.kind === "failed" || state.kind === "conflict"}
                    placeholder={mayWrite ? t("Not translated yet") : "–"}
                    readOnly={!mayWrite}
                    spellCheck
                    value={text}
                    onChange={(event) => type(name, event.target.value)}
                    onKeyDown={onKeyDown}
                  />
                  {long && mayWrite && (
                    <button type="button" className={styles.quiet} onClick={() => setOpened(name)}>
                      {t("Open|a text")}
                    </button>
                  )}
                </div>
              )}
            </div>
          );
        })}
        <div className={styles.state} role="status">
          {state.kind === "saving"
            ? t("Saving")
            : state.kind === "saved" && !isDirty
              ? t("Saved")
              : isDirty
                ? t("Not saved yet")
                : ""}
        </div>
        {(state.kind === "failed" || state.kind === "partial") && (
          <div className={styles.trouble} role="alert">
            {state.message}
            {state.kind === "failed" && (
              <button type="button" onClick={() => save()}>
                {t("Try again")}
              </button>
            )}
            <button type="button" onClick={cancel}>
              {t("Discard")}
            </button>
          </div>
        )}
        {state.kind === "conflict" && (
          <div className={styles.trouble} role="alert">
            {Object.values(state.theirs).some(Boolean)
              ? t("Someone else changed this to “{text}” in the meantime.", {
                  text: Object.values(state.theirs).filter(Boolean).join(" / "),
                })
              : t("Someone else cleared this in the meantime.")}
            <button type="button" onClick={() => keepMine(state.theirs)}>
              {t("Keep mine")}
            </button>
            <button type="button" onClick={() => takeTheirs(state.theirs)}>
              {t("Take theirs")}
            </button>
          </div>
        )}
        <Outdated row={row} of={of} target={target} mayWrite={mayWrite} />
        <Warnings row={row} target={target} mayWrite={mayWrite} />
      </div>
      {openField && (
        <Dialog
          title={t("{title}: {value}", { title: openField.title, value: row.name })}
          width={1000}
          onClose={() => setOpened(undefined)}
        >
          <OpenText
            row={row}
            field={openField}
            source={source}
            target={target}
            text={texts[openField.name] ?? ""}
            onChange={(text) => {
              type(openField.name, text);
              void save();
            }}
            onClose={() => setOpened(undefined)}
          />
        </Dialog>
      )}
      {isHistoryOpen && (
        <Dialog
          title={t("History of {name} in {targetName}", { name: row.name, targetName: target.name })}
          width={720}
          onClose={() => setIsHistoryOpen(false)}
        >
          <DeskHistory
            row={row}
            of={of}
            languageId={target.id}
            onBack={(field, text) => {
              type(field, text);
              void save();
              setIsHistoryOpen(false);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
