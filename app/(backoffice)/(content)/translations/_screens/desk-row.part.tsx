"use client";

import Link from "next/link";
import { type KeyboardEvent, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Status } from "@/components/ui/value";
import { stateOf } from "@/server/kit/desk/desk-warning.rules";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { addressOf } from "./desk-address.rules";
import { type DeskCell, useDeskCell } from "./desk-cell.hook";
import { DeskHistory } from "./desk-history.part";
import { Outdated, Warnings } from "./desk-notes.part";
import { OpenText } from "./desk-open.form";
import { type DeskLanguage, type DeskResource, glance, isBlank, type Row } from "./desk-row.rules";
import { Suggestions, useSuggestions } from "./desk-suggest.part";
import { DeskAssignee, DeskComments } from "./desk-work.part";

export type Move = "next" | "previous" | "gap";

interface Props {
  row: Row;
  of: DeskResource;
  source: DeskLanguage;
  target: DeskLanguage;
  /** goes from a cell to another one; `saved` is whether what was there is saved */
  onMove: (from: HTMLElement, to: Move, saved: Promise<boolean>) => void;
}

const State = ({ row }: { row: Row }) => {
  const state = stateOf(row);
  if (state === "missing") return <Status>{t("Missing|a text")}</Status>;
  if (state === "review") return <Status tone="warn">{t("Needs review")}</Status>;
  return <Status tone="ok">{t("Done|a text")}</Status>;
};

interface AboutProps {
  row: Row;
  of: DeskResource;
  target: DeskLanguage;
  onHistory: () => void;
  onComments: () => void;
}

/** Where a text stands, who works on it, and the way to its history and its comments. */
function About({ row, of, target, onHistory, onComments }: AboutProps) {
  const href = addressOf(row);
  return (
    <div className={styles.about}>
      {href ? (
        <Link href={href} prefetch={false}>
          {row.name}
        </Link>
      ) : (
        row.name
      )}
      <small>{[of.title, row.place].filter(Boolean).join(" · ")}</small>
      <State row={row} />{" "}
      <button type="button" className={styles.quiet} onClick={onHistory}>
        {t("History")}
      </button>{" "}
      <button type="button" className={styles.quiet} onClick={onComments}>
        {row.comments > 0
          ? t("{count, plural, one {# comment} other {# comments}}", { count: row.comments })
          : t("Add comment")}
      </button>
      <DeskAssignee row={row} of={of} target={target} />
    </div>
  );
}

const Source = ({ row, fields, source }: { row: Row; fields: DeskResource["fields"]; source: DeskLanguage }) => (
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
);

interface CellProps {
  field: DeskResource["fields"][number];
  text: string;
  label: string;
  language: DeskLanguage;
  mayWrite: boolean;
  isRefused: boolean;
  onType: (text: string) => void;
  onOpen: () => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The translation of one field: a formatted one opens, a plain one is typed in here. */
function Cell({ field, text, label, language, mayWrite, isRefused, onType, onOpen, onFocus, onKeyDown }: CellProps) {
  const shared = { "data-cell": true, "data-gap": isBlank(text) || undefined, lang: language.code, onFocus, onKeyDown };
  if (field.html)
    return (
      <button
        {...shared}
        type="button"
        className={styles.openText}
        aria-label={t("Open {label}", { label })}
        disabled={!mayWrite}
        onClick={onOpen}
      >
        {isBlank(text) ? <span className={styles.gap}>{t("Not translated yet")}</span> : glance(text, true)}
      </button>
    );
  return (
    <div className={styles.line}>
      <textarea
        {...shared}
        rows={Math.min(8, text.split("\n").length)}
        aria-label={label}
        aria-invalid={isRefused}
        placeholder={mayWrite ? t("Not translated yet") : "–"}
        readOnly={!mayWrite}
        spellCheck
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      {field.long && mayWrite && (
        <button type="button" className={styles.quiet} onClick={onOpen}>
          {t("Open|a text")}
        </button>
      )}
    </div>
  );
}

/** What becomes of what was typed, and what can be done where it is not saved. */
function Saving({ state, isDirty, save, cancel, takeTheirs, keepMine }: Omit<DeskCell, "texts" | "type">) {
  return (
    <>
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
    </>
  );
}

/** One text: where it stands, its source, and its translation, always open to be typed in. */
export function DeskRowView({ row, of, source, target, onMove }: Props) {
  const cell = useDeskCell(row, of, target.id, source.id);
  const { texts, isDirty, state, type, save, cancel } = cell;
  const [opened, setOpened] = useState<string>();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [areCommentsOpen, setAreCommentsOpen] = useState(false);
  const [worked, setWorked] = useState<string>();
  const { mayWrite, fields } = of;
  const typeAndSave = (field: string, text: string) => {
    type(field, text);
    void save();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = event.currentTarget;
    const isNext = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (event.key === "F8" || (isNext && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      onMove(at, "gap", save());
    } else if (isNext && at instanceof HTMLTextAreaElement) {
      event.preventDefault();
      onMove(at, event.altKey ? "previous" : "next", save());
    } else if (event.altKey && worked && /^Digit[1-5]$/.test(event.code)) {
      const taken = suggested?.items[Number(event.code.slice(-1)) - 1];
      event.preventDefault();
      if (taken) typeAndSave(worked, taken.text);
    } else if (event.key === "Escape" && isDirty) {
      event.preventDefault();
      cancel();
    }
  };
  const asked = { row, field: worked ?? "", source, target };
  const suggested = useSuggestions(asked, worked !== undefined && mayWrite);
  const labelOf = (field: string) => {
    const named = { field, name: row.name, language: target.name };
    return fields.length > 1 ? t("{field} of {name} in {language}", named) : t("{name} in {language}", named);
  };
  const openField = fields.find(({ name }) => name === opened);
  return (
    <section className={styles.row} aria-label={`${row.name}, ${of.title}`}>
      <About
        row={row}
        of={of}
        target={target}
        onHistory={() => setIsHistoryOpen(true)}
        onComments={() => setAreCommentsOpen(true)}
      />
      <Source row={row} fields={fields} source={source} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is left, as a whole, is saved */}
      <div
        className={styles.target}
        data-state={state.kind}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          setWorked(undefined);
          if (opened === undefined) void save();
        }}
      >
        {fields.map((field) => (
          <div key={field.name}>
            {fields.length > 1 && <small>{field.title}</small>}
            <Cell
              field={field}
              text={texts[field.name] ?? ""}
              label={labelOf(field.title)}
              language={target}
              mayWrite={mayWrite}
              isRefused={state.kind === "failed" || state.kind === "conflict"}
              onType={(text) => type(field.name, text)}
              onOpen={() => setOpened(field.name)}
              onFocus={() => setWorked(field.name)}
              onKeyDown={onKeyDown}
            />
            {worked === field.name && (
              <Suggestions
                found={suggested}
                field={field}
                target={target}
                onTake={(text) => typeAndSave(field.name, text)}
              />
            )}
          </div>
        ))}
        <Saving {...cell} />
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
            onChange={(text) => typeAndSave(openField.name, text)}
            onClose={() => setOpened(undefined)}
          />
        </Dialog>
      )}
      {areCommentsOpen && (
        <Dialog
          title={t("Comments on {name} in {language}", { name: row.name, language: target.name })}
          width={720}
          onClose={() => setAreCommentsOpen(false)}
        >
          <DeskComments row={row} of={of} target={target} />
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
              typeAndSave(field, text);
              setIsHistoryOpen(false);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
