"use client";

import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { Diff } from "./desk-diff.words";
import type { Overview } from "./desk-row.rules";

type Hit = inferRouterOutputs<AppRouter>["desk"]["find"]["items"][number];

interface Wanted {
  find: string;
  replace: string;
  matchCase: boolean;
  resource?: string;
  languageId?: string;
}

interface Props {
  overview: Overview;
  resource: string | undefined;
  onClose: () => void;
}

interface WantedProps extends Pick<Overview, "languages" | "resources"> {
  wanted: Wanted;
  onChange: (changes: Partial<Wanted>) => void;
}

/** What is looked for, what replaces it, and where. */
const WantedFields = ({ wanted, onChange, languages, resources }: WantedProps) => (
  <>
    <TextInput
      label={t("Find")}
      data-autofocus
      maxLength={200}
      value={wanted.find}
      onChange={(event) => onChange({ find: event.currentTarget.value })}
    />
    <TextInput
      label={t("Replace with")}
      maxLength={200}
      value={wanted.replace}
      onChange={(event) => onChange({ replace: event.currentTarget.value })}
    />
    <Select
      label={t("In")}
      clearable
      placeholder={t("Everything")}
      data={resources.filter(({ mayWrite }) => mayWrite).map(({ name, title }) => ({ value: name, label: title }))}
      value={wanted.resource ?? null}
      onChange={(name) => onChange({ resource: name ?? undefined })}
    />
    <Select
      label={t("Language")}
      clearable
      placeholder={t("All languages")}
      data={languages.map(({ id, name }) => ({ value: id, label: name }))}
      value={wanted.languageId ?? null}
      onChange={(id) => onChange({ languageId: id ?? undefined })}
    />
    <Checkbox
      label={t("Match case")}
      checked={wanted.matchCase}
      onChange={(event) => onChange({ matchCase: event.currentTarget.checked })}
    />
  </>
);

interface HitsProps extends Pick<Overview, "languages" | "resources"> {
  items: Hit[];
  /** there are more than these */
  isCut: boolean;
}

/** What would change, field by field. */
function Hits({ items, isCut, languages, resources }: HitsProps) {
  const titleOf = (name: string) => resources.find((one) => one.name === name)?.title ?? name;
  const languageOf = (id: string) => languages.find((one) => one.id === id);
  return (
    <>
      <p role="status">
        {items.length === 0
          ? t("No text that you can edit contains this.")
          : t("{count, plural, one {# text would change.} other {# texts would change.}}", {
              count: items.length,
            })}{" "}
        {isCut && t("More matches follow after these.")}
      </p>
      <ul className={styles.hits}>
        {items.map(({ resource, id, languageId, name, before, after }) => (
          <li key={`${resource} ${id} ${languageId}`}>
            <small>
              {titleOf(resource)} · {name} · {languageOf(languageId)?.name ?? languageId}
            </small>
            {Object.keys(before)
              .filter((field) => before[field] !== after[field])
              .map((field) => (
                <p key={field} lang={languageOf(languageId)?.code}>
                  <Diff before={before[field] ?? ""} after={after[field] ?? ""} />
                </p>
              ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Replaces a text wherever it stands: it first shows what that would change, and can be undone. */
export function DeskReplace({ overview: { languages, resources }, resource, onClose }: Props) {
  const [wanted, setWanted] = useState<Wanted>({ find: "", replace: "", matchCase: true, resource });
  const [asked, setAsked] = useState<Wanted>();
  const hits = trpc.desk.find.useQuery(asked ?? { find: "-", replace: "" }, {
    enabled: asked !== undefined,
    staleTime: 0,
  });
  const set = trpc.desk.set.useMutation();
  const change = (changes: Partial<Wanted>) => {
    setWanted({ ...wanted, ...changes });
    setAsked(undefined);
  };
  const items = asked ? (hits.data?.items ?? []) : [];
  const apply = async () => {
    const cells = items.map(({ resource, id, languageId, before, after }) => ({
      resource,
      id,
      languageId,
      texts: after,
      expected: before,
    }));
    const isDone = await attempt(() => set.mutateAsync({ cells }));
    if (!isDone) return;
    const back = cells.map((cell) => ({ ...cell, texts: cell.expected, expected: cell.texts }));
    notify(t("{count, plural, one {# text changed} other {# texts changed}}", { count: cells.length }), {
      action: {
        title: t("Undo"),
        run: () =>
          void attempt(async () => {
            await set.mutateAsync({ cells: back });
            notify(t("Everything is restored"));
          }),
      },
    });
    onClose();
  };
  return (
    <Dialog title="Find and replace" width={860} onClose={onClose}>
      <form
        className={styles.replace}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.find) setAsked(wanted);
        }}
      >
        <WantedFields wanted={wanted} onChange={change} languages={languages} resources={resources} />
        <Button
          type="submit"
          variant="default"
          loading={asked !== undefined && hits.isFetching}
          disabled={!wanted.find}
        >
          {t("Show matches")}
        </Button>
      </form>
      {asked && hits.error && <p role="alert">{hits.error.message}</p>}
      {asked && hits.data && <Hits items={items} isCut={hits.data.isCut} languages={languages} resources={resources} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button disabled={items.length === 0} loading={set.isPending} onClick={apply}>
          {t("{count, plural, one {Replace in # text} other {Replace in # texts}}", { count: items.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
