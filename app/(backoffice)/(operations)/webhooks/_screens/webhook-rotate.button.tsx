"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { etagOf } from "@/server/kit/etag.rules";
import type { SecretOverlap } from "@/server/operations/webhook/webhook.schema";
import { t } from "@/texts/t";
import { SecretShownOnce } from "./webhook-secret.field";

const overlapOptions: { value: SecretOverlap; label: string }[] = [
  { value: "none", label: "immediately" },
  { value: "1h", label: "in an hour" },
  { value: "24h", label: "in 24 hours" },
  { value: "7d", label: "in 7 days" },
];

/** Makes another secret, shown once; messages are signed with both for a chosen while. */
export function RotateSecretButton({ record }: { record: RecordOf<"webhooks"> }) {
  const [isOpen, setIsOpen] = useState(false);
  const [overlap, setOverlap] = useState<SecretOverlap>("24h");
  const rotate = trpc.webhooks.rotateSecret.useMutation();
  const made = rotate.data;
  const close = () => {
    setIsOpen(false);
    rotate.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t("Rotate secret")}
      </Button>
      {isOpen && (
        <Dialog
          title={made ? t("New secret created") : t("Rotate the secret of {name}?", { name: record.name })}
          onClose={close}
          width={560}
        >
          {made ? (
            <SecretShownOnce secret={made.secret} onClose={close} />
          ) : (
            <>
              <p>
                {t(
                  "Messages are signed with both secrets until the old one ends, so the receiver can switch without interruption.",
                )}
              </p>
              <NativeSelect
                label={t("The old secret stops signing")}
                data={overlapOptions.map(({ value, label }) => ({ value, label: t(label) }))}
                value={overlap}
                onChange={(event) => setOverlap(event.currentTarget.value as SecretOverlap)}
              />
              <DialogActions>
                <Button variant="default" onClick={close}>
                  {t("Cancel")}
                </Button>
                <Button
                  loading={rotate.isPending}
                  onClick={() => attempt(() => rotate.mutateAsync({ id: record.id, overlap, ifMatch: etagOf(record) }))}
                >
                  {t("Rotate secret")}
                </Button>
              </DialogActions>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
