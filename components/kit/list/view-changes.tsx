"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "@/texts/t";
import type { View } from "./use-list";
import type { Saved, SavedView } from "./use-saved";
import { useViewActions } from "./view-actions";
import { ViewDialog } from "./view-dialog";
import styles from "./view-tabs.module.css";

/** The list is another than its view says: that can be kept, or forgotten. */
export function ViewChanges({ view, saved, open }: { view: View; saved: Saved; open: SavedView }) {
  const { isBusy, save, saveAs } = useViewActions(view);
  const [isNaming, setIsNaming] = useState(false);
  return (
    <div className={styles.changes} role="status">
      {t("Changed")}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isBusy}
        onClick={() => (open.mayEdit ? void save(open) : setIsNaming(true))}
      >
        {open.mayEdit ? t("Save") : t("Save as")}
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => view.go(`view=${open.id}`)}>
        {t("Discard")}
      </Button>
      {isNaming && (
        <ViewDialog
          title="Save as a new view"
          mayShare={saved.mayShare}
          onSave={saveAs}
          onClose={() => setIsNaming(false)}
        />
      )}
    </div>
  );
}
