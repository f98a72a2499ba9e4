"use client";

import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { formatted } from "@/server/kit/count.rules";
import type { FileFormat } from "./export-url";
import type { View } from "./use-list";

/** Offers the rows as a file. */
export function ExportDialog({ view: { list, state, total, fileOf }, onClose }: { view: View; onClose: () => void }) {
  const [isAll, setIsAll] = useState(false);
  const rows = total === undefined ? "All rows" : total === 1 ? "The one row" : `All ${formatted(total)} rows`;
  const isFiltered = Object.keys(state.filters).length > 0;
  const hasMore = list.columns.some(({ key }) => !state.columns.includes(key));
  const link = (format: FileFormat) => ({
    component: "a" as const,
    href: fileOf(format, { isAll }),
    download: true,
    onClick: onClose,
  });
  return (
    <Dialog title="Export" onClose={onClose} width={520}>
      <p>
        {rows} {isFiltered ? "that match the filters" : "of this list"}, in the order you see, with{" "}
        {isAll ? `all ${list.columns.length} columns` : "the columns you see"}.
      </p>
      {hasMore && (
        <Checkbox label="All columns" checked={isAll} onChange={(event) => setIsAll(event.currentTarget.checked)} />
      )}
      <DialogActions>
        <Button variant="subtle" {...link("raw")} title="The values as the API has them, for machines">
          Export as JSON
        </Button>
        <Button variant="default" {...link("csv")}>
          Export as CSV
        </Button>
        <Button {...link("xlsx")}>Export as Excel</Button>
      </DialogActions>
    </Dialog>
  );
}
