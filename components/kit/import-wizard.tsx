"use client";

import { Button, Progress } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import Link from "next/link";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ImportPreview, ImportReport, RowError } from "@/server/kit/import.schema";
import styles from "./import-wizard.module.css";
import { ChooseFile } from "./import-wizard-choose";
import { download, errorsAsCsv, faultOf, readFile } from "./import-wizard-file";
import { ImportRows } from "./import-wizard-rows";
import { messageOf, problemOf } from "./problem";

type ImportedFile = Awaited<ReturnType<typeof readFile>>;

interface Props {
  /** what is imported, such as ["label", "labels"] */
  noun: [one: string, many: string];
  /** what the file has to look like */
  help: ReactNode;
  /** choices that the file is read with, such as its language */
  before?: ReactNode;
  /** choices that a preview gives rise to, such as where to create unknown names */
  choices?: (preview: ImportPreview) => ReactNode;
  /** changes with the choices, so that the preview is made again */
  choiceKey: string;
  fields: Record<string, string>;
  preview: (file: ImportedFile) => Promise<ImportPreview>;
  confirm: (file: ImportedFile & Pick<ImportPreview, "sha256" | "token">) => Promise<ImportReport>;
  back: { title: string; href: string };
}

const steps = ["Choose a file", "Look at what it does", "Import"];
const plural = (count: number, [one, many]: Props["noun"]) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/**
 * Imports a file in four steps: choose it, see row by row what it would do, confirm, read what became of it. Nothing is
 * written before the confirmation, and what is written is what was shown: the server refuses anything else.
 */
