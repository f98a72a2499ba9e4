"use client";

import { Button } from "@mantine/core";
import { useContext, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { textOf } from "../value-text";
import styles from "./form.module.css";
import { FieldWordsContext } from "./form-context";
import { type FieldMerge, mergedValues, mergeFields, type Values } from "./merge";

interface Props {
  base: Values;
  theirs: Values;
  mine: Values;
  fields: string[];
  /** saves the merged values on their version */
  onSave: (values: Values) => void;
  onClose: () => void;
}

/** Somebody else saved first: shows both, field by field, and lets the person choose what holds. */
export function ConflictDialog({ base, theirs, mine, fields, onSave, onClose }: Props) {
  const words = useContext(FieldWordsContext);
  const [takeTheirs, setTakeTheirs] = useState<ReadonlySet<string>>(new Set());
  const merge = mergeFields(base, theirs, mine, fields);
  const text = (field: string, value: unknown) => words.get(field)?.show?.(value) ?? textOf(value);
  const labels = (some: FieldMerge[]) => some.map(({ field }) => within(words.get(field)?.label ?? field)).join(", ");
  const choose = (field: string, isTheirs: boolean) => {
    const next = new Set(takeTheirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTakeTheirs(next);
  };
  const choice = (field: string, value: unknown, isTheirs: boolean) => (
    <label>
      <input
        type="radio"
        name={`merge-${field}`}
        checked={takeTheirs.has(field) === isTheirs}
        onChange={() => choose(field, isTheirs)}
      />
      {text(field, value)}
    </label>
  );
  return (
    <Dialog title={t("Someone else changed this while you were editing")} onClose={onClose} width={720}>
      {t("Nothing has been overwritten.")}
      {merge.onlyTheirs.length > 0 &&
        ` ${t("Their change to {fields} is kept.", { fields: labels(merge.onlyTheirs) })}`}
      {merge.onlyMine.length > 0 && ` ${t("Your change to {fields} is kept.", { fields: labels(merge.onlyMine) })}`}
      {merge.conflicts.length > 0 && ` ${t("Choose a value for each field that you both changed:")}`}
      {merge.conflicts.length > 0 && (
        <table className={styles.merge}>
          <thead>
            <tr>
              <th scope="col">{t("Field")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("Theirs")}</th>
              <th scope="col">{t("Yours")}</th>
            </tr>
          </thead>
          <tbody>
            {merge.conflicts.map((one) => (
              <tr key={one.field}>
                <th scope="row">{labels([one])}</th>
                <td className={styles.old}>{text(one.field, one.base)}</td>
                <td>{choice(one.field, one.theirs, true)}</td>
                <td>{choice(one.field, one.mine, false)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Back to the form")}
        </Button>
        <Button onClick={() => onSave(mergedValues(merge, mine, takeTheirs))}>{t("Save")}</Button>
      </DialogActions>
    </Dialog>
  );
}
