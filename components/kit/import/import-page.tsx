"use client";

import { IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Status } from "@/components/ui/value";
import { Import } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { useBase } from "../base";
import { sendFile } from "../files";
import { noun } from "../noun";
import { PageHeader } from "../page-header";
import { messageOf } from "../problem";
import { useMay } from "../viewer";
import styles from "./import.module.css";
import { ImportChoose } from "./import-choose";
import { type Chosen, type Imported, type ImportOption, importHooks, useImportCache } from "./import-hooks";
import { ImportOptions } from "./import-options";
import { ImportPlan } from "./import-plan";
import { ImportRecent } from "./import-recent";
import { ImportResult } from "./import-result";
import { ImportRun } from "./import-run";
import { faultOf, statuses } from "./import-words";

interface Props {
  of: Imported;
  title: string;
  /** what is chosen beside the file */
  options?: ImportOption[];
  /** more about the file than its columns say */
  help?: ReactNode;
  /** where the imported records are seen; the list where not said */
  back?: (chosen: Chosen) => string;
  /** what else the import does or did, beside its rows */
  note?: (is: Import) => ReactNode;
}

const steps = ["Choose a file", "Review", "Import"];
const stepOf = { planned: 1, running: 2, done: 3, failed: 3, cancelled: 3, undone: 3 } as const;
const parameter = "import";

/**
 * Imports a file: choose it, see row by row what it would do, confirm, watch, read what became of it, undo it. Nothing is
 * written before the confirmation, and what is written is what was shown. The address says which import it is, so that
 * one that was left is found again.
 */
export function ImportPage({ of, title, options = [], help, back, note }: Props) {
  const base = useBase();
  const path = usePathname();
  const params = useSearchParams();
  const id = params.get(parameter) ?? undefined;
  const may = useMay();
  const go = (next: string | undefined) => {
    const query = new URLSearchParams(params);
    query.delete(parameter);
    if (next) query.set(parameter, next);
    window.history.pushState(null, "", query.size > 0 ? `${path}?${query}` : path);
  };
  const addressOf = (one: string) => `${path}?${parameter}=${one}`;
  if (!may(of.may.write))
    return (
      <>
        <PageHeader title={t(title)} />
        <p>{t("You can view {many} but not import them. Ask someone who can edit them.", noun(of))}</p>
      </>
    );
  return (
    <>
      <PageHeader title={t(title)} />
      <div className={styles.page}>
        {id ? (
          <OneImport
            key={id}
            id={id}
            of={of}
            options={options}
            back={back ?? (() => base.at + of.at)}
            note={note}
            restart={() => go(undefined)}
          />
        ) : (
          <>
            <Steps at={0} />
            <NewImport of={of} options={options} help={help} onPlanned={go} />
            <ImportRecent of={of} addressOf={addressOf} />
          </>
        )}
      </div>
    </>
  );
}

const Steps = ({ at }: { at: number }) => (
  <ol className={styles.steps}>
    {steps.map((title, index) => (
      <li key={title} data-on={index === Math.min(at, 2) || undefined} data-done={index < at || undefined}>
        <span aria-hidden>{index < at ? <IconCheck size={13} /> : index + 1}</span>
        {t(title)}
      </li>
    ))}
  </ol>
);

interface NewProps extends Pick<Props, "of" | "help"> {
  options: ImportOption[];
  onPlanned: (id: string) => void;
}

function NewImport({ of, options, help, onPlanned }: NewProps) {
  const { imports } = useImportCache(of);
  const [chosen, setChosen] = useState<Chosen>(() => Object.fromEntries(options.map((one) => [one.name, one.initial])));
  const [fault, setFault] = useState<{ file: string; message: string }>();
  const [isReading, setIsReading] = useState(false);
  const send = async (file: File) => {
    const message = faultOf(file, of);
    if (message) return setFault({ file: file.name, message });
    setIsReading(true);
    try {
      const plan = Import.parse(
        await sendFile(`${of.router}.imports.preview`, { ...of.within, options: chosen }, file),
      );
      imports.get.setData({ id: plan.id }, plan);
      onPlanned(plan.id);
    } catch (error) {
      setFault({ file: file.name, message: messageOf(error) });
    } finally {
      setIsReading(false);
    }
  };
  return (
    <>
      <ImportOptions options={options} chosen={chosen} isDisabled={isReading} onChange={setChosen} />
      <ImportChoose of={of} fault={fault} isReading={isReading} help={help} onFile={send} />
    </>
  );
}

interface OneProps extends Pick<Props, "of" | "note"> {
  id: string;
  options: ImportOption[];
  back: (chosen: Chosen) => string;
  restart: () => void;
}

/** How often a running import is asked how far it is, in milliseconds. */
const pulse = 400;

function OneImport({ id, of, options, back, note, restart }: OneProps) {
  const client = useQueryClient();
  const { data: is, error } = importHooks(of).get.useQuery(
    { id },
    {
      refetchInterval: ({ state }: { state: { data?: Import } }) => (state.data?.status === "running" ? pulse : false),
      refetchIntervalInBackground: true,
    },
  );
  const status = is?.status;
  const headRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading, for screen readers and the keyboard
  useEffect(() => headRef.current?.focus(), [status]);
  const wasRunning = useRef(false);
  useEffect(() => {
    // Once an import that was watched is done, lists that were loaded before are old.
    if (wasRunning.current && status === "done") client.invalidateQueries();
    wasRunning.current = status === "running";
  }, [status, client]);
  if (!is)
    return error ? (
      <Missing restart={restart} />
    ) : (
      <p className={styles.quiet} role="status">
        {t("Loading…")}
      </p>
    );
  return (
    <>
      <Steps at={stepOf[is.status]} />
      <h2 ref={headRef} tabIndex={-1} className={styles.head}>
        {is.fileName}{" "}
        {is.status !== "planned" && <Status tone={statuses[is.status][1]}>{t(statuses[is.status][0])}</Status>}
      </h2>
      {is.status === "planned" ? (
        <ImportPlan of={of} is={is} options={options} note={note?.(is)} restart={restart} />
      ) : is.status === "running" ? (
        <ImportRun of={of} is={is} />
      ) : (
        <ImportResult of={of} is={is} note={note?.(is)} restart={restart} back={back(is.options)} />
      )}
    </>
  );
}

const Missing = ({ restart }: { restart: () => void }) => (
  <p>
    {t("This import is no longer available. A review is kept for one hour, for the person who started it.")}{" "}
    <button type="button" className={styles.again} onClick={restart}>
      {t("Choose a file")}
    </button>
  </p>
);
