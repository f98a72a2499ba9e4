"use client";

import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import type { FileFormat } from "./export-url";
import type { View } from "./use-list";

/** Offers the rows as a file. */
export function ExportDialog({ view: { list, state, total, fileOf }, onClose }: { view: View; onClose: () => void }) {
  const [isAll, setIsAll] = useState(false);
  const isFiltered = Object.keys(state.filters).length > 0;
  const count = total ?? 0;
  const [some, all] = isFiltered
    ? [t("{count, plural, one {The one matching row} other {All # matching rows}}", { count }), t("All matching rows")]
    : [t("{count, plural, one {The only row} other {All # rows}}", { count }), t("All rows")];
  const rows = total === undefined ? all : some;
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
        {isAll
          ? t("{rows}, in the order shown, with all {count} columns.", { rows, count: list.columns.length })
          : t("{rows}, in the order shown, with the visible columns.", { rows })}
      </p>
      {hasMore && (
        <Checkbox
          label={t("All columns")}
          checked={isAll}
          onChange={(event) => setIsAll(event.currentTarget.checked)}
        />
      )}
      <DialogActions>
        <Button variant="subtle" {...link("raw")} title={t("Raw values as in the API")}>
          {t("Export as JSON")}
        </Button>
        <Button variant="default" {...link("csv")}>
          {t("Export as CSV")}
        </Button>
        <Button {...link("xlsx")}>{t("Export as Excel")}</Button>
      </DialogActions>
    </Dialog>
  );
}
