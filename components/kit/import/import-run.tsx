"use client";

import { Button, Progress } from "@mantine/core";
import { formatted } from "@/server/kit/count.rules";
import type { Import } from "@/server/kit/import/import.schema";
import { attempt } from "../attempt";
import styles from "./import.module.css";
import { type Imported, importHooks, useImportCache } from "./import-hooks";

/** The third step: how far the import is. It goes on whether anybody looks or not. */
export function ImportRun({ of, is: { id, counts, written } }: { of: Imported; is: Import }) {
  const { imports } = useImportCache(of);
  const cancel = importHooks(of).cancel.useMutation();
  const writes = counts.new + counts.changed;
  const stop = () => attempt(async () => imports.get.setData({ id }, await cancel.mutateAsync({ id })));
  return (
    <>
      <Progress
        value={writes === 0 ? 100 : Math.max(4, (100 * written) / writes)}
        animated
        size="lg"
        aria-label={`Importing ${of.many}`}
      />
      <p className={styles.sentence}>
        {written === 0 ? "Checking the rows once more…" : `${formatted(written)} of ${formatted(writes)} written.`} All
        of it is saved at the end, or nothing.
      </p>
      <p className={styles.help}>
        You can leave this page: the import continues, and is listed under “Earlier imports”.
      </p>
      <div className={styles.foot}>
        <Button variant="default" loading={cancel.isPending} onClick={stop}>
          Cancel the import
        </Button>
      </div>
    </>
  );
}
