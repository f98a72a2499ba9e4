"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import type { Overlap } from "@/server/identity/api-key/api-key.schema";
import { etagOf } from "@/server/kit/etag.rules";
import { t } from "@/texts/t";
import { apiKeys } from "../api-key.resource";
import styles from "./api-key.module.css";
import { isLive } from "./api-key.words";
import { KeyShownOnce } from "./api-key-secret.field";

const overlapOptions: { value: Overlap; label: string }[] = [
  { value: "none", label: "immediately" },
  { value: "1h", label: "in an hour" },
  { value: "24h", label: "in 24 hours" },
  { value: "7d", label: "in 7 days" },
];

/** Makes the key's successor, shown once; the old one works for a chosen while longer. */
export function RotateButton({ record }: { record: RecordOf<"apiKeys"> }) {
  const [isOpen, setIsOpen] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>("24h");
  const router = useRouter();
  const rotate = trpc.apiKeys.rotate.useMutation();
  const mayWrite = useMay()(apiKeys.may.write);
  const made = rotate.data;
  if (!made && !rotate.isPending && (!mayWrite || !isLive(record) || record.successorId)) return null;
  const close = () => {
    setIsOpen(false);
    if (made) router.push(apiKeys.record(made.id));
  };
  return (
    <>
      {!made && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("Rotate key")}
        </Button>
      )}
      {isOpen && (
        <Dialog
          title={made ? t("New key created") : t("Rotate {name}?", { name: record.name })}
          onClose={close}
          width={560}
        >
          {made ? (
            <KeyShownOnce secret={made.key} onClose={close} />
          ) : (
            <>
              <p className={styles.once}>
                {t(
                  "A new key with the same name and permissions replaces this one. Both work until the old key ends, so your service can switch without interruption.",
                )}
              </p>
              <NativeSelect
                label={t("The old key stops working")}
                data={overlapOptions}
                value={overlap}
                onChange={(event) => setOverlap(event.currentTarget.value as Overlap)}
              />
              <DialogActions>
                <Button variant="default" onClick={close}>
                  {t("Cancel")}
                </Button>
                <Button
                  loading={rotate.isPending}
                  onClick={() => attempt(() => rotate.mutateAsync({ id: record.id, overlap, ifMatch: etagOf(record) }))}
                >
                  {t("Rotate key")}
                </Button>
              </DialogActions>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
