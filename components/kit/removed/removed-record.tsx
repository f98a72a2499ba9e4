"use client";

import { useRouter } from "next/navigation";
import { At } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { ErrorState } from "../list/states";
import { PageHeader } from "../page-header";
import type { ListName } from "../resource";
import { BringBack } from "./bring-back";
import { type Removal, useRemovalDoor } from "./removal-door";
import styles from "./removed.module.css";

/** What stands at the address of a record that was removed: by whom, when, and the way back. */
export function RemovedRecord({ removal }: { removal: Removal }) {
  const router = useRouter();
  return (
    <>
      <PageHeader title={removal.title || t("Without a name")} />
      <div className={styles.page}>
        <p>
          <Rich
            text="Removed by {by} on <at/>. It is kept until <until/>."
            values={{ by: removal.by }}
            parts={{ at: () => <At at={removal.at} />, until: () => <At at={removal.until} /> }}
          />
        </p>
        <BringBack removal={removal} onDone={() => router.refresh()} />
      </div>
    </>
  );
}

interface Props {
  of: ListName;
  id: string;
  what: string;
  error: unknown;
  retry: () => void;
}

/** In place of a record that is not there: what became of it, where that is known. */
export function RemovedOrGone({ of, id, ...error }: Props) {
  const { door, where } = useRemovalDoor();
  const found = door.of.useQuery({ ...where, list: of, objectId: id });
  return (
    <Answer of={found}>
      {({ removal }) => (removal ? <RemovedRecord removal={removal} /> : <ErrorState {...error} />)}
    </Answer>
  );
}
