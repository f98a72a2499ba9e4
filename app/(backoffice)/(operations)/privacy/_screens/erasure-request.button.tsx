"use client";

import { Button, Textarea } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { erasures } from "../../erasures/erasure.resource";
import { ErasureLines } from "./erasure-lines.list";

/** Shows what erasing a person would do, and asks for it. Nothing is erased before another person confirms. */
export function ErasureRequestButton({ email }: { email: string }) {
  const plan = trpc.erasures.plan.useMutation();
  const request = trpc.erasures.request.useMutation();
  const router = useRouter();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  if (!may("privacy.erase")) return null;
  const attemptTo = async (work: () => Promise<unknown>) => {
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const open = () => {
    setIsOpen(true);
    return attemptTo(() => plan.mutateAsync({ email }));
  };
  const ask = () =>
    attemptTo(async () => {
      const { id } = await request.mutateAsync({ email, reason });
      router.push(erasures.record(id));
    });
  return (
    <>
      <Button variant="default" c="var(--pd-bad)" onClick={open}>
        {t("Plan erasure")}
      </Button>
      {isOpen && (
        <Dialog title="Ask for the erasure of this person?" width={820} onClose={() => setIsOpen(false)}>
          {fault && <p role="alert">{fault}</p>}
          <p>{t("Nothing is erased yet: another person has 24 hours to confirm it.")}</p>
          {plan.data ? <ErasureLines lines={plan.data.lines} /> : !fault && <p role="status">{t("Loading…")}</p>}
          <Textarea
            label={t("Reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
            mt={16}
            autosize
            required
          />
          <DialogActions>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t("Cancel")}
            </Button>
            <Button color="red" loading={request.isPending} disabled={!plan.data || reason.trim() === ""} onClick={ask}>
              {t("Ask for erasure")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
