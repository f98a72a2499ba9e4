"use client";

import { Button } from "@mantine/core";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import type { View } from "./use-list";

/** Offers the rows as a file. */
export function ExportDialog({ view: { state, total, fileOf }, onClose }: { view: View; onClose: () => void }) {
  const rows =
    total === undefined ? "All rows" : total === 1 ? "The one row" : `All ${total.toLocaleString("en")} rows`;
  const isFiltered = Object.keys(state.filters).length > 0;
  const link = (format: "csv" | "xlsx") => ({
    component: "a" as const,
    href: fileOf(format),
    download: true,
    onClick: onClose,
  });
  return (
    <Dialog title="Export" onClose={onClose}>
      <p>
        {rows} {isFiltered ? "that match the filters" : "of this list"}, in the order and with the columns you see.
      </p>
      <DialogActions>
        <Button variant="default" {...link("csv")}>
          Export as CSV
        </Button>
        <Button {...link("xlsx")}>Export as Excel</Button>
      </DialogActions>
    </Dialog>
  );
}
