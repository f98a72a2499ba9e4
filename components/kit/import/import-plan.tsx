"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { counted } from "@/server/kit/count.rules";
import type { Import } from "@/server/kit/import/import.schema";
import { attempt } from "../attempt";
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
  restart: () => void;
}

/** The second step: what confirming would do, row by row. Nothing is written before it. */
export function ImportPlan({ of, is, options, restart }: Props) {
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
          <span className={styles.quiet}> Not read: {ignoredTitles.map((title) => `“${title}”`).join(", ")}.</span>
        )}
      </p>
      <div className={styles.stale} data-busy={replan.isPending || confirm.isPending || undefined}>
        <ImportRows of={of} is={is} />
      </div>
      <div className={styles.foot}>
        <Button
          disabled={writes === 0 || replan.isPending || token === null}
          loading={confirm.isPending}
          onClick={() => work(confirm.mutateAsync({ id, token: token ?? "" }))}
        >
          Import {counted(writes, of.one, of.many)}
        </Button>
        <Button variant="default" disabled={confirm.isPending} onClick={discard}>
          Choose another file
        </Button>
        <BadRows of={of} is={is} />
      </div>
    </>
  );
}

const wordOf = (kind: string) => kinds.find((one) => one.kind === kind)?.what ?? kind;

/** The plan that was confirmed did not hold any more: what each of these rows was to do, and would do now. */
const Moved = ({ moved }: { moved: Import["moved"] }) => (
  <div className={styles.moved} role="alert">
    <IconAlertTriangle size={17} />
    <div>
      <b>Somebody changed the data since you looked.</b> Nothing was imported. This is the plan as it is now; these rows
      do something else than before:
      <ul>
        {moved.map(({ row, name, was, is }) => (
          <li key={row}>
            Row {row}, {name}:{" "}
            {was === is ? `still ${wordOf(is)}, with other values` : `was ${wordOf(was)}, is ${wordOf(is)}`}
          </li>
        ))}
      </ul>
    </div>
  </div>
);
