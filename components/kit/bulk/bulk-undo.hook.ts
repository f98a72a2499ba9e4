"use client";

import { useCallback, useRef } from "react";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import type { Resource } from "../resource";
import { type BulkChange, useBulkDoor } from "./bulk-door";
import { goesOn, resultSentences } from "./bulk-words";

/** Says what a bulk change did, with the way back. */
export function useNotifyDone(of: Resource) {
  const { door, where } = useBulkDoor();
  const undo = door.undo.useMutation();
  const now = useRef({ of, where, undo: undo.mutateAsync });
  now.current = { of, where, undo: undo.mutateAsync };
  return useCallback((run: BulkChange) => {
    const text = resultSentences(run, now.current.of).join(" ");
    const back = () =>
      attempt(async () => {
        const undone = await now.current.undo({ ...now.current.where, id: run.id });
        const isLater = goesOn(undone);
        notify(
          isLater
            ? t("The change is being undone. You find it under “Bulk changes”.")
            : resultSentences(undone, now.current.of).join(" "),
        );
      });
    notify(text, run.undoUntil ? { action: { title: t("Undo"), run: () => void back() } } : {});
  }, []);
}
