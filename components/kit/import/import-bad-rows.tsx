"use client";

import { Button } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Dropdown, DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import type { Import } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { saveFile } from "../files";
import { type Imported, useImportCache } from "./import-hooks";

/** The rows that were wrong as a file, to be mended and imported again. */
export function BadRows({ of, is: { id, counts } }: { of: Imported; is: Import }) {
  const { imports } = useImportCache(of);
  const [isLoading, setIsLoading] = useState(false);
  if (counts.error === 0) return null;
  const get = async (format: "csv" | "xlsx") => {
    setIsLoading(true);
    await attempt(async () => saveFile(await imports.badRows.fetch({ id, format })));
    setIsLoading(false);
  };
  return (
    <Dropdown
      label={t("File format")}
      side="top"
      trigger={(props) => (
        <Button
          {...props}
          variant="default"
          loading={isLoading}
          leftSection={<IconDownload size={15} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {t("{count, plural, one {Download # row with errors} other {Download # rows with errors}}", {
            count: counts.error,
          })}
        </Button>
      )}
    >
      {(close) => (
        <>
          <DropdownNote>{t("The same columns, plus one that explains each error.")}</DropdownNote>
          {(["xlsx", "csv"] as const).map((format) => (
            <DropdownItem
              key={format}
              onClick={() => {
                close();
                get(format);
              }}
            >
              {format === "xlsx" ? t("Excel workbook") : t("CSV")}
            </DropdownItem>
          ))}
        </>
      )}
    </Dropdown>
  );
}
