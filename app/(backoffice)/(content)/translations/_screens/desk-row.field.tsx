"use client";

import { Button, Textarea } from "@mantine/core";
import Link from "next/link";
import { type KeyboardEvent, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions, useLosing } from "@/components/ui/dialog";
import { PhoneFrame } from "@/components/ui/phone-frame";
import { RichTextField } from "@/components/ui/rich-text-field";
import { Status } from "@/components/ui/value";
import { warningWords } from "@/server/kit/desk/desk-checks.rules";
import styles from "./desk.module.css";
import { addressOf } from "./desk-address.rules";
import { useDeskCell, useShowRow } from "./desk-cell.field";
import { Diff } from "./desk-diff.words";
import { DeskHistory } from "./desk-history.tab";
import { type DeskResource, isBlank, type Row } from "./desk-row.rules";

export type Move = "next" | "previous" | "gap";

export interface DeskLanguage {
  id: string;
  code: string;
  name: string;
}

interface Props {
  row: Row;
  of: DeskResource;
  source: DeskLanguage;
  target: DeskLanguage;
  /** goes from a cell to another one; `saved` is whether what was there is saved */
  onMove: (from: HTMLElement, to: Move, saved: Promise<boolean>) => void;
}

/** Shortened to what a line holds; HTML as what is read of it. */
const glance = (text: string, html: boolean) => {
  const plain = html ? text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ") : text;
  return plain.length > 220 ? `${plain.slice(0, 220)}…` : plain;
};

/** What the source was when the translation was last right, and what it is now. */
function Outdated({
  row,
  of,
  target,
  mayWrite,
}: {
  row: Row;
  of: DeskResource;
  target: DeskLanguage;
  mayWrite: boolean;
}) {
  const show = useShowRow(target.id);
  const confirm = trpc.useUtils().client.desk.confirm;
  const { resource, id, outdatedFrom } = row;
  if (!outdatedFrom) return null;
  const changed = of.fields.filter(({ name }) => (outdatedFrom[name] ?? "") !== (row.source[name] ?? ""));
  return (
    <div className={styles.outdated}>
      <Status tone="warn">The source changed</Status>
      {changed.map(({ name, html }) => (
        <p key={name}>
          <Diff before={glance(outdatedFrom[name] ?? "", html)} after={glance(row.source[name] ?? "", html)} />
        </p>
      ))}
      {mayWrite && (
        <button
          type="button"
          onClick={() => attempt(async () => show(await confirm.mutate({ resource, id, languageId: target.id })))}
        >
          The translation is still right
        </button>
      )}
    </div>
  );
}

/** What to look at in a translation; each can be put aside for this text, with a reason. */
function Warnings({ row, target, mayWrite }: { row: Row; target: DeskLanguage; mayWrite: boolean }) {
  const show = useShowRow(target.id);
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState<Row["warnings"][number]>();
  const [reason, setReason] = useState("");
  const at = { resource: row.resource, id: row.id, languageId: target.id };
  const putAside = async () => {
    if (!asked) return;
    const isDone = await attempt(async () =>
      show(await client.desk.dismiss.mutate({ ...at, warning: asked.warning, reason })),
    );
    if (isDone) setAsked(undefined);
  };
  return (
    <>
      {row.warnings.map((one) => (
        <div
          key={`${one.warning} ${one.field}`}
          className={styles.warning}
          data-aside={one.dismissed !== null || undefined}
        >
          <span>
            {warningWords[one.warning]}: {one.message}
            {one.dismissed !== null && ` Put aside: ${one.dismissed}`}
          </span>
          {mayWrite &&
            (one.dismissed === null ? (
              <button
                type="button"
                onClick={() => {
                  setReason("");
                  setAsked(one);
                }}
              >
                Put aside
              </button>
            ) : (
              <button
                type="button"
                onClick={() =>
                  attempt(async () => show(await client.desk.recall.mutate({ ...at, warning: one.warning })))
                }
              >
                Warn again
              </button>
            ))}
        </div>
      ))}
      {asked && (
        <Dialog title="Put this warning aside?" onClose={() => setAsked(undefined)}>
          <Textarea
            label="Reason"
            description={`${warningWords[asked.warning]}: ${asked.message}`}
            data-autofocus
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogActions>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
            <Button disabled={isBlank(reason)} onClick={putAside}>
              Put aside
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

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
function OpenText({ row, field: { name, title, html }, source, target, text, onChange, onClose }: OpenProps) {
  const [draft, setDraft] = useState(text);
  useLosing(draft === text ? undefined : "What you typed is not taken over.");
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
          Cancel
        </Button>
        <Button type="submit">Take it over</Button>
      </DialogActions>
    </form>
  );
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
          History
        </button>
      </div>
      <div className={styles.source} lang={source.code}>
        {fields.map(({ name, title, html }) => (
          <p key={name}>
            {fields.length > 1 && <small>{title}</small>}
            {isBlank(row.source[name]) ? (
              <span className={styles.none}>No source text</span>
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
          const label = `${fields.length > 1 ? `${fieldTitle} of ` : ""}${row.name} in ${target.name}`;
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
                  aria-label={`Open ${label}`}
                  disabled={!mayWrite}
                  onClick={() => setOpened(name)}
                  onKeyDown={onKeyDown}
                >
                  {isBlank(text) ? <span className={styles.gap}>Not translated yet</span> : glance(text, true)}
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
                    placeholder={mayWrite ? "Not translated yet" : "–"}
                    readOnly={!mayWrite}
                    spellCheck
                    value={text}
                    onChange={(event) => type(name, event.target.value)}
                    onKeyDown={onKeyDown}
                  />
                  {long && mayWrite && (
                    <button type="button" className={styles.quiet} onClick={() => setOpened(name)}>
                      Open
                    </button>
                  )}
                </div>
              )}
            </div>
          );
        })}
        <div className={styles.state} role="status">
          {state.kind === "saving"
            ? "Saving"
            : state.kind === "saved" && !isDirty
              ? "Saved"
              : isDirty
                ? "Not saved yet"
                : ""}
        </div>
        {(state.kind === "failed" || state.kind === "partial") && (
          <div className={styles.trouble} role="alert">
            {state.message}
            {state.kind === "failed" && (
              <button type="button" onClick={() => save()}>
                Save again
              </button>
            )}
            <button type="button" onClick={cancel}>
              Discard
            </button>
          </div>
        )}
        {state.kind === "conflict" && (
          <div className={styles.trouble} role="alert">
            Somebody else wrote “{Object.values(state.theirs).filter(Boolean).join(" / ") || "nothing"}” here meanwhile.
            <button type="button" onClick={() => keepMine(state.theirs)}>
              Keep mine
            </button>
            <button type="button" onClick={() => takeTheirs(state.theirs)}>
              Take theirs
            </button>
          </div>
        )}
        <Outdated row={row} of={of} target={target} mayWrite={mayWrite} />
        <Warnings row={row} target={target} mayWrite={mayWrite} />
      </div>
      {openField && (
        <Dialog title={`${openField.title}: ${row.name}`} width={1000} onClose={() => setOpened(undefined)}>
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
        <Dialog title={`History of ${row.name} in ${target.name}`} width={720} onClose={() => setIsHistoryOpen(false)}>
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
