"use client";

import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { dayOf } from "@/components/ui/time";
import { When } from "@/components/ui/value";
import type { Import } from "@/server/kit/import/import.schema";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { Allowed } from "../allowed";
import { useBase } from "../base";
import { RowList } from "../list/row-list";
import { noun } from "../noun";
import { messageOf } from "../problem";
import styles from "./import.module.css";
import { BadRows } from "./import-bad-rows";
import { type Imported, importHooks, useImportCache } from "./import-hooks";
import { ImportRows } from "./import-rows";
import { countsOf, resultSentence, undoSentence } from "./import-words";

interface Props {
  of: Imported;
  is: Import;
  /** what else it did */
  note?: ReactNode;
  restart: () => void;
  /** where the imported records are seen, such as the list in the language of the import */
  back: string;
}

/** The last step: what became of the file, and the way back. */
export function ImportResult({ of, is, note, restart, back }: Props) {
  const isOver = is.status === "done" || is.status === "undone";
  return (
    <>
      {is.error && (
        <p className={styles.fault} role="alert">
          {is.error}
        </p>
      )}
      <p className={styles.sentence} role="status">
        {!is.error && resultSentence(is, of)}
        {is.status === "undone" && (
          <span className={styles.quiet}>
            {" "}
            {t("Undone by {name}", { name: is.undoneBy ?? "–" })}, <When at={is.undoneAt} />.
          </span>
        )}
      </p>
      {note}
      {isOver && <Facts is={is} />}
      {is.left.length > 0 && <LeftRecords of={of} left={is.left} />}
      <div className={styles.actions}>
        <Button component={Link} href={back}>
          {t("Go to {many}", noun(of))}
        </Button>
        <Button variant="default" onClick={restart}>
          {t("Import another file")}
        </Button>
        <BadRows of={of} is={is} />
        {is.until && <Undo of={of} is={is} until={is.until} />}
      </div>
      {isOver && <ImportRows of={of} is={is} />}
    </>
  );
}

const Facts = ({ is }: { is: Import }) => (
  <dl className={styles.facts}>
    {countsOf(is).map(([title, count]) => (
      <div key={title}>
        <dt>{t(title)}</dt>
        <dd>{formatted(count)}</dd>
      </div>
    ))}
  </dl>
);

/** What an undo did not touch, each with the way to it. */
function LeftRecords({ of, left }: { of: Imported; left: Import["left"] }) {
  const base = useBase();
  return (
    <section className={styles.part} aria-labelledby="import-left">
      <div className={styles.partHead}>
        <h2 id="import-left">{t("Not undone")}</h2>
      </div>
      <RowList
        title={of.many}
        rows={left}
        columns={[
          { key: "label", title: "Name", width: "40%" },
          { key: "reason", title: "Reason", isLong: true },
        ]}
        href={({ id }) => base.at + of.record(id)}
        empty="Nothing was undone."
      />
    </section>
  );
}

function Undo({ of, is, until }: { of: Imported; is: Import; until: string }) {
  const { imports } = useImportCache(of);
  const undo = importHooks(of).undo.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const [fault, setFault] = useState<string>();
  const go = async () => {
    setFault(undefined);
    try {
      imports.get.setData({ id: is.id }, await undo.mutateAsync({ id: is.id }));
      setIsOpen(false);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <>
      <Allowed needs={of.may.write}>
        <Button variant="default" leftSection={<IconArrowBackUp size={15} />} onClick={() => setIsOpen(true)}>
          {t("Undo the import")}
        </Button>
      </Allowed>
      <span className={styles.quiet}>{t("until {day}", { day: dayOf(until) })}</span>
      {isOpen && (
        <Dialog title={t("Undo the import of {fileName}?", { fileName: is.fileName })} onClose={() => setIsOpen(false)}>
          {fault && (
            <p className={styles.fault} role="alert">
              {fault}
            </p>
          )}
          <p>{undoSentence(is.counts, of)}</p>
          <p>{t("Records that were changed since then stay as they are and are listed afterwards.")}</p>
          <DialogActions>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t("Keep it")}
            </Button>
            <Button color="red" loading={undo.isPending} onClick={go}>
              {t("Undo the import")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
