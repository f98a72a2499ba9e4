"use client";

import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { Allowed, useStanding } from "../allowed";
import { attempt } from "../attempt";
import { LeaveGuard } from "../form/leave-guard";
import type { RecordOf } from "../resource";
import styles from "./sheet.module.css";
import type { TimeLineEvent } from "./time-line";

type Note = RecordOf<"sheetActivities">;

/** How notes are written where the sheet stands. */
export interface NoteWays {
  create: (content: string) => Promise<unknown>;
  update: (change: { id: string; content: string; ifMatch: string }) => Promise<unknown>;
  remove: (of: { id: string; ifMatch: string }) => Promise<unknown>;
  restore: (of: { id: string }) => Promise<unknown>;
  /** whether the person may change this one */
  mayChange: (note: Note) => boolean;
}

/** Does one thing at a time, and says whether it is under way. */
function useWork() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    await attempt(work);
    setIsBusy(false);
  };
  return [isBusy, run] as const;
}

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

interface NewNoteProps extends Pick<NoteWays, "create"> {
  needs: Permission;
}

/** The place to write a note on a sheet; who lacks the right sees that there is one. */
export function NewNote({ needs, create }: NewNoteProps) {
  const { isHeld } = useStanding()(needs);
  if (isHeld) return <WriteNote create={create} />;
  return (
    <Allowed needs={needs}>
      <Button variant="default" mb="md">
        {t("Write a note")}
      </Button>
    </Allowed>
  );
}

interface WriteNoteProps extends Pick<NoteWays, "create"> {
  /** the text takes the focus, and this leaves it */
  onCancel?: () => void;
}

function WriteNote({ create, onCancel }: WriteNoteProps) {
  const [content, setContent] = useState("");
  const [isSaving, run] = useWork();
  const save = () =>
    run(async () => {
      await create(content);
      setContent("");
    });
  return (
    <Writing
      label={t("Write a note")}
      text={content}
      onText={setContent}
      save={t("Add note")}
      isSaving={isSaving}
      onSave={save}
      onCancel={onCancel}
      first=""
    />
  );
}

/** The same behind a button, where a sheet offers it as the next step. */
export function NoteButton({ needs, create }: NewNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const save = async (content: string) => {
    await create(content);
    close();
    notify(t("Note added"));
  };
  return (
    <>
      <Allowed needs={needs}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("Write a note")}
        </Button>
      </Allowed>
      {isOpen && (
        <Dialog title={t("Write a note")} onClose={close} width={560}>
          <WriteNote create={save} onCancel={close} />
        </Dialog>
      )}
    </>
  );
}

/** What somebody noted; who may, changes and deletes it. */
function Note({ note, ways }: { note: Note; ways: NoteWays }) {
  const [content, setContent] = useState<string>();
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Back from editing, the keyboard is where it left.
    if (wasEditing.current && content === undefined) editButton.current?.focus();
    wasEditing.current = content !== undefined;
  }, [content]);
  const [isBusy, run] = useWork();
  const ifMatch = etagOf(note);

  const undo = () => void attempt(() => ways.restore({ id: note.id }));
  const save = (text: string) =>
    run(async () => {
      await ways.update({ id: note.id, content: text, ifMatch });
      setContent(undefined);
    });
  const drop = () =>
    run(async () => {
      await ways.remove({ id: note.id, ifMatch });
      notify(t("Note deleted"), { action: { title: t("Undo"), run: undo } });
    });

  if (content !== undefined)
    return (
      <Writing
        label={t("Edit the note")}
        text={content}
        onText={setContent}
        save={t("Save note")}
        isSaving={isBusy}
        onSave={() => save(content)}
        onCancel={() => setContent(undefined)}
        first={note.content}
      />
    );
  return (
    <div className={styles.note}>
      <p>{note.content}</p>
      {ways.mayChange(note) && (
        <div className={styles.noteActions}>
          <button type="button" className={styles.revert} ref={editButton} onClick={() => setContent(note.content)}>
            {t("Edit")}
          </button>
          <button type="button" className={styles.revert} disabled={isBusy} onClick={drop}>
            {t("Delete")}
          </button>
        </div>
      )}
    </div>
  );
}

/** A note as a line of a time line. */
export const noted = (note: Note, ways: NoteWays): TimeLineEvent => ({
  id: note.id,
  at: note.createdAt,
  tone: "note",
  who: `${note.author.firstName} ${note.author.lastName}`,
  what: note.version === 1 ? t("added a note") : t("added a note, edited since"),
  children: <Note note={note} ways={ways} />,
});
