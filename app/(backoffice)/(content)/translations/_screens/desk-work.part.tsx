"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useLosing } from "@/components/ui/dialog";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { useShowRow } from "./desk-cell.hook";
import { type DeskLanguage, type DeskResource, isBlank, type Row } from "./desk-row.rules";

interface Props {
  row: Row;
  of: DeskResource;
  target: DeskLanguage;
}

const usePeople = () => trpc.desk.people.useQuery(undefined, { staleTime: 60_000 }).data ?? [];

/** Who is to work on a text in this language. */
export function DeskAssignee({ row, of, target }: Props) {
  const show = useShowRow(target.id);
  const utils = trpc.useUtils();
  const people = usePeople();
  const { resource, id, assigneeId } = row;
  const able = people.filter(({ resources }) => resources.includes(of.name));
  const current = people.find((person) => person.id === assigneeId);
  if (!of.mayWrite) return current && <small>{t("Assigned to {name}", { name: current.name })}</small>;
  const assign = (to: string | null) =>
    attempt(async () => {
      await utils.client.desk.assign.mutate({ cells: [{ resource, id, languageId: target.id }], assigneeId: to });
      show({ ...row, assigneeId: to });
      void utils.desk.own.invalidate();
    });
  return (
    <select
      className={styles.assignee}
      aria-label={t("Assignee of {name}", { name: row.name })}
      value={assigneeId ?? ""}
      onChange={(event) => void assign(event.target.value || null)}
    >
      <option value="">{t("Assigned to nobody")}</option>
      {assigneeId !== null && !able.some((person) => person.id === assigneeId) && (
        <option value={assigneeId}>{current?.name ?? t("Somebody who may no longer edit it")}</option>
      )}
      {able.map((person) => (
        <option key={person.id} value={person.id}>
          {person.name}
        </option>
      ))}
    </select>
  );
}

/** What people say of a text in this language; one's own comments can be deleted. */
export function DeskComments({ row, of, target }: Props) {
  const show = useShowRow(target.id);
  const { client } = trpc.useUtils();
  const { resource, id } = row;
  const at = { resource, id, languageId: target.id };
  const query = trpc.desk.comments.useQuery(at, { staleTime: 0 });
  const [content, setContent] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [removed, setRemoved] = useState<string>();
  useLosing(isBlank(content) ? undefined : "Your comment has not been saved.");
  const work = async (doing: () => Promise<unknown>) => {
    setIsBusy(true);
    const isDone = await attempt(doing);
    const { data } = await query.refetch();
    if (data) show({ ...row, comments: data.length });
    setIsBusy(false);
    return isDone;
  };
  const save = async () => {
    if (await work(() => client.desk.comment.mutate({ ...at, content }))) setContent("");
  };
  const remove = async (comment: { id: string; content: string }) => {
    if (await work(() => client.desk.removeComment.mutate({ id: comment.id }))) setRemoved(comment.content);
  };
  const putBack = async (content: string) => {
    if (await work(() => client.desk.comment.mutate({ ...at, content }))) setRemoved(undefined);
  };
  return (
    <>
      <Answer of={query}>
        {(comments) =>
          comments.length === 0 ? (
            <p>{t("No comments yet.")}</p>
          ) : (
            <ol className={styles.history}>
              {comments.map((comment) => (
                <li key={comment.id}>
                  <div>
                    <b>{comment.author}</b>, <When at={comment.createdAt} />
                  </div>
                  <p>{comment.content}</p>
                  {comment.isOwn && of.mayWrite && (
                    <button
                      type="button"
                      className={styles.quiet}
                      disabled={isBusy}
                      onClick={() => void remove(comment)}
                    >
                      {t("Delete comment")}
                    </button>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Answer>
      {removed !== undefined && (
        <p role="status">
          {t("Comment deleted")}{" "}
          <button type="button" className={styles.quiet} disabled={isBusy} onClick={() => void putBack(removed)}>
            {t("Undo")}
          </button>
        </p>
      )}
      {of.mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Textarea
            label={t("New comment")}
            data-autofocus
            autosize
            minRows={2}
            maxLength={2000}
            mt="sm"
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
          <Button type="submit" mt="sm" disabled={isBlank(content)} loading={isBusy}>
            {t("Add comment")}
          </Button>
        </form>
      )}
    </>
  );
}
