"use client";

import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import styles from "./drop-zone.module.css";

interface Props {
  icon: ReactNode;
  /** what is taken here, up to the button: "Drop a CSV file here, or" */
  invitation: string;
  /** the button: "Choose a file" */
  choose: string;
  /** the file, for a screen reader: "CSV file" */
  label: string;
  /** as a file input takes it; anything where not said */
  accept?: string;
  /** what is being done with a file right now; no other is taken meanwhile */
  progress?: string;
  /** why the last file was refused */
  fault?: ReactNode;
  onFile: (file: File) => void;
}

/** Takes one file, dropped or chosen. */
export function DropZone({ icon, invitation, choose, label, accept, progress, fault, onFile }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !progress) onFile(file);
    if (inputRef.current) inputRef.current.value = ""; // so that the same file, mended, can be chosen again
  };
  return (
    <>
      {fault && (
        <div className={styles.fault} role="alert">
          <IconAlertTriangle size={17} />
          <div>{fault}</div>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's short way; the button inside is the way for everybody */}
      <div
        className={styles.zone}
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
        {progress ? <Loader size={26} /> : icon}
        <p role="status">{progress ?? invitation}</p>
        <Button disabled={progress !== undefined} onClick={() => inputRef.current?.click()}>
          {choose}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </div>
    </>
  );
}
