"use client";

import { Button } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Dropdown, DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import { counted } from "@/server/kit/count.rules";
import type { Import } from "@/server/kit/import/import.schema";
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
      label="Kind of file"
      side="top"
      trigger={(props) => (
        <Button
          {...props}
          variant="default"
          loading={isLoading}
          leftSection={<IconDownload size={15} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Download {counted(counts.error, "bad row")}
        </Button>
      )}
    >
      {(close) => (
        <>
          <DropdownNote>The same columns, and one that says what is wrong.</DropdownNote>
          {(["xlsx", "csv"] as const).map((format) => (
            <DropdownItem
              key={format}
              onClick={() => {
                close();
                get(format);
              }}
            >
              {format === "xlsx" ? "Excel workbook" : "CSV"}
            </DropdownItem>
          ))}
        </>
      )}
    </Dropdown>
  );
}
