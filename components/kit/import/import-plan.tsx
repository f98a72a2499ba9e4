"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Import } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { things } from "../noun";
import { messageOf } from "../problem";
import styles from "./import.module.css";
import { BadRows } from "./import-bad-rows";
import { type Chosen, type Imported, type ImportOption, importHooks, useImportCache } from "./import-hooks";
import { ImportOptions } from "./import-options";
import { ImportRows } from "./import-rows";
import { kinds, planSentence } from "./import-words";

interface Props {
  of: Imported;
  is: Import;
  options: ImportOption[];
  /** what else it does */
  note?: ReactNode;
  restart: () => void;
}

/** The second step: what confirming would do, row by row. Nothing is written before it. */
export function ImportPlan({ of, is, options, note, restart }: Props) {
  const { id, counts, token, moved, ignoredTitles } = is;
  const { imports } = useImportCache(of);
  const replan = importHooks(of).replan.useMutation();
  const confirm = importHooks(of).confirm.useMutation();
  const cancel = importHooks(of).cancel.useMutation();
  const [fault, setFault] = useState<string>();
  const writes = counts.new + counts.changed;
  const work = async (step: Promise<Import>) => {
    setFault(undefined);
    try {
      imports.get.setData({ id }, await step);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const choose = (chosen: Chosen) => work(replan.mutateAsync({ id, options: chosen }));
  const discard = async () => {
    if (await attempt(() => cancel.mutateAsync({ id }))) restart();
  };
  return (
    <>
      {fault && (
        <p className={styles.fault} role="alert">
          <IconAlertTriangle size={17} />
          {fault}
        </p>
      )}
      {moved.length > 0 && <Moved moved={moved} />}
      <ImportOptions
        options={options}
        chosen={is.options}
        asks={is.asks}
        isDisabled={replan.isPending}
        onChange={choose}
      />
      <p className={styles.sentence} role="status">
        {planSentence(counts, of)}
        {ignoredTitles.length > 0 && (
          <span className={styles.quiet}>
            {" "}
            {t("Columns not read: {titles}.", { titles: ignoredTitles.map((title) => `“${title}”`).join(", ") })}
          </span>
        )}
      </p>
      {note}
      <div className={styles.actions}>
        <Button
          disabled={writes === 0 || replan.isPending || token === null}
          loading={confirm.isPending}
          onClick={() => work(confirm.mutateAsync({ id, token: token ?? "" }))}
        >
          {t("Import {things}", { things: things(writes, of) })}
        </Button>
        <Button variant="default" disabled={confirm.isPending} onClick={discard}>
          {t("Choose another file")}
        </Button>
        <BadRows of={of} is={is} />
      </div>
      <div className={styles.stale} data-busy={replan.isPending || confirm.isPending || undefined}>
        <ImportRows of={of} is={is} />
      </div>
    </>
  );
}

const wordOf = (kind: string) => t(kinds.find((one) => one.kind === kind)?.what ?? kind);

/** The plan that was confirmed did not hold any more: what each of these rows was to do, and would do now. */
const Moved = ({ moved }: { moved: Import["moved"] }) => (
  <div className={styles.moved} role="alert">
    <IconAlertTriangle size={17} />
    <div>
      <b>{t("The data has changed since you reviewed it.")}</b>{" "}
      {t("Nothing was imported. This is the updated review. These rows now have a different result:")}
      <ul>
        {moved.map(({ row, name, was, is }) => (
          <li key={row}>
            {was === is
              ? t("Row {row}, {name}: still {kind}, with different values", { row, name, kind: wordOf(is) })
              : t("Row {row}, {name}: was {before}, now {after}", {
                  row,
                  name,
                  before: wordOf(was),
                  after: wordOf(is),
                })}
          </li>
        ))}
      </ul>
    </div>
  </div>
);
