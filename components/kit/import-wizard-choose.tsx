"use client";

import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle, IconFileTypeCsv } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import styles from "./import-wizard.module.css";

interface Props {
  /** why the last file was refused */
  fault: { file: string; message: string } | undefined;
  isReading: boolean;
  /** what the file has to look like */
  help: ReactNode;
  onFile: (file: File) => void;
}

/** The first step: a place to drop a file on, or to choose one. */
export function ChooseFile({ fault, isReading, help, onFile }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
    if (inputRef.current) inputRef.current.value = ""; // so that the same file, mended, can be chosen again
  };
  return (
    <>
      {fault && (
        <div className={styles.fault} role="alert">
          <IconAlertTriangle size={17} />
          <div>
            <b>{fault.file} was not read.</b> {fault.message} Nothing was changed.
          </div>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's short way; the button inside is the way for everybody */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        {isReading ? <Loader size={26} /> : <IconFileTypeCsv size={34} stroke={1.3} />}
        <p>{isReading ? "Reading the file…" : "Drop a CSV file here, or"}</p>
        <Button disabled={isReading} onClick={() => inputRef.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept=".csv,.txt,text/csv"
          hidden
          aria-label="CSV file"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </div>
      <div className={styles.help}>{help}</div>
    </>
  );
}
