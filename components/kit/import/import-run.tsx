"use client";

import { Button, Progress } from "@mantine/core";
import type { Import } from "@/server/kit/import/import.schema";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { noun } from "../noun";
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
        aria-label={t("Importing {many}", noun(of))}
      />
      <p className={styles.sentence}>
        {written === 0
          ? t("Checking the rows again…")
          : t("{written} of {writes} written.", { written: formatted(written), writes: formatted(writes) })}{" "}
        {t("Everything is saved at the end, or nothing is.")}
      </p>
      <p className={styles.help}>
        {t("You can leave this page. The import continues and is listed under “Earlier imports”.")}
      </p>
      <div className={styles.actions}>
        <Button variant="default" loading={cancel.isPending} onClick={stop}>
          {t("Cancel the import")}
        </Button>
      </div>
    </>
  );
}
