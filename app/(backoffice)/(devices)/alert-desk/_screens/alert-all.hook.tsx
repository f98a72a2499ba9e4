"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { type Deed, done } from "./alert-action.words";
import { useDesk } from "./alert-place.part";

interface Planned {
  deed: Deed;
  planId: string;
  change: number;
  refusedCount: number;
}

/** The desk's bulk actions: both desks have the same ones, a company's takes the company. */
function useBulk() {
  const { isStaff, where } = useDesk();
  const door = (isStaff ? trpc.bulkChanges : trpc.companyBulkChanges) as typeof trpc.bulkChanges;
  return { plan: door.planDesk.useMutation(), run: door.runDesk.useMutation(), undo: door.undo.useMutation(), where };
}

/**
 * Does something to all alerts that match: it is planned, shown as a question, and done when that is confirmed.
 * @param filters those of the queue
 * @returns `ask`, which plans, and the question that is open
 */
export function useActOnAll(filters: Readonly<Record<string, unknown>>) {
  const { cache } = useDesk();
  const { plan, run, undo, where } = useBulk();
  const [planned, setPlanned] = useState<Planned>();
  const close = () => setPlanned(undefined);

  const ask = (deed: Deed) =>
    attempt(async () => {
      const { companyId: _, ...asked } = filters; // a company's door says which, that of staff has it under the filter
      const all = where && "companyId" in where ? asked : filters;
      const made = await plan.mutateAsync({ ...where, filters: all, all: Object.keys(all).length === 0, ...deed });
      setPlanned({ deed, ...made });
    });

  const start = ({ planId, deed }: Planned) =>
    attempt(async () => {
      const { id, status, counts } = await run.mutateAsync({ ...where, planId });
      close();
      const takeBack = () => attempt(() => undo.mutateAsync({ ...where, id }).then(() => cache.invalidate()));
      if (status === "running") notify(t("It goes on in the background."));
      else
        notify(t(done[deed.action], { count: counts.changed, name: t("An alert") }), {
          action: { title: t("Undo"), run: () => void takeBack() },
        });
      await cache.invalidate();
    });

  const question = planned && (
    <Dialog title="All alerts that match" onClose={close}>
      <p>
        {t(
          "{count, plural, =0 {None of them can be changed so.} one {# alert is changed.} other {# alerts are changed.}}",
          {
            count: planned.change,
          },
        )}{" "}
        {planned.refusedCount > 0 &&
          t(
            "{count, plural, one {# is in a state in which this cannot be done.} other {# are in a state in which this cannot be done.}}",
            {
              count: planned.refusedCount,
            },
          )}
      </p>
      <DialogActions>
        <Button variant="default" onClick={close}>
          {t("Cancel")}
        </Button>
        <Button disabled={planned.change === 0} loading={run.isPending} onClick={() => void start(planned)}>
          {t("Change them")}
        </Button>
      </DialogActions>
    </Dialog>
  );
  return { ask, question };
}
