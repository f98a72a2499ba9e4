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
import { type BulkChosen, BulkDialog } from "../bulk/bulk-dialog";
import type { Resource } from "../resource";
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

/** What all chosen rows, or all that match, can be given: shown row by row before it is done. */
export interface BulkSet extends Pick<BulkAction, "title" | "needs" | "danger"> {
  set: Readonly<Record<string, unknown>>;
}

interface Props {
  view: View;
  selection: Selection;
  actions: (BulkAction | BulkSet)[];
  /** the resource, some fields of which can be given to many */
  of?: Resource;
}

/** The rows that are meant, as the server is asked for them. */
const chosenOf = ({ isAll, ids }: Selection, view: View): BulkChosen => {
  if (!isAll) return { ids };
  const { companyId: _, ...filters } = view.filters; // the door says the company
  return { filters, all: Object.keys(filters).length === 0 };
};

/** Says how many rows are chosen and what can be done to them. */
export function BulkBar({ view, selection, actions, of }: Props) {
  const { total } = view;
  const [asked, setAsked] = useState<BulkAction>();
  const [isRunning, setIsRunning] = useState(false);
  const count = selection.isAll ? (total ?? 0) : selection.ids.length;
  const [wanted, setWanted] = useState<{ set?: BulkSet["set"]; chosen: BulkChosen; count: number }>();
  const mayChange = of !== undefined && of.bulk.length > 0;
  const selected = t("{count, plural, one {# selected} other {# selected}}", { count });
  const canAll = mayChange || actions.some((action) => "set" in action || action.runAll);
  const open = (set?: BulkSet["set"]) => setWanted({ set, chosen: chosenOf(selection, view), count });

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
    <section className={styles.bulk} aria-label={t("Selected rows")} data-actions={selected}>
      <span>{selected}</span>
      {canAll && selection.isPageChosen && !selection.isAll && total !== undefined && total > selection.ids.length && (
        <Button size="compact-xs" variant="subtle" onClick={selection.chooseAll}>
          {t("Select all {total} matching rows", { total: formatted(total) })}
        </Button>
      )}
      <div className={styles.spring} />
      {actions
        .filter((action) => !selection.isAll || "set" in action || action.runAll)
        .map((action) => (
          <Allowed key={action.title} needs={action.needs}>
            <Button
              size="compact-xs"
              variant="default"
              c={action.danger && "var(--pd-bad)"}
              loading={isRunning}
              onClick={() => ("set" in action ? open(action.set) : action.ask ? setAsked(action) : run(action))}
            >
              {t(action.title)}
            </Button>
          </Allowed>
        ))}
      {mayChange && (
        <Allowed needs={of.may.write}>
          <Button size="compact-xs" variant="default" onClick={() => open()}>
            {t("Change a field")}
          </Button>
        </Allowed>
      )}
      <Button size="compact-xs" variant="subtle" onClick={selection.clear}>
        {t("Clear")}
      </Button>
      {of && wanted && <BulkDialog of={of} {...wanted} onClose={() => setWanted(undefined)} />}
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
