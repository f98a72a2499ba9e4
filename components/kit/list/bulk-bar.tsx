"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { formatted } from "@/server/kit/value/count.rules";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { Allowed } from "../allowed";
import { attempt } from "../attempt";
import styles from "./resource-list.module.css";
import type { Selection } from "./selection";
import type { View } from "./use-list";

/** What was done, such as "3 roles deleted", and the way back where there is one. */
type Done = string | { text: string; undo: () => Promise<unknown> };

/** What can be done to the chosen rows. */
export interface BulkAction {
  title: string;
  needs?: Permission;
  danger?: true;
  run: (ids: string[], view: View) => Promise<Done>;
  /** where it can also be done to all rows that match the filters, on all pages */
  runAll?: (view: View) => Promise<Done>;
  /** a question asked first, such as "Delete 3 roles?" */
  ask?: (count: number) => string;
}

interface Props {
  view: View;
  selection: Selection;
  actions: BulkAction[];
}

/** Says how many rows are chosen and what can be done to them. */
export function BulkBar({ view, selection, actions }: Props) {
  const { total } = view;
  const [asked, setAsked] = useState<BulkAction>();
  const [isRunning, setIsRunning] = useState(false);
  const count = selection.isAll ? (total ?? 0) : selection.ids.length;
  const canAll = actions.some((action) => action.runAll);

  const run = async (action: BulkAction) => {
    setIsRunning(true);
    await attempt(async () => {
      const done = await (selection.isAll && action.runAll ? action.runAll(view) : action.run(selection.ids, view));
      if (typeof done === "string") notify(done);
      else notify(done.text, { action: { title: t("Undo"), run: () => void attempt(done.undo) } });
      selection.clear();
    });
    setIsRunning(false);
    setAsked(undefined);
  };

  return (
    <section className={styles.bulk} aria-label={t("Selected rows")}>
      <span>{t("{count, plural, one {# selected} other {# selected}}", { count })}</span>
      {canAll && selection.isPageChosen && !selection.isAll && total !== undefined && total > selection.ids.length && (
        <Button size="compact-xs" variant="subtle" onClick={selection.chooseAll}>
          {t("Select all {total} matching rows", { total: formatted(total) })}
        </Button>
      )}
      <div className={styles.spring} />
      {actions
        .filter((action) => !selection.isAll || action.runAll)
        .map((action) => (
          <Allowed key={action.title} needs={action.needs}>
            <Button
              size="compact-xs"
              variant="default"
              c={action.danger && "var(--pd-bad)"}
              loading={isRunning}
              onClick={() => (action.ask ? setAsked(action) : run(action))}
            >
              {t(action.title)}
            </Button>
          </Allowed>
        ))}
      <Button size="compact-xs" variant="subtle" onClick={selection.clear}>
        {t("Clear")}
      </Button>
      {asked && (
        <Dialog title={asked.ask?.(count) ?? t(asked.title)} onClose={() => setAsked(undefined)}>
          <DialogActions>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {t("Keep them")}
            </Button>
            <Button color={asked.danger && "red"} loading={isRunning} onClick={() => run(asked)} data-autofocus>
              {t(asked.title)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}