export function ImportWizard({ preview: makePreview, confirm, choiceKey, ...props }: Props) {
  const [file, setFile] = useState<ImportedFile>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [report, setReport] = useState<ImportReport>();
  const [fault, setFault] = useState<{ file: string; message: string }>();
  const [busy, setBusy] = useState<"reading" | "importing">();
  const headRef = useRef<HTMLHeadingElement>(null);
  const step = report ? 3 : busy === "importing" ? 2 : preview ? 1 : 0;

  const look = async (next: ImportedFile) => {
    setBusy("reading");
    try {
      setPreview(await makePreview(next));
      setFile(next);
      setFault(undefined);
    } catch (error) {
      setFault({ file: next.fileName, message: messageOf(error) });
      setPreview(undefined);
    } finally {
      setBusy(undefined);
    }
  };
  const lastChoice = useRef(choiceKey);
  const lookAgain = useEffectEvent(() => void (file && look(file)));
  useEffect(() => {
    if (lastChoice.current === choiceKey) return;
    lastChoice.current = choiceKey;
    lookAgain();
  }, [choiceKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading, for screen readers and the keyboard
  useEffect(() => headRef.current?.focus(), [step]);

  const choose = async (chosen: File) => {
    const message = faultOf(chosen);
    if (message) setFault({ file: chosen.name, message });
    else await look(await readFile(chosen));
  };
  const restart = () => {
    setFile(undefined);
    setPreview(undefined);
    setReport(undefined);
    setFault(undefined);
  };
  const go = async () => {
    if (!file || !preview) return;
    setBusy("importing");
    try {
      setReport(await confirm({ ...file, sha256: preview.sha256, token: preview.token }));
    } catch (error) {
      const isStale = problemOf(error)?.errors?.some(({ path }) => path === "token");
      if (isStale) await look(file);
      setFault({ file: file.fileName, message: messageOf(error) });
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <div className={styles.wizard}>
      <ol className={styles.steps}>
        {steps.map((title, index) => (
          <li key={title} data-on={index === Math.min(step, 2) || undefined} data-done={index < step || undefined}>
            <span aria-hidden>{index < step ? <IconCheck size={13} /> : index + 1}</span>
            {title}
          </li>
        ))}
      </ol>
      <h2 ref={headRef} tabIndex={-1} className={styles.head}>
        {report ? "Done" : (preview && file?.fileName) || steps[0]}
      </h2>
      {report ? (
        <Result report={report} fileName={file?.fileName ?? ""} noun={props.noun} back={props.back} restart={restart} />
      ) : preview && file ? (
        <Preview
          {...props}
          preview={preview}
          fault={fault?.message}
          busy={busy}
          fileName={file.fileName}
          restart={restart}
          go={go}
        />
      ) : (
        <>
          {props.before}
          <ChooseFile fault={fault} isReading={busy === "reading"} help={props.help} onFile={choose} />
        </>
      )}
    </div>
  );
}

const ErrorsButton = ({ errors, fileName }: { errors: RowError[]; fileName: string }) =>
  errors.length > 0 && (
    <Button
      variant="default"
      onClick={async () => download(`${fileName.replace(/\.\w+$/, "")}-errors.csv`, await errorsAsCsv(errors))}
    >
      Download the errors as CSV
    </Button>
  );

interface PreviewProps extends Pick<Props, "noun" | "before" | "choices" | "fields"> {
  preview: ImportPreview;
  fileName: string;
  fault: string | undefined;
  busy: "reading" | "importing" | undefined;
  restart: () => void;
  go: () => void;
}

function Preview({ preview, noun, before, choices, fields, fault, busy, fileName, restart, go }: PreviewProps) {
  const { counts, rows, ignoredColumns } = preview;
  const writes = counts.new + counts.changed;
  const errors = rows.flatMap(({ row, column, message }) => (message === null ? [] : { row, column, message }));
  return (
    <>
      {fault && (
        <div className={styles.fault} role="alert">
          {fault}
        </div>
      )}
      {before}
      <p className={styles.sentence}>
        {writes === 0
          ? `Nothing to import: ${counts.error ? "no row is both right and new" : "everything in the file is there already"}.`
          : `${plural(writes, noun)} will be imported: ${counts.new.toLocaleString("en")} new, ${counts.changed.toLocaleString("en")} changed.`}
        {counts.error > 0 &&
          ` ${plural(counts.error, ["row", "rows"])} with errors ${counts.error === 1 ? "is" : "are"} left out.`}
        {ignoredColumns.length > 0 && ` Not read: ${ignoredColumns.map((title) => `“${title}”`).join(", ")}.`}
      </p>
      {choices?.(preview)}
      <div className={styles.stale} data-busy={busy || undefined}>
        <ImportRows rows={rows} counts={counts} fields={fields} />
      </div>
      {busy === "importing" && <Progress value={100} animated mt="md" aria-label="Importing" />}
      <div className={styles.foot}>
        <Button disabled={writes === 0 || busy === "reading"} loading={busy === "importing"} onClick={go}>
          Import {plural(writes, noun)}
        </Button>
        <Button variant="default" disabled={busy === "importing"} onClick={restart}>
          Choose another file
        </Button>
        <ErrorsButton errors={errors} fileName={fileName} />
      </div>
    </>
  );
}

interface ResultProps extends Pick<Props, "noun" | "back"> {
  report: ImportReport;
  fileName: string;
  restart: () => void;
}

function Result({ report, fileName, noun, back, restart }: ResultProps) {
  const facts = [
    ["Created", report.created],
    ["Changed", report.updated],
    ["Same as before", report.skipped],
    ["Left out for errors", report.errors.length],
  ] as const;
  return (
    <>
      <p className={styles.sentence} role="status">
        {plural(report.created + report.updated, noun)} imported from {fileName}.
      </p>
      <dl className={styles.facts}>
        {facts.map(([title, count]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      {report.errors.length > 0 && (
        <ul className={styles.errors}>
          {report.errors.slice(0, 200).map(({ row, column, message }) => (
            <li key={row}>
              Row {row}
              {column && `, ${column}`}: {message}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <Button component={Link} href={back.href}>
          {back.title}
        </Button>
        <Button variant="default" onClick={restart}>
          Import another file
        </Button>
        <ErrorsButton errors={report.errors} fileName={fileName} />
      </div>
    </>
  );
}
