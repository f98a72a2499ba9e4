"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconTable } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { DropZone } from "@/components/ui/drop-zone";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { saveFile } from "../files";
import styles from "./import.module.css";
import { type Imported, importHooks, useImportCache } from "./import-hooks";

interface Props {
  of: Imported;
  /** why the last file was refused */
  fault: { file: string; message: string } | undefined;
  isReading: boolean;
  help?: ReactNode;
  onFile: (file: File) => void;
}

const sheets = ".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The first step: a place for the file, what it has to look like, and an empty one to begin with. */
export function ImportChoose({ of, fault, isReading, help, onFile }: Props) {
  const { takesXliff } = of;
  return (
    <>
      <DropZone
        icon={<IconTable size={34} stroke={1.3} />}
        invitation={
          takesXliff ? t("Drop an XLIFF, CSV or Excel file here, or") : t("Drop a CSV or Excel file here, or")
        }
        choose={t("Choose a file")}
        label={takesXliff ? t("XLIFF, CSV or Excel file") : t("CSV or Excel file")}
        accept={takesXliff ? `${sheets},.xlf,.xliff` : sheets}
        progress={isReading ? t("Reading the file…") : undefined}
        fault={
          fault && (
            <>
              <b>{t("{file} could not be read.", { file: fault.file })}</b> {fault.message} {t("Nothing was changed.")}
            </>
          )
        }
        onFile={onFile}
      />
      <p className={styles.promise}>
        {t("You review every row before anything is saved, and you can undo the whole import for seven days.")}
      </p>
      <Columns of={of} />
      {help && <p className={styles.help}>{typeof help === "string" ? t(help) : help}</p>}
    </>
  );
}

/** What the file may hold, and a template of it. */
function Columns({ of }: { of: Imported }) {
  const columns = importHooks(of).columns.useQuery({}).data ?? [];
  return (
    <section className={styles.part} aria-labelledby="import-columns">
      <div className={styles.partHead}>
        <h2 id="import-columns">{t("The columns of the file")}</h2>
        <Templates of={of} />
      </div>
      <dl className={styles.columns}>
        {columns.map(({ title, help, isRequired, isExpected }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {help}
              {!isExpected && <span className={styles.quiet}> {t("Optional.")}</span>}
              {isRequired && <span className={styles.quiet}> {t("Required in every row.")}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.help}>
        {t(
          "Columns can be in any order. Other columns are ignored. Up to 10,000 rows and 10 MB, as an Excel workbook or as a UTF-8 CSV file with commas, semicolons or tabs.",
        )}
        {of.takesXliff && <> {t("An XLIFF 2.0 file can have up to 100,000 units and 20 MB.")}</>}
      </p>
    </section>
  );
}

function Templates({ of }: { of: Imported }) {
  const { imports } = useImportCache(of);
  const [loading, setLoading] = useState<"csv" | "xlsx">();
  const get = async (format: "csv" | "xlsx") => {
    setLoading(format);
    await attempt(async () => saveFile(await imports.template.fetch({ format })));
    setLoading(undefined);
  };
  return (
    <div className={styles.buttons}>
      {(["xlsx", "csv"] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          loading={loading === format}
          onClick={() => get(format)}
        >
          {format === "xlsx" ? t("Excel template") : t("CSV template")}
        </Button>
      ))}
    </div>
  );
}
