"use client";

import { IconFileTypeCsv } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DropZone } from "@/components/ui/drop-zone";
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
export const ChooseFile = ({ fault, isReading, help, onFile }: Props) => (
  <>
    <DropZone
      icon={<IconFileTypeCsv size={34} stroke={1.3} />}
      invitation="Drop a CSV file here, or"
      choose="Choose a file"
      label="CSV file"
      accept=".csv,.txt,text/csv"
      progress={isReading ? "Reading the file…" : undefined}
      fault={
        fault && (
          <>
            <b>{fault.file} was not read.</b> {fault.message} Nothing was changed.
          </>
        )
      }
      onFile={onFile}
    />
    <div className={styles.help}>{help}</div>
  </>
);
