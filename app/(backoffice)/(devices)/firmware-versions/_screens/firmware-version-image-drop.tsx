"use client";

import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle, IconCpu } from "@tabler/icons-react";
import { useRef, useState } from "react";
import styles from "./firmware-version-image.module.css";

interface Props {
  /** why the last file was refused */
  fault: { file: string; messages: string[] } | undefined;
  /** what is being done with a file right now */
  progress: string | undefined;
  onFile: (file: File) => void;
}

/** A place to drop an image on, or to choose one. */
export function ImageDrop({ fault, progress, onFile }: Props) {
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
          <div>
            <b>{fault.file} cannot be used.</b> Nothing was changed.
            <ul>
              {fault.messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
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
        {progress ? <Loader size={22} /> : <IconCpu size={26} stroke={1.4} />}
        <p role="status">{progress ?? "Drop an Intel HEX file or a binary here, up to 10 MB, or"}</p>
        <Button disabled={progress !== undefined} onClick={() => inputRef.current?.click()}>
          Choose an image
        </Button>
        <input
          ref={inputRef}
          type="file"
          hidden
          aria-label="Firmware image"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </div>
    </>
  );
}
