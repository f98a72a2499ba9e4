"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import type { Resource } from "../resource";
import styles from "./bulk.module.css";
import { useBulkDoor } from "./bulk-door";
import { BulkRun } from "./bulk-run";

interface Props {
  of: Resource;
  bulk: { id: string; changed: number };
}

function Found({ of, bulk, onClose }: Props & { onClose: () => void }) {
  const { door, where } = useBulkDoor();
  const asked = door.get.useQuery({ ...where, id: bulk.id });
  return <Answer of={asked}>{(run) => <BulkRun of={of} run={run} onClose={onClose} />}</Answer>;
}

/** Says in a history that a change was one of many, and leads to all of them. */
export function BulkMention({ of, bulk }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.mention} onClick={() => setIsOpen(true)}>
        {t("{count, plural, one {Bulk change of # record} other {Bulk change of # records}}", { count: bulk.changed })}
      </button>
      {isOpen && (
        <Dialog title="Bulk change" onClose={() => setIsOpen(false)} width={560}>
          <Found of={of} bulk={bulk} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
