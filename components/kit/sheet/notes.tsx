"use client";

import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/etag.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { LeaveGuard } from "../form/leave-guard";
import type { RecordOf } from "../resource";
import { trpc } from "../trpc";
import { useMay, useViewer } from "../viewer";
import styles from "./sheet.module.css";

type Note = RecordOf<"sheetActivities">;
interface WritingProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  save: string;
  isSaving: boolean;
  onSave: () => void;
  onCancel?: () => void;
  first: string;
}

/** A text to write; Ctrl-Enter saves it. */
function Writing({ label, text, onText, save, isSaving, onSave, onCancel, first }: WritingProps) {
  const canSave = text.trim() !== "" && text !== first;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canSave) onSave();
    if (event.key === "Escape") onCancel?.();
  };
  return (
    <div className={styles.writing}>
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={5000}
        value={text}
        autoFocus={onCancel !== undefined}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {(canSave || onCancel) && (
        <div className={styles.noteActions}>
          <Button size="compact-sm" disabled={!canSave} loading={isSaving} onClick={onSave}>
            {save}
          </Button>
          {onCancel && (
            <Button size="compact-sm" variant="default" onClick={onCancel}>
              {t("Cancel")}
            </Button>
          )}
        </div>
      )}
      <LeaveGuard isDirty={canSave} stays />
    </div>
  );
}

/** The place to write a note on a sheet. */
export function NewNote({ objectId, modelType }: { objectId: string; modelType: string }) {
  const [content, setContent] = useState("");
  const create = trpc.sheetActivities.create.useMutation();
  const save = () =>
    attempt(async () => {
      await create.mutateAsync({ objectId, modelType, content });
      setContent("");
    });
  return (
    <Writing
      label={t("Write a note")}
      text={content}
      onText={setContent}
      save={t("Add note")}
      isSaving={create.isPending}
      onSave={save}
      first=""
    />
  );
}

/** What somebody noted; its author, and who may edit notes of others, change and delete it. */
export function Note({ note }: { note: Note }) {
  const { id: me } = useViewer();
  const may = useMay();
  const [content, setContent] = useState<string>();
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Back from editing, the keyboard is where it left.
    if (wasEditing.current && content === undefined) editButton.current?.focus();
    wasEditing.current = content !== undefined;
  }, [content]);
  const update = trpc.sheetActivities.update.useMutation();
  const remove = trpc.sheetActivities.remove.useMutation();
  const restore = trpc.sheetActivities.restore.useMutation();
  const mayChange = may("sheet-activity.write") && (note.authorId === me || may("sheet-activity.manage"));
  const ifMatch = etagOf(note);

  const undo = () => void attempt(() => restore.mutateAsync({ id: note.id }));
  const save = (text: string) =>
    attempt(async () => {
      await update.mutateAsync({ id: note.id, content: text, ifMatch });
      setContent(undefined);
    });
  const drop = () =>
    attempt(async () => {
      await remove.mutateAsync({ id: note.id, ifMatch });
      notify(t("Note deleted"), { action: { title: t("Undo"), run: undo } });
    });

  if (content !== undefined)
    return (
      <Writing
        label={t("Edit the note")}
        text={content}
        onText={setContent}
        save={t("Save note")}
        isSaving={update.isPending}
        onSave={() => save(content)}
        onCancel={() => setContent(undefined)}
        first={note.content}
      />
    );
  return (
    <div className={styles.note}>
      <p>{note.content}</p>
      {mayChange && (
        <div className={styles.noteActions}>
          <button type="button" className={styles.revert} ref={editButton} onClick={() => setContent(note.content)}>
            {t("Edit")}
          </button>
          <button type="button" className={styles.revert} disabled={remove.isPending} onClick={drop}>
            {t("Delete")}
          </button>
        </div>
      )}
    </div>
  );
}
